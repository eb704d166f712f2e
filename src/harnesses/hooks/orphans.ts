import { incidents, newIncident } from "../../audit/index.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { isoTime, KeyedMutex } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { BY_HAND, isOpen, type Liveness, moveSession, OPEN_STATES } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { TranscriptTailer } from "./transcript-tailer.ts";

export interface OrphanParts {
  readonly checkpoints: Checkpoints;
  readonly tailer: TranscriptTailer;
  readonly liveness: Liveness;
}

/** Finds sessions whose client ended unexpectedly, and does what their end would have done. */
export class Orphans {
  readonly #services: Services;
  readonly #parts: OrphanParts;
  readonly #turns = new KeyedMutex();
  /** When the first session without a known process will have been idle for too long. */
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(services: Services, parts: OrphanParts) {
    this.#services = services;
    this.#parts = parts;
  }

  /** To be called every few seconds. True when a sweep is due early: after sleep, or after a long silence. */
  look(): boolean {
    const woke = this.#parts.liveness.look();
    return woke || this.#services.clock.now() >= this.#dueAt;
  }

  async sweep(): Promise<number> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    let found = 0;
    for (const session of await this.#services.store.sessions.list({ type: "coding", states: OPEN_STATES })) {
      // Sessions made through the API have no client to vanish; subagents go with their session.
      if (session.runtime === BY_HAND || session.lineage === "subagent") continue;
      try {
        if (await this.#suspendIfGone(session)) found += 1;
      } catch (error) {
        // One failure must not stop the sweep.
        this.#services.log.error(
          { err: error, sessionId: session.id },
          "an interrupted session could not be suspended",
        );
      }
    }
    return found;
  }

  async #suspendIfGone(session: SessionRecord): Promise<boolean> {
    if (!(await this.#parts.liveness.isLive(session))) return this.#suspend(session);
    if (session.clientPid === null) {
      const current = (await this.#services.store.sessions.get(session.id)) ?? session;
      const left = this.#parts.liveness.silenceLeft(current);
      if (left > 0) this.#dueAt = Math.min(this.#dueAt, this.#services.clock.now() + left);
    }
    return false;
  }

  /** Reads a session's files to their end, and suspends it if its client is gone. */
  async bringUpToDate(session: SessionRecord): Promise<SessionRecord> {
    const { liveness, tailer } = this.#parts;
    if (!isOpen(session) && (await tailer.isAtEnd(session))) return session;
    if (await liveness.isLive(session)) await tailer.catchUp(session);
    else {
      await tailer.conclude(session);
      if (isOpen(session)) await this.#suspend(session);
    }
    return (await this.#services.store.sessions.get(session.id)) ?? session;
  }

  #suspend(session: SessionRecord): Promise<boolean> {
    return this.#turns.run(session.id, () => this.#suspendOnce(session));
  }

  async #suspendOnce(session: SessionRecord): Promise<boolean> {
    const { store, log } = this.#services;
    const current = await store.sessions.get(session.id);
    if (!current || current.state !== session.state) return false;
    await this.#parts.tailer
      .conclude(session)
      .catch((error) =>
        log.warn({ err: error, sessionId: session.id }, "an interrupted session could not be read to its end"),
      );
    // The checkpoint first: after a crash in between, the session is still open and the next sweep does the rest.
    if (!(await this.#hasCheckpoint(session))) await this.#parts.checkpoints.write({ session, trigger: "interrupted" });
    const now = this.#services.clock.now();
    const suspended = await store.transaction(async (tables) => {
      const { lastActivityAt } = (await tables.sessions.get(session.id)) ?? session;
      const move = { from: session.state, to: "suspended", at: isoTime(now), reason: "interrupted" } as const;
      const change = { endedAt: lastActivityAt, endReason: "interrupted" };
      if (!(await moveSession(tables, session.id, move, change))) return false;
      const { harness, key } = session;
      const detail = `${harness} session ${key} ended unexpectedly; last active ${lastActivityAt}`;
      await incidents(tables).add(newIncident(now, "session_interrupted", detail, session.id));
      tables.emit({ type: "session.orphaned", sessionId: session.id });
      return true;
    });
    if (!suspended) return false;
    log.warn({ sessionId: session.id, key: session.key }, "a session was interrupted");
    return true;
  }

  /** Whether its checkpoint is already written, and nothing has happened since. */
  async #hasCheckpoint({ id, lastActivityAt }: SessionRecord): Promise<boolean> {
    const [last] = await this.#services.store.checkpoints.list({ sessionId: id, limit: 1 });
    return last?.trigger === "interrupted" && last.createdAt > lastActivityAt;
  }
}
