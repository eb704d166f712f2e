import type { Log } from "./log.ts";

/** How far long work has come. Heard at once, inside this process only. */
export type StepEvent =
  | { readonly type: "shutdown.step"; readonly sessionId: string; readonly step: string }
  | { readonly type: "distillation.step"; readonly sessionId: string; readonly step: string };

/** What happened. It is emitted in a transaction, and published with all its fields. */
export type PublicEvent =
  | { readonly type: "session.start"; readonly sessionId: string }
  | { readonly type: "session.end"; readonly sessionId: string; readonly reason: string }
  | { readonly type: "session.orphaned"; readonly sessionId: string }
  | { readonly type: "session.purged"; readonly sessionId: string }
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

export type DomainEvent = PublicEvent | StepEvent;

/** A new event needs a line in the union and one here. */
const PUBLIC_TYPES: Readonly<Record<PublicEvent["type"], true>> = {
  "session.start": true,
  "session.end": true,
  "session.orphaned": true,
  "session.purged": true,
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

/** The types that are published. */
export const eventTypes: readonly string[] = Object.keys(PUBLIC_TYPES);

const ANY = "*";
const OF_GROUP = ".*";

/** Whether a pattern matches an event type: its name, its group (`session.*`), or `*`. */
export const matchesType = (type: string, wanted: string): boolean =>
  wanted === ANY ||
  wanted === type ||
  (wanted.endsWith(OF_GROUP) && type.startsWith(wanted.slice(0, -OF_GROUP.length + 1)));

/** Whether a pattern matches any known type. */
export const matchesAnyType = (wanted: string): boolean => eventTypes.some((type) => matchesType(type, wanted));

export type Listener = (event: DomainEvent) => unknown;

/** What parts of the engine have of events. */
export interface DomainEvents {
  /** Calls `listener` with what has happened: after its commit. The returned function ends that. */
  listen(listener: Listener): () => void;
  step(event: StepEvent): void;
}

export class EventBus implements DomainEvents {
  readonly #listeners = new Set<Listener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  step(event: StepEvent): void {
    this.publish(event);
  }

  /** A listener that fails is logged: it concerns neither the others nor the caller. */
  publish(event: DomainEvent): void {
    for (const listener of this.#listeners)
      void (async () => listener(event))().catch((error) =>
        this.#log.error({ err: error, type: event.type }, "a listener failed"),
      );
  }
}
