import type { Ambient } from "../../ambient.ts";
import { refused } from "../../core/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { EvidenceLog } from "../account/evidence.ts";
import { Health } from "./health.ts";
import { isHeld } from "./steps.ts";
import { mendedText, p0Line, p0Text, runningText } from "./wording.ts";

interface Owed {
  readonly start?: string | undefined;
  readonly health?: string | undefined;
}

export interface WatchParts {
  readonly evidence: EvidenceLog;
  /** Announces the goal of a session, once its code is healthy. */
  readonly announce: (session: SessionRecord) => Promise<void>;
  /** Takes the work that nobody waits for. */
  readonly later: (work: Promise<unknown>) => void;
}

/**
 * Keeps watch over whether the code is healthy, and tells agents how it is. No prompt is held up: nobody can tell from its words whether it
 * is about the failure. What waits is another gate and another task.
 */
export class HealthWatch {
  readonly #ambient: Ambient;
  readonly #parts: WatchParts;
  readonly #health: Health;
  readonly #checking = new Map<string, Promise<void>>();
  /** Sessions whose agent used tools since the last run of the smoke command. */
  readonly #touched = new Set<string>();
  /** What the agent should be told at the next occasion: how its session begins, and how the code is, as it was last found. */
  readonly #owed = new Map<string, Owed>();

  constructor(ambient: Ambient, parts: WatchParts) {
    this.#ambient = ambient;
    this.#parts = parts;
    this.#health = new Health(ambient, parts.evidence);
  }

  check(session: SessionRecord): Promise<void> {
    const underWay = this.#checking.get(session.id);
    if (underWay) return underWay;
    const checking = this.#run(session).finally(() => this.#checking.delete(session.id));
    this.#checking.set(session.id, checking);
    return checking;
  }

  /** When the smoke command has ended and what follows from it is done, or the time is over. */
  async healthKnown(sessionId: string, withinMs: number): Promise<void> {
    let cancel = () => {};
    const timeOver = new Promise<void>((resolve) => {
      cancel = this.#ambient.clock.after(withinMs, resolve);
    });
    await Promise.race([this.#checking.get(sessionId), timeOver]).finally(cancel);
  }

  async #run(session: SessionRecord): Promise<void> {
    this.#touched.delete(session.id);
    const before = await this.#ambient.store.governed.get(session.id);
    await this.#health.check(session);
    const record = await this.#ambient.store.governed.get(session.id);
    if (record?.smoke === "failed") this.owe(session.id, { health: p0Text(record) });
    else if (record?.smoke === "passed" && before && isHeld(before))
      this.owe(session.id, { health: mendedText(record) });
    await this.#parts.announce(session);
  }

  /** Runs the smoke command now, or lets work go on without it. */
  async smoke(session: SessionRecord, override: string | undefined): Promise<void> {
    const record = await this.#ambient.store.governed.get(session.id);
    if (!record)
      throw refused(
        `session ${session.id} is not under a task's rules`,
        `Put it there: throughline sessions start --task <slug> --session ${session.id}`,
      );
    if (override === undefined) return this.#parts.later(this.check(session));
    if (record.smoke !== "failed")
      throw refused(
        `there is nothing to override: the smoke command of session ${session.id} is "${record.smoke}"`,
        "Only one that failed is overridden.",
      );
    await this.#health.override(session, override);
    this.#owed.delete(session.id);
    await this.#parts.announce(session);
  }

  async atPrompt({ id }: SessionRecord): Promise<string | undefined> {
    const record = await this.#ambient.store.governed.get(id);
    const isTold = this.#owed.get(id)?.health !== undefined;
    if (record?.smoke === "failed" && !isTold) this.owe(id, { health: p0Line(record) });
    if (record?.smoke === "running") this.owe(id, { health: runningText(record) });
    return this.#take(id);
  }

  owe(sessionId: string, news: Owed): void {
    this.#owed.set(sessionId, { ...this.#owed.get(sessionId), ...news });
  }

  /** The session is over: nobody is left to be told. */
  forget(sessionId: string): void {
    this.#owed.delete(sessionId);
  }

  #take(sessionId: string): string | undefined {
    const { start, health } = this.#owed.get(sessionId) ?? {};
    this.#owed.delete(sessionId);
    return [start, health].filter((text) => text !== undefined).join("\n\n") || undefined;
  }

  /** A tool was used. */
  atTool({ id }: SessionRecord, isHeard: boolean): string | undefined {
    this.#touched.add(id);
    return isHeard ? this.#take(id) : undefined;
  }

  /** What was broken may be mended now. */
  async atTurnEnd(session: SessionRecord): Promise<void> {
    const record = await this.#ambient.store.governed.get(session.id);
    if (record?.smoke === "failed" && this.#touched.has(session.id)) this.#parts.later(this.check(session));
  }

  /** When no run is under way in this session. */
  async settled(sessionId: string): Promise<void> {
    await this.#checking.get(sessionId);
  }

  isChecking(sessionId: string): boolean {
    return this.#checking.has(sessionId);
  }

  /** Ends what runs; the next process runs it again. */
  close(): void {
    this.#health.close();
  }
}
