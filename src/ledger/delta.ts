import type { Ambient } from "../ambient.ts";
import { activityOf, oneLine } from "../conversation/index.ts";
import { type Config, isoTime } from "../core/index.ts";
import type { SessionRecord } from "../store/index.ts";
import type { Ground } from "./ground.ts";
import type { Ledger } from "./ledger.ts";

export const ATTENTION = ["green", "yellow", "orange", "red"] as const;
export type Attention = (typeof ATTENTION)[number];

/** How much an agent has taken in since its ledgers were last brought up to date. It advises, and forbids nothing. */
export function attentionAt(tokens: number, { yellow, orange, red }: Config["attention"]): Attention {
  if (tokens >= red) return "red";
  if (tokens >= orange) return "orange";
  return tokens >= yellow ? "yellow" : "green";
}

const LONGEST_STATE = 300;
const MESSAGES_LOOKED_AT = 60;

/** Keeps the ledgers from falling far behind a session that may die at any moment: nothing is cleared, only written down. */
export class Delta {
  readonly #ambient: Ambient;
  readonly #ledger: Ledger;

  constructor(ambient: Ambient, ledger: Ledger) {
    this.#ambient = ambient;
    this.#ledger = ledger;
  }

  async #lastSync({ project }: Ground, { key }: SessionRecord): Promise<{ upTo: number; at: string }> {
    const filter = { project, phases: ["delta_sync"], sessionKey: key, limit: 1 };
    const [last] = await this.#ledger.trajectory.entries(filter);
    const upTo = typeof last?.up_to === "number" ? last.up_to : 0;
    return { upTo, at: typeof last?.ts === "string" ? last.ts : "" };
  }

  /** What was said and read in a session since its ledgers were last brought up to date. */
  async tokensSince(ground: Ground, session: SessionRecord): Promise<number> {
    const { upTo } = await this.#lastSync(ground, session);
    return this.#ambient.store.messages.tokensBetween(session.id, upTo, session.totalMessages);
  }

  /** At the end of a session, for whoever goes on: what is not in the files yet is written there. Only where ledgers are kept. */
  async atEnd({ project, key }: SessionRecord): Promise<void> {
    if (project === null) return;
    const ground = await this.#ledger.at(project);
    await this.#ledger.flush(ground);
    if (!(await this.#ledger.isKept(ground))) return;
    await this.#ledger.stand(ground, { checkpoint: isoTime(this.#ambient.clock.now()) });
    await this.#ledger.trajectory.heal(ground, key);
  }

  /** At the end of a turn: writes down where the work stands, once enough has come together. Only where ledgers are kept. */
  async atTurnEnd(sessionId: string): Promise<void> {
    const session = await this.#ambient.store.sessions.get(sessionId);
    if (!session?.project) return;
    const ground = await this.#ledger.at(session.project);
    if (!(await this.#ledger.isKept(ground))) return;
    const tokens = await this.tokensSince(ground, session);
    const { attention } = await this.#ambient.configFor(ground.project);
    if (tokens >= attention.yellow) await this.#sync(ground, session, tokens);
  }

  async #sync(ground: Ground, session: SessionRecord, tokens: number): Promise<void> {
    const { at } = await this.#lastSync(ground, session);
    const now = isoTime(this.#ambient.clock.now());
    const state = await this.#stateOf(session);
    const { behind } = await this.#ledger.stand(ground, { checkpoint: now, ...(state !== "" && { state }) });
    const decided = (await this.#ledger.decisions.list({ project: ground.project })).filter(({ ts }) => ts > at);
    const task = (await this.#ledger.tasks(ground)).find(({ status }) => status === "in_progress");
    const fields = {
      ...{ tokens, decisions_persisted: decided.length, bead_updated: task !== undefined },
      ...{ notes_updated: behind.length === 0, up_to: session.totalMessages, timestamp: now },
    };
    await this.#ledger.trajectory.add(ground, { phase: "delta_sync", session, fields });
  }

  async #stateOf({ id }: SessionRecord): Promise<string> {
    const kinds = ["prompt", "text"] as const;
    const messages = await this.#ambient.store.messages.list(id, { kinds, limit: MESSAGES_LOOKED_AT, fromEnd: true });
    const open = activityOf(messages).requests.at(-1);
    return open ? `Open request: ${oneLine(open.text, LONGEST_STATE)}` : "";
  }
}
