import type { Checkpoints } from "../checkpoints/index.ts";
import type { Services } from "../services.ts";
import type { SessionRecord } from "../store/index.ts";
import { continueInChild, needsChildSession } from "./continue-session.ts";
import { BUDGET_REACHED, contextBudget } from "./due-signal.ts";

/**
 * Watches how the context of a governed session fills. A client's context cannot be made smaller from outside, so
 * checkpoints are written in time for the next start. A session without a client continues in a child.
 */
export class ContextBudget {
  readonly #services: Services;
  readonly #checkpoints: Checkpoints;

  constructor(services: Services, checkpoints: Checkpoints) {
    this.#services = services;
    this.#checkpoints = checkpoints;
  }

  /** Checks a session after new messages. Returns the child in which the work continues, if there is one now. */
  async look(sessionId: string): Promise<SessionRecord | undefined> {
    const session = await this.#services.store.sessions.get(sessionId);
    // An agent's primary and background sessions are distilled.
    if (!session || session.task === null || session.type === "primary" || session.type === "background")
      return undefined;
    await this.#refresh(session);
    return this.#warn(session);
  }

  async #refresh(session: SessionRecord): Promise<void> {
    const { store, config, log } = this.#services;
    const added = session.cumulativeTokens - session.refreshedTokens;
    if (added < config.safety.refreshEveryTokens) return;
    await store.sessions.change(session.id, { refreshedTokens: session.cumulativeTokens });
    await this.#checkpoints.write({ session, trigger: "context_refresh" });
    log.info({ sessionId: session.id }, `[throughline] Context refresh complete (tokens_flushed=${added})`);
    const event = { type: "context.refreshed", sessionId: session.id, tokensFlushed: added } as const;
    await store.transaction(async ({ emit }) => emit(event));
  }

  async #warn(session: SessionRecord): Promise<SessionRecord | undefined> {
    const { store, config, log } = this.#services;
    const used = session.lastInputTokens || session.contextTokens;
    const reached = used >= contextBudget(config, session.model) ? 1 : 0;
    if (reached === session.budgetReached) return undefined;
    await store.sessions.change(session.id, { budgetReached: reached });
    if (reached === 0) return undefined;
    log.warn({ sessionId: session.id, used }, `[throughline] ${BUDGET_REACHED}`);
    const checkpoint = await this.#checkpoints.write({ session, trigger: "context_refresh" });
    const child = needsChildSession(session) ? await continueInChild(this.#services, session, checkpoint) : undefined;
    const continuesIn = child?.id ?? null;
    const event = { type: "context.budget_reached", sessionId: session.id, continuesIn } as const;
    await store.transaction(async ({ emit }) => emit(event));
    return child;
  }
}
