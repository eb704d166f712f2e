/** What happened, for listeners inside this process. */
export type DomainEvent =
  | { readonly type: "session.start"; readonly sessionId: string }
  | { readonly type: "session.end"; readonly sessionId: string; readonly reason: string }
  | { readonly type: "session.orphaned"; readonly sessionId: string }
  | { readonly type: "session.purged"; readonly sessionId: string }
  | { readonly type: "shutdown.step"; readonly sessionId: string; readonly step: string }
  | { readonly type: "distillation.step"; readonly sessionId: string; readonly step: string }
  | { readonly type: "distillation.done"; readonly sessionId: string; readonly receiptId: string }
  | { readonly type: "checkpoint.created"; readonly sessionId: string; readonly checkpointId: string }
  | {
      readonly type: "decision.recorded";
      readonly decisionId: string;
      readonly sessionId: string | null;
      readonly project: string;
      readonly task: string | null;
    }
  | { readonly type: "context.refreshed"; readonly sessionId: string; readonly tokensFlushed: number }
  | { readonly type: "context.budget_reached"; readonly sessionId: string; readonly continuesIn: string | null }
  | { readonly type: "gate.passed"; readonly sessionId: string; readonly gate: string; readonly checkpointId: string }
  | { readonly type: "smoke.passed" | "smoke.failed"; readonly sessionId: string; readonly command: string }
  | { readonly type: "sandbox.entered"; readonly sessionId: string; readonly cause: string; readonly reason: string }
  | { readonly type: "sandbox.lifted"; readonly sessionId: string; readonly reason: string }
  | { readonly type: "fixer.opened"; readonly sessionId: string; readonly fixerId: string; readonly step: string }
  | {
      readonly type: "fixer.closed";
      readonly sessionId: string;
      readonly fixerId: string;
      readonly outcome: string;
      readonly note: string;
    }
  | { readonly type: "autosave.written"; readonly sessionId: string; readonly reason: string; readonly path: string }
  | {
      readonly type: "session.complete";
      readonly sessionId: string;
      readonly outcome: "success" | "partial" | "failed";
      readonly nextSessionHint: string;
    };

export type EventType = DomainEvent["type"];

/**
 * Whether an event is also published outside this process, with all its fields. A new event needs a line in the union
 * and one here.
 */
const IS_PUBLIC: Readonly<Record<EventType, boolean>> = {
  "session.start": true,
  "session.end": true,
  "session.orphaned": true,
  "session.purged": true,
  "shutdown.step": false,
  "distillation.step": false,
  "distillation.done": true,
  "checkpoint.created": true,
  "decision.recorded": true,
  "context.refreshed": true,
  "context.budget_reached": true,
  "gate.passed": true,
  "smoke.passed": true,
  "smoke.failed": true,
  "session.complete": true,
  "sandbox.entered": true,
  "sandbox.lifted": true,
  "fixer.opened": true,
  "fixer.closed": true,
  "autosave.written": true,
};

export const isToldOutside = (type: EventType): boolean => IS_PUBLIC[type];

/** The types that are published. */
export const eventTypes: readonly string[] = Object.entries(IS_PUBLIC).flatMap(([type, isPublic]) =>
  isPublic ? [type] : [],
);

const ANY = "*";
const OF_GROUP = ".*";

/** Whether a pattern matches an event type: its name, its group (`session.*`), or `*`. */
export const isTypeMeant = (type: string, wanted: string): boolean =>
  wanted === ANY ||
  wanted === type ||
  (wanted.endsWith(OF_GROUP) && type.startsWith(wanted.slice(0, -OF_GROUP.length + 1)));

/** Whether a pattern matches any known type. */
export const meansTypes = (wanted: string): boolean => eventTypes.some((type) => isTypeMeant(type, wanted));

export type Listener = (event: DomainEvent) => void;

export class EventBus {
  readonly #listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: DomainEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
