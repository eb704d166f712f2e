import { isoTime } from "../../core/index.ts";
import { clients } from "../registry.ts";
import type { Batch } from "./contract.ts";
import { nameOf, type Plan, type Planned } from "./import-plan.ts";
import type { SkippedFile } from "./skipped-files.ts";

const MAX_BROKEN_LISTED = 100;

/** `idle` where nothing was ever imported. */
export const IMPORT_STATES = ["idle", "running", "done", "stopped", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export interface BrokenLine {
  readonly path: string;
  readonly where: string;
  readonly why: string;
}

export interface HarnessAccount {
  readonly harness: string;
  readonly title: string;
  readonly sessions: number;
  readonly newSessions: number;
  readonly messages: number;
  readonly bytes: number;
}

/** How far an import is, and what came of it. */
export interface ImportAccount {
  readonly state: ImportState;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Sessions with a history to read, and how many are done. One may be in several files. */
  readonly sessions: number;
  readonly sessionsDone: number;
  readonly newSessions: number;
  /** Sessions with nothing to store: no messages, or none that could be read. */
  readonly emptySessions: number;
  /** Messages that the ledger did not hold before. */
  readonly messages: number;
  /** How much there was to read, and how much of it was read. */
  readonly bytes: number;
  readonly bytesRead: number;
  readonly current: { readonly harness: string; readonly key: string; readonly cwd: string | null } | null;
  readonly harnesses: readonly HarnessAccount[];
  readonly brokenCount: number;
  /** The first of them. */
  readonly broken: readonly BrokenLine[];
  /** Files and folders without readable content or permission; everything else was imported. */
  readonly passedOver: readonly SkippedFile[];
  /** Sessions that `purge` removed and whose files still exist: they are not imported. */
  readonly purgedSessions: number;
  /** Histories that could not be read to their end. */
  readonly failures: readonly SkippedFile[];
  /** Why it failed, if it did. */
  readonly error: string | null;
}

export const NO_IMPORT: ImportAccount = {
  ...{ state: "idle", startedAt: null, finishedAt: null, current: null, error: null },
  ...{ sessions: 0, sessionsDone: 0, newSessions: 0, emptySessions: 0, messages: 0, bytes: 0, bytesRead: 0 },
  ...{ harnesses: [], brokenCount: 0, broken: [], passedOver: [], purgedSessions: 0, failures: [] },
};

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

export const titleOf = (harness: string): string => clients.find(({ name }) => name === harness)?.title ?? harness;

function countedBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Counts while an import runs. */
export class ImportProgress {
  readonly #account: Mutable<ImportAccount>;
  /** How many histories of each session are still to be read. */
  readonly #remaining: Map<string, number>;
  readonly #begun = new Set<string>();
  /** Sessions that are in the store, or whose failure is reported. */
  readonly #accountedFor = new Set<string>();
  readonly #byHarness = new Map<string, Mutable<HarnessAccount>>();
  #current: Planned | undefined;
  /** How much of the current session was read. */
  #currentBytes = 0;

  constructor({ sessions, passedOver, purged }: Plan, now: number) {
    this.#remaining = countedBy(sessions.map(nameOf));
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
    this.#endOne(nameOf(session));
    this.#account.bytesRead += Math.max(0, left - this.#currentBytes);
    this.#account.bytes += Math.max(0, this.#currentBytes - left);
    this.#currentBytes = left;
  }

  #endOne(name: string): void {
    const left = (this.#remaining.get(name) ?? 1) - 1;
    this.#remaining.set(name, left);
    if (left > 0) return;
    this.#account.sessionsDone += 1;
    if (!this.#accountedFor.has(name)) this.#account.emptySessions += 1;
  }

  failed(session: Planned, why: string): void {
    this.#accountedFor.add(nameOf(session));
    this.#account.failures = [...this.#account.failures, { path: session.history.path, why }];
  }

  finish(state: ImportState, now: number, error: string | null = null): void {
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
