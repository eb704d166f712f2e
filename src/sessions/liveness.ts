import { isAlive } from "../core/index.ts";
import type { Services } from "../services.ts";
import type { SessionRecord, SessionState } from "../store/index.ts";
import { SleepTracker } from "./sleep-tracker.ts";

export const OPEN_STATES: readonly SessionState[] = ["init", "active"];

export const isOpen = (session: SessionRecord): boolean => OPEN_STATES.includes(session.state);

/** Reads the rest of a session's transcript. */
export type CatchUp = (session: SessionRecord) => Promise<void>;

/**
 * Whether somebody still works in a session. A known process decides, however quiet it is. Without one, silence does:
 * for as long as the orphan sweep waits, in hooks and in the session's files, and not counting the time in which the
 * machine slept.
 */
export class Liveness {
  readonly #sleepTracker = new SleepTracker();

  readonly #services: Services;
  readonly #catchUp: CatchUp;

  constructor(services: Services, catchUp: CatchUp) {
    this.#services = services;
    this.#catchUp = catchUp;
  }

  get #silenceMs(): number {
    return this.#services.config.retention.orphanMinutes * 60_000;
  }

  /** To be called every few seconds. True when the machine has just woken. */
  look(): boolean {
    const woke = this.#sleepTracker.look(this.#services.clock.now());
    this.#sleepTracker.forget(this.#services.clock.now(), this.#silenceMs);
    return woke;
  }

  async isLive(session: SessionRecord): Promise<boolean> {
    if (!isOpen(session)) return false;
    if (session.clientPid !== null) {
      const client = { pid: session.clientPid, startTime: session.clientStartTime ?? undefined };
      return (await isAlive(client)) && !(await this.#wasLeft(session));
    }
    if (this.#isRecent(session.lastActivityAt)) return true;
    return this.#isRecent(await this.#lastSign(session));
  }

  /** How long a session that shows no sign of life from now on still counts as live. */
  silenceLeft({ lastActivityAt }: SessionRecord): number {
    return this.#silenceMs - this.#sleepTracker.awakeBetween(Date.parse(lastActivityAt), this.#services.clock.now());
  }

  #isRecent(at: string): boolean {
    return this.#sleepTracker.awakeBetween(Date.parse(at), this.#services.clock.now()) < this.#silenceMs;
  }

  /** Whether its process switched to another session by `/clear` without reporting an end. */
  async #wasLeft({ id, clientPid, clientStartTime, lastActivityAt }: SessionRecord): Promise<boolean> {
    const children = await this.#services.store.sessions.list({ parentIds: [id] });
    return children.some(
      (child) =>
        child.lineage === "clear" &&
        child.clientPid === clientPid &&
        child.clientStartTime === clientStartTime &&
        child.startedAt > lastActivityAt,
    );
  }

  /** The last activity, after reading its and its subagents' files, which may grow without hooks. */
  async #lastSign(session: SessionRecord): Promise<string> {
    const { store, log } = this.#services;
    await this.#catchUp(session).catch((error) =>
      log.warn({ err: error, sessionId: session.id }, "the files of a silent session could not be read"),
    );
    const current = (await store.sessions.get(session.id)) ?? session;
    let last = current.lastActivityAt;
    for (const child of await store.sessions.list({ parentIds: [session.id], states: OPEN_STATES })) {
      if (child.lineage !== "subagent") continue;
      const [said] = await store.messages.list(child.id, { limit: 1, fromEnd: true });
      if (said && said.createdAt > last) last = said.createdAt;
    }
    return last;
  }
}
