import { isoTime, KeyedMutex } from "../core/index.ts";
import type { Memory, RecalledMemory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import type {
  MessageKind,
  NewServed,
  ServedRecord,
  ServedWay,
  SessionRecord,
  SessionSignals,
  SignalTotals,
  StartKind,
} from "../store/index.ts";
import { namesIn, termHash } from "../text/index.ts";
import { marksOf, readMarks } from "./marks.ts";
import { MOST_NAMED, novelIn } from "./novelty.ts";
import { type RecoveryText, recoveredItems, type ServedItem } from "./recovered-items.ts";
import { follow } from "./usage.ts";

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 90 * DAY_MS;
const MOST_KEPT = 100_000;
/** What was served so many others ago is given up: its use would not be seen as one. */
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

/**
 * Notes what was served to agents and what came of it. All of it happens beside the work, and none of it may fail it.
 */
export class Signals {
  readonly #services: Services;
  readonly #memory: Memory;
  readonly #turns = new KeyedMutex();
  /** Sessions that something was served to since this process began. */
  readonly #served = new Set<string>();

  constructor(services: Services, memory: Memory) {
    this.#services = services;
    this.#memory = memory;
  }

  /** Something was served. `asked` is what it was found by: that, the agent knew. */
  served(session: SessionRecord, way: ServedWay, items: readonly ServedItem[], asked = "", at = this.#now()): void {
    if (items.length === 0) return;
    this.#served.add(session.id);
    this.#beside(session.id, () => this.#note(session, way, items, asked, at));
  }

  recovered(session: SessionRecord, recovered: RecoveryText, at: string): void {
    this.#beside(session.id, async () => {
      await this.#note(session, "recovery", await recoveredItems(this.#services.store, recovered), "", at);
      await this.#began(session.id, "recovered");
    });
  }

  /** A session began without being told anything; where there was something to tell, it started cold. */
  startedWithout(session: SessionRecord): void {
    this.#beside(session.id, async () => {
      if (session.projectNormalized === null || session.promptCount > 0) return;
      const { sessions } = this.#services.store;
      const others = await sessions.list({ project: session.projectNormalized, type: "coding", limit: CANDIDATES });
      const isHistory = ({ id, lineage, promptCount }: SessionRecord) =>
        id !== session.id && lineage !== "subagent" && promptCount > 0;
      if (others.some(isHistory)) await this.#began(session.id, "cold");
    });
  }

  /** The session's ledger has grown: looks for use in what is new. */
  look(sessionId: string): void {
    this.#beside(sessionId, () => this.#look(sessionId));
  }

  /** The same for sessions that say something all the time: only where there is something to look for. */
  lookIfServed(sessionId: string): void {
    if (this.#served.has(sessionId)) this.look(sessionId);
  }

  list(filter: { sessionId?: string | undefined; limit: number }): Promise<ServedRecord[]> {
    return this.#services.store.signals.list(filter);
  }

  sessions(filter: { sessionId?: string | undefined; limit: number }): Promise<SessionSignals[]> {
    return this.#services.store.signals.sessions(filter);
  }

  totals(): Promise<SignalTotals> {
    return this.#services.store.signals.totals();
  }

  prune(): Promise<number> {
    return this.#services.store.signals.prune(isoTime(this.#services.clock.now() - KEPT_MS), MOST_KEPT);
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }

  #now(): string {
    return isoTime(this.#services.clock.now());
  }

  /** One after the other for each session, when whoever asked has their answer. */
  #beside(sessionId: string, work: () => Promise<void>): void {
    const { log } = this.#services;
    this.#turns
      .run(sessionId, () => new Promise<void>((resolve) => setImmediate(resolve)).then(work))
      .catch((error) => log.warn({ err: error, sessionId }, "a signal was not noted"));
  }

  async #note(session: SessionRecord, way: ServedWay, items: readonly ServedItem[], asked: string, servedAt: string) {
    const { store } = this.#services;
    // Gone, or purged while this waited.
    if (items.length === 0 || !(await store.sessions.get(session.id))) return;
    const { projectNormalized: project, agent } = session;
    const scope = { project: project ?? undefined, agent: agent ?? undefined };
    const before = new Set(
      (await store.signals.unused(session.id, FOLLOWED)).filter((one) => one.way === way).map(({ itemId }) => itemId),
    );
    const known = [asked, ...(await this.#context(session.id))];
    const rows: NewServed[] = [];
    for (const [index, item] of items.entries()) {
      if (before.has(item.id)) continue;
      const rare = await this.#memory.rareTerms(item.words, scope);
      rows.push({
        ...{ itemId: item.id, itemKind: item.kind, sessionId: session.id, servedAt, way, rank: index + 1 },
        ...{ score: item.score, features: compact(item.features), usedAt: null },
        marks: JSON.stringify(marksOf(item.words, rare, known)),
      });
    }
    const names = items.flatMap(({ words }) => namesIn(words)).map(termHash);
    await store.transaction(async ({ signals }) => {
      await signals.add(rows);
      const current = (await signals.ofSession(session.id)) ?? this.#fresh(session.id);
      const named = new Set([...namedIn(current), ...names]);
      await signals.saveSession({ ...current, named: written(named), updatedAt: this.#now() });
    });
  }

  /** What the agent has heard and said since its context began. */
  async #context(sessionId: string): Promise<string[]> {
    const { messages } = this.#services.store;
    const boundary = await messages.lastBoundary(sessionId);
    const said = await messages.list(sessionId, { after: boundary?.seq, limit: CONTEXT_READ, fromEnd: true });
    return said.map(({ content }) => content.slice(0, CONTEXT_CHARS));
  }

  async #began(sessionId: string, start: StartKind): Promise<void> {
    const { signals } = this.#services.store;
    const current = (await signals.ofSession(sessionId)) ?? this.#fresh(sessionId);
    if (current.start !== "recovered") await signals.saveSession({ ...current, start, updatedAt: this.#now() });
  }

  #fresh(sessionId: string): SessionSignals {
    return { sessionId, start: null, novel: 0, named: "[]", lookedSeq: 0, updatedAt: this.#now() };
  }

  async #look(sessionId: string): Promise<void> {
    for (let page = 0; page < PAGES_AT_ONCE; page++) if (!(await this.#lookOn(sessionId))) return;
  }

  /** One page further; false at the end of the ledger. */
  async #lookOn(sessionId: string): Promise<boolean> {
    const { store } = this.#services;
    const session = await store.sessions.get(sessionId);
    const current = (await store.signals.ofSession(sessionId)) ?? this.#fresh(sessionId);
    if (!session || session.totalMessages <= current.lookedSeq) return false;
    const unused = (await store.signals.unused(sessionId, FOLLOWED)).map(({ pk, servedAt, marks }) => ({
      ...{ pk, servedAt, marks: readMarks(marks) },
    }));
    // What tools printed is read only to tell where something may have come from.
    const kinds = unused.length > 0 ? [...SAID, "tool_result" as const] : SAID;
    const heard = await store.messages.list(sessionId, { after: current.lookedSeq, kinds, limit: PAGE });
    const { used, left } = follow(unused, heard);
    const named = namedIn(current);
    const novel = novelIn(named, heard);
    const lookedSeq = heard.length < PAGE ? session.totalMessages : (heard.at(-1)?.seq ?? session.totalMessages);
    await store.transaction(async ({ signals }) => {
      for (const [pk, at] of used) await signals.markUsed(pk, at);
      for (const { pk, marks } of unused) {
        const rest = left.get(pk);
        if (rest && rest !== marks) await signals.saveMarks(pk, JSON.stringify(rest));
      }
      await signals.saveSession({
        ...{ ...current, lookedSeq, novel: current.novel + novel.size },
        ...{ named: written(new Set([...named, ...novel])), updatedAt: this.#now() },
      });
    });
    return heard.length === PAGE;
  }
}

function namedIn({ named }: SessionSignals): ReadonlySet<number> {
  const value: unknown = JSON.parse(named);
  return new Set(Array.isArray(value) ? value.map(Number) : []);
}

const written = (named: ReadonlySet<number>): string => JSON.stringify([...named].slice(0, MOST_NAMED));
