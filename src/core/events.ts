import type { Log } from "./log.ts";

/** How far long work has come. Heard at once, inside this process only. */
interface StepEvent {
  readonly type: "shutdown.step" | "distillation.step";
  readonly sessionId: string;
  readonly step: string;
}

interface OfSession {
  readonly sessionId: string;
}

/** Carries the fields of an event as a type. */
const of = <Fields>(): Fields | undefined => undefined;

/** What happened, with its fields. It is emitted in a transaction, and published with all of them. */
const PUBLIC_EVENTS = {
  "session.start": of<OfSession>(),
  "session.end": of<OfSession & { readonly reason: string }>(),
  "session.orphaned": of<OfSession>(),
  "session.purged": of<OfSession>(),
  "distillation.done": of<OfSession & { readonly receiptId: string }>(),
  "checkpoint.created": of<OfSession & { readonly checkpointId: string }>(),
  "decision.recorded": of<{
    readonly decisionId: string;
    readonly sessionId: string | null;
    readonly project: string;
    readonly task: string | null;
  }>(),
  "context.refreshed": of<OfSession & { readonly tokensFlushed: number }>(),
  "context.budget_reached": of<OfSession & { readonly continuesIn: string | null }>(),
  "gate.passed": of<OfSession & { readonly gate: string; readonly checkpointId: string }>(),
  "smoke.passed": of<OfSession & { readonly command: string }>(),
  "smoke.failed": of<OfSession & { readonly command: string }>(),
  "session.complete": of<
    OfSession & { readonly outcome: "success" | "partial" | "failed"; readonly nextSessionHint: string }
  >(),
  "sandbox.entered": of<OfSession & { readonly cause: string; readonly reason: string }>(),
  "sandbox.lifted": of<OfSession & { readonly reason: string }>(),
  "fixer.opened": of<OfSession & { readonly fixerId: string; readonly step: string }>(),
  "fixer.closed": of<OfSession & { readonly fixerId: string; readonly outcome: string; readonly note: string }>(),
  "autosave.written": of<OfSession & { readonly reason: string; readonly path: string }>(),
};

type PublicEvents = typeof PUBLIC_EVENTS;
export type PublicEvent = {
  [Type in keyof PublicEvents]: { readonly type: Type } & NonNullable<PublicEvents[Type]>;
}[keyof PublicEvents];

export type DomainEvent = PublicEvent | StepEvent;

/** The types that are published. */
export const eventTypes: readonly string[] = Object.keys(PUBLIC_EVENTS);

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
