import { isoTime } from "../../core/index.ts";
import type { Batch } from "./history-contract.ts";
import { type HarnessAccount, type ImportAccount, NO_IMPORT, titleOf } from "./import-account.ts";
import { nameOf, type Plan, type Planned } from "./import-plan.ts";

const MAX_BROKEN_LISTED = 100;

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** Counts while an import runs. */
export class ImportProgress {
  readonly #account: Mutable<ImportAccount>;
  /** How many histories of each session are still to be read. */
  readonly #remaining = new Map<string, number>();
  readonly #begun = new Set<string>();
  /** Sessions that are in the store, or whose failure is reported. */
  readonly #accountedFor = new Set<string>();
  readonly #byHarness = new Map<string, Mutable<HarnessAccount>>();
  #current: Planned | undefined;
  /** How much of the current session was read. */
  #currentBytes = 0;

  constructor({ sessions, passedOver, purged }: Plan, now: number) {
    for (const name of sessions.map(nameOf)) this.#remaining.set(name, (this.#remaining.get(name) ?? 0) + 1);
    this.#account = {
      ...{ ...NO_IMPORT, state: "running", startedAt: isoTime(now), sessions: this.#remaining.size },
      bytes: sessions.reduce((sum, { left }) => sum + left, 0),
      purgedSessions: new Set(purged.map(nameOf)).size,
      passedOver: passedOver.map(({ path, why }) => ({ path, why })),
    };
  }

  /** Another history than the last one. */
  begin(session: Planned): void {
    if (session === this.#current) return;
    this.#current = session;
    this.#currentBytes = 0;
    const { harness, history, isKnown } = session;
    this.#account.current = { harness, key: history.key, cwd: history.cwd ?? null };
    const name = nameOf(session);
    if (!this.#begun.has(name)) this.#of(session).sessions += 1;
    this.#begun.add(name);
    if (isKnown) this.#accountedFor.add(name);
  }

  created(session: Planned): void {
    this.#of(session).newSessions += 1;
    this.#account.newSessions += 1;
  }

  stored(session: Planned, messages: number): void {
    this.#accountedFor.add(nameOf(session));
    this.#of(session).messages += messages;
    this.#account.messages += messages;
  }

  read(session: Planned, { bytes, broken }: Batch): void {
    this.#of(session).bytes += bytes;
    this.#currentBytes += bytes;
    this.#account.bytesRead += bytes;
    this.#account.brokenCount += broken.length;
    const { path } = session.history;
    const listed = [...this.#account.broken, ...broken.map((one) => ({ path, ...one }))];
    this.#account.broken = listed.slice(0, MAX_BROKEN_LISTED);
  }

  /** Corrects the estimated size by what was really read. */
  end(session: Planned): void {
    const { left } = session;
    const name = nameOf(session);
    const remaining = (this.#remaining.get(name) ?? 1) - 1;
    this.#remaining.set(name, remaining);
    if (remaining === 0) {
      this.#account.sessionsDone += 1;
      if (!this.#accountedFor.has(name)) this.#account.emptySessions += 1;
    }
    this.#account.bytesRead += Math.max(0, left - this.#currentBytes);
    this.#account.bytes += Math.max(0, this.#currentBytes - left);
    this.#currentBytes = left;
  }

  failed(session: Planned, why: string): void {
    this.#accountedFor.add(nameOf(session));
    this.#account.failures = [...this.#account.failures, { path: session.history.path, why }];
  }

  finish(state: ImportAccount["state"], now: number, error: string | null = null): void {
    Object.assign(this.#account, { state, finishedAt: isoTime(now), error, current: null });
  }

  view(): ImportAccount {
    return { ...this.#account, harnesses: [...this.#byHarness.values()].map((one) => ({ ...one })) };
  }

  #of({ harness }: Planned): Mutable<HarnessAccount> {
    const known = this.#byHarness.get(harness);
    if (known) return known;
    const fresh = { harness, title: titleOf(harness), sessions: 0, newSessions: 0, messages: 0, bytes: 0 };
    this.#byHarness.set(harness, fresh);
    return fresh;
  }
}
