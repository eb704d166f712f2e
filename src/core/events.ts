/** What happened, told to whoever listens inside this process. */
export type DomainEvent =
  | { readonly type: "session.start"; readonly sessionId: string }
  | { readonly type: "session.end"; readonly sessionId: string; readonly reason: string }
  | { readonly type: "session.orphaned"; readonly sessionId: string }
  | { readonly type: "distillation.step"; readonly sessionId: string; readonly step: string }
  | { readonly type: "distillation.done"; readonly sessionId: string; readonly receiptId: string }
  | { readonly type: "checkpoint.created"; readonly sessionId: string; readonly checkpointId: string };

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
