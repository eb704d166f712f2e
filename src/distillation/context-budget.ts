import type { Ambient } from "../ambient.ts";
import type { Checkpoints } from "../checkpoints/index.ts";
import type { SessionRecord } from "../store/index.ts";
import { BUDGET_REACHED, contextBudget } from "./triggers.ts";

/**
 * Watches how the context of a governed session fills. A client's context cannot be made smaller from outside: what is
 * done here is that everything the next start will need is kept in time.
 */
export class ContextBudget {
  readonly #ambient: Ambient;
  readonly #checkpoints: () => Checkpoints;

  constructor(ambient: Ambient, checkpoints: () => Checkpoints) {
    this.#ambient = ambient;
    this.#checkpoints = checkpoints;
  }

  /** After more of a session was taken in. */
  async look(sessionId: string): Promise<void> {
    const session = await this.#ambient.store.sessions.get(sessionId);
    if (!session || session.task === null || session.type !== "coding") return;
    await this.#refresh(session);
    await this.#warn(session);
  }

  async #refresh(session: SessionRecord): Promise<void> {
    const { store, config, log } = this.#ambient;
    const added = session.cumulativeTokens - session.refreshedTokens;
    if (added < config.safety.refreshEveryTokens) return;
    await store.sessions.change(session.id, { refreshedTokens: session.cumulativeTokens });
    await this.#checkpoints().write({ session, trigger: "context_refresh" });
    log.info({ sessionId: session.id }, `[throughline] Context refresh complete (tokens_flushed=${added})`);
  }

  async #warn(session: SessionRecord): Promise<void> {
    const { store, config, log } = this.#ambient;
    const used = session.lastInputTokens || session.contextTokens;
    const reached = used >= contextBudget(config, session.model) ? 1 : 0;
    if (reached === session.budgetReached) return;
    await store.sessions.change(session.id, { budgetReached: reached });
    if (reached === 0) return;
    log.warn({ sessionId: session.id, used }, `[throughline] ${BUDGET_REACHED}`);
    await this.#checkpoints().write({ session, trigger: "context_refresh" });
  }
}
