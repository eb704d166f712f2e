import { isoTime, KeyedMutex, newId } from "../core/index.ts";
import type { Memory, RecalledMemory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import type { MessageKind, SessionRecord } from "../store/index.ts";
import { namesIn, termHash } from "../text/index.ts";
import { MOST_NAMED, novelIn } from "./novelty.ts";
import { type RecoveryText, recoveredItems, type ServedItem } from "./recovered-items.ts";
import {
  markUsed,
  pruneServed,
  type Served,
  type ServedWay,
  served,
  totalsByWay,
  unusedIn,
  type WayTotals,
} from "./served-items.ts";
import {
  type SessionSignals,
  type StartKind,
  type StartTotals,
  sessionSignals,
  totalsOfStart,
} from "./session-signals.ts";
import { follow } from "./usage.ts";
import { marksOf, readMarks } from "./usage-marks.ts";

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 90 * DAY_MS;
const MOST_KEPT = 100_000;
/** Older served items are no longer checked for use. */
const FOLLOWED = 60;
const PAGE = 300;
const PAGES_AT_ONCE = 10;
const CONTEXT_READ = 60;
const CONTEXT_CHARS = 4000;
const SAID: readonly MessageKind[] = ["prompt", "text", "tool_use"];
const CANDIDATES = 10;

export const itemOf = ({ id, kind, content, score, explanation }: RecalledMemory): ServedItem => ({
  ...{ id, kind, words: content, score, features: explanation },
});

const compact = (features: ServedItem["features"] = {}): string =>
  JSON.stringify(Object.fromEntries(Object.entries(features).map(([name, value]) => [name, Number(value.toFixed(3))])));

/** Records what was served to agents and whether it was used, in the background: failures only go to the log. */
export class Signals {
  readonly #turns = new KeyedMutex();
  /** Sessions that were served something since this process started. */
  readonly #served = new Set<string>();

  readonly #services: Services;
  readonly #memory: Memory;

  constructor(services: Services, memory: Memory) {
    this.#services = services;
    this.#memory = memory;
  }

  /** `asked` is the query, whose words the agent already knew. */
  served(
    session: SessionRecord,
    way: ServedWay,
    items: readonly ServedItem[],
    asked = "",
    at = isoTime(this.#services.clock.now()),
  ): void {
    if (items.length === 0) return;
    this.#served.add(session.id);
    this.#inBackground(session.id, () => this.#note(session, way, items, asked, at));
  }

  recovered(session: SessionRecord, recovered: RecoveryText, at: string): void {
    this.#inBackground(session.id, async () => {
      await this.#note(session, "recovery", await recoveredItems(this.#services.store, recovered), "", at);
      await this.#began(session.id, "recovered");
    });
  }

  /** A session started without recovery; if the project has history, it started cold. */
  startedWithout(session: SessionRecord): void {
    this.#inBackground(session.id, async () => {
      if (session.projectNormalized === null || session.promptCount > 0) return;
      const { sessions } = this.#services.store;
      const others = await sessions.list({ project: session.projectNormalized, type: "coding", limit: CANDIDATES });
      const isHistory = ({ id, lineage, promptCount }: SessionRecord) =>
        id !== session.id && lineage !== "subagent" && promptCount > 0;
      if (others.some(isHistory)) await this.#began(session.id, "cold");
    });
  }

  /** Checks new messages of a session for use of served items. */
  look(sessionId: string): void {
    this.#inBackground(sessionId, async () => {
      for (let page = 0; page < PAGES_AT_ONCE; page++) if (!(await this.#lookOn(sessionId))) return;
    });
  }

  /** The same for busy sessions: only if something was served. */
  lookIfServed(sessionId: string): void {
    if (this.#served.has(sessionId)) this.look(sessionId);
  }

  list({ sessionId, limit }: { sessionId?: string | undefined; limit: number }): Promise<Served[]> {
    return served(this.#services.store).list({ sessionId }, { newestFirst: true, limit });
  }

  sessions({ sessionId, limit }: { sessionId?: string | undefined; limit: number }): Promise<SessionSignals[]> {
    return sessionSignals(this.#services.store).list({ sessionId }, { newestFirst: true, limit });
  }

  async totals(): Promise<SignalTotals> {
    const { store } = this.#services;
    const ways = await totalsByWay(store);
    return {
      served: ways.reduce((sum, way) => sum + way.served, 0),
      used: ways.reduce((sum, way) => sum + way.used, 0),
      ways,
      recovered: await totalsOfStart(store, "recovered"),
      cold: await totalsOfStart(store, "cold"),
    };
  }

  async prune(): Promise<number> {
    const { store, clock } = this.#services;
    const before = isoTime(clock.now() - KEPT_MS);
    await sessionSignals(store).remove({ before });
    return pruneServed(store, before, MOST_KEPT);
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }

  /** In order for each session, after the caller has its answer. */
  #inBackground(sessionId: string, work: () => Promise<void>): void {
    const { log } = this.#services;
    this.#turns
      .run(sessionId, () => new Promise<void>((resolve) => setImmediate(resolve)).then(work))
      .catch((error) => log.warn({ err: error, sessionId }, "a signal could not be recorded"));
  }

  async #note(session: SessionRecord, way: ServedWay, items: readonly ServedItem[], asked: string, servedAt: string) {
    const { store } = this.#services;
    // Deleted while this waited.
    if (items.length === 0 || !(await store.sessions.get(session.id))) return;
    const { projectNormalized: project, agent } = session;
    const scope = { project: project ?? undefined, agent: agent ?? undefined };
    const before = new Set(
      (await unusedIn(store, session.id, FOLLOWED)).filter((one) => one.way === way).map(({ itemId }) => itemId),
    );
    const known = [asked, ...(await this.#context(session.id))];
    const rows: Served[] = [];
    for (const [index, item] of items.entries()) {
      if (before.has(item.id)) continue;
      const rare = await this.#memory.rareTerms(item.words, scope);
      rows.push({
        ...{ id: newId(), itemId: item.id, itemKind: item.kind, sessionId: session.id, servedAt, way, rank: index + 1 },
        ...{ score: item.score, features: compact(item.features), usedAt: null },
        marks: JSON.stringify(marksOf(item.words, rare, known)),
      });
    }
    const names = items.flatMap(({ words }) => namesIn(words)).map(termHash);
    await store.transaction(async (tables) => {
      for (const row of rows) await served(tables).add(row);
      const current = (await sessionSignals(tables).get(session.id)) ?? this.#fresh(session.id);
      const named = new Set([...namedIn(current), ...names]);
      await sessionSignals(tables).put({
        ...current,
        named: written(named),
        updatedAt: isoTime(this.#services.clock.now()),
      });
    });
  }

  /** The texts in the agent's current context. */
  async #context(sessionId: string): Promise<string[]> {
    const { messages } = this.#services.store;
    const [boundary] = await messages.list(sessionId, { kinds: ["boundary"], limit: 1, fromEnd: true });
    const said = await messages.list(sessionId, { after: boundary?.seq, limit: CONTEXT_READ, fromEnd: true });
    return said.map(({ content }) => content.slice(0, CONTEXT_CHARS));
  }

  async #began(sessionId: string, start: StartKind): Promise<void> {
    const signals = sessionSignals(this.#services.store);
    const current = (await signals.get(sessionId)) ?? this.#fresh(sessionId);
    if (current.start !== "recovered")
      await signals.put({ ...current, start, updatedAt: isoTime(this.#services.clock.now()) });
  }

  #fresh(sessionId: string): SessionSignals {
    return {
      sessionId,
      start: null,
      novel: 0,
      named: "[]",
      lookedSeq: 0,
      updatedAt: isoTime(this.#services.clock.now()),
    };
  }

  /** Reads the next page; false at the end of the ledger. */
  async #lookOn(sessionId: string): Promise<boolean> {
    const { store } = this.#services;
    const session = await store.sessions.get(sessionId);
    const current = (await sessionSignals(store).get(sessionId)) ?? this.#fresh(sessionId);
    if (!session || session.totalMessages <= current.lookedSeq) return false;
    const unused = (await unusedIn(store, sessionId, FOLLOWED)).map(({ id, servedAt, marks }) => ({
      ...{ id, servedAt, marks: readMarks(marks) },
    }));
    // Tool output is only read as another possible source of a word.
    const kinds = unused.length > 0 ? [...SAID, "tool_result" as const] : SAID;
    const seen = await store.messages.list(sessionId, { after: current.lookedSeq, kinds, limit: PAGE });
    const { used, left } = follow(unused, seen);
    const named = namedIn(current);
    const novel = novelIn(named, seen);
    const lookedSeq = seen.length < PAGE ? session.totalMessages : (seen.at(-1)?.seq ?? session.totalMessages);
    await store.transaction(async (tables) => {
      for (const [id, at] of used) await markUsed(tables, id, at);
      for (const { id, marks } of unused) {
        const rest = left.get(id);
        if (rest && rest !== marks) await served(tables).update(id, (one) => ({ ...one, marks: JSON.stringify(rest) }));
      }
      await sessionSignals(tables).put({
        ...{ ...current, lookedSeq, novel: current.novel + novel.size },
        ...{ named: written(new Set([...named, ...novel])), updatedAt: isoTime(this.#services.clock.now()) },
      });
    });
    return seen.length === PAGE;
  }
}

function namedIn({ named }: SessionSignals): ReadonlySet<number> {
  const value: unknown = JSON.parse(named);
  return new Set(Array.isArray(value) ? value.map(Number) : []);
}

const written = (named: ReadonlySet<number>): string => JSON.stringify([...named].slice(0, MOST_NAMED));

export interface SignalTotals {
  readonly served: number;
  readonly used: number;
  readonly ways: readonly WayTotals[];
  readonly recovered: StartTotals;
  readonly cold: StartTotals;
}

/** The share of what was served that was used: 0 to 1. */
const share = ({ served, used }: Pick<WayTotals, "served" | "used">): number =>
  served === 0 ? 0 : Number((used / served).toFixed(4));

const average = ({ sessions, novel }: StartTotals): number =>
  sessions === 0 ? 0 : Number((novel / sessions).toFixed(1));

/** The signals in the status. */
export const signalsView = ({ served, used, ways, recovered, cold }: SignalTotals) => ({
  ...{ served, used, usedShare: share({ served, used }) },
  ways: Object.fromEntries(ways.map(({ way, ...one }) => [way, { ...one, usedShare: share(one) }])),
  recovered: { sessions: recovered.sessions, novelContext: average(recovered) },
  cold: { sessions: cold.sessions, novelContext: average(cold) },
});
