import type { Memory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import type { SessionRecord } from "../store/index.ts";
import { REMINDER } from "../text/index.ts";
import { choose, type Reminder, relevantFor } from "./choose.ts";
import { contextOf, readContextContents } from "./context-contents.ts";
import { saysEnough } from "./prompt.ts";

/** The agent is waiting, so the search is cut short at this share of the hook's deadline: usually at 20 ms. */
const SEARCH_SHARE = 0.04;
const LOOKED_AT = 4;
const BUDGET_TOKENS = 4000;

/** Reminders from earlier sessions for a prompt. */
export class Reminders {
  readonly #services: Services;
  readonly #memory: Memory;

  constructor(services: Services, memory: Memory) {
    this.#services = services;
    this.#memory = memory;
  }

  async forPrompt(
    session: SessionRecord,
    prompt: string,
  ): Promise<(Reminder & { readonly reason: string }) | undefined> {
    const { store, clock, config } = this.#services;
    const withinMs = config.hooks.deadlineMs * SEARCH_SHARE;
    const project = session.projectNormalized;
    if (project === null || !saysEnough(prompt)) return undefined;
    const context = await contextOf(store, session);
    const recalled = await this.#memory.recall({
      ...{ query: prompt, project, limit: LOOKED_AT, budget: BUDGET_TOKENS },
      ...{ explain: true, withinMs, atHand: { session: session.id, since: Date.parse(context.since) || 0 } },
    });
    const relevant = relevantFor(prompt, recalled);
    // The context is read only if there is something to show.
    if (relevant.length === 0) return undefined;
    const reminder = choose(relevant, await readContextContents(store, session, context), clock.now());
    // Checked last, because it reads a file and most prompts get no reminder.
    if (!reminder || !(await this.#isWanted(project))) return undefined;
    const ids = reminder.items.map(({ item: { id, score } }) => `${id} (${score.toFixed(2)})`).join(", ");
    return { ...reminder, reason: `${REMINDER}: the prompt's rare words are in ${ids}` };
  }

  async #isWanted(project: string): Promise<boolean> {
    const { continuity, recall } = await this.#services.configFor(project);
    return continuity.enabled && recall.atPrompt;
  }
}
