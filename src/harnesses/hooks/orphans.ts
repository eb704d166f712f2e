import type { Ambient } from "../../ambient.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { isoTime } from "../../core/index.ts";
import { BY_HAND, isLive, isOpen, OPEN_STATES } from "../../sessions/index.ts";
import { newIncident, type SessionRecord } from "../../store/index.ts";
import type { Follower } from "./follower.ts";

/** Finds sessions whose client is gone without a word, and does for them what their end would have done. */
export class Orphans {
  readonly #ambient: Ambient;
  readonly #checkpoints: () => Checkpoints;
  readonly #follower: Follower;

  constructor(ambient: Ambient, checkpoints: () => Checkpoints, follower: Follower) {
    this.#ambient = ambient;
    this.#checkpoints = checkpoints;
    this.#follower = follower;
  }

  get #silenceMs(): number {
    return this.#ambient.config.retention.orphanMinutes * 60_000;
  }

  async sweep(): Promise<number> {
    let found = 0;
    for (const session of await this.#ambient.store.sessions.list({ type: "coding", states: OPEN_STATES })) {
      // Sessions made through the API have no client to vanish; subagents go with their session.
      if (session.runtime === BY_HAND || session.lineage === "subagent") continue;
      if (await isLive(session, this.#ambient.clock.now(), this.#silenceMs)) continue;
      if (await this.#suspend(session)) found += 1;
    }
    return found;
  }

  /** Before a session is told of: its files read to the end, and if its client is gone, that is put right first. */
  async bringUpToDate(session: SessionRecord): Promise<SessionRecord> {
    const live = await isLive(session, this.#ambient.clock.now(), this.#silenceMs);
    if (live) await this.#follower.catchUp(session);
    else {
      await this.#follower.conclude(session);
      if (isOpen(session)) await this.#suspend(session);
    }
    return (await this.#ambient.store.sessions.get(session.id)) ?? session;
  }

  async #suspend(session: SessionRecord): Promise<boolean> {
    await this.#follower.conclude(session);
    const now = this.#ambient.clock.now();
    const suspended = await this.#ambient.store.transaction(async (tables) => {
      const move = { from: session.state, to: "suspended", at: isoTime(now), reason: "interrupted" } as const;
      const change = { endedAt: session.lastActivityAt, endReason: "interrupted" };
      if (!(await tables.sessions.transition(session.id, move, change))) return false;
      const { harness, key, lastActivityAt } = session;
      const detail = `${harness} session ${key} ended without a word; last active ${lastActivityAt}`;
      await tables.accounts.addIncident(newIncident(now, "session_interrupted", detail, session.id));
      return true;
    });
    if (!suspended) return false;
    await this.#checkpoints().write({ session, trigger: "interrupted" });
    this.#ambient.events.emit({ type: "session.orphaned", sessionId: session.id });
    this.#ambient.log.warn({ sessionId: session.id, key: session.key }, "a session was interrupted");
    return true;
  }
}
