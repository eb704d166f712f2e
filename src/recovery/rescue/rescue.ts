import { z } from "zod";
import { isoTime, newId, redact } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { CompactionRecord, InjectionRecord, SessionRecord, Store } from "../../store/index.ts";
import { REMINDER } from "../../text/index.ts";
import { type Aftermath, aftermathOf, CALLS_LOOKED_AT } from "./aftermath.ts";
import { composeRescue } from "./compose.ts";
import { likelyOf, type RankedItem, rank } from "./rank.ts";
import { readTrail } from "./read.ts";

/** What the account of such a text begins with. */
export const RESCUE = "rescue";
/** And that of what was given before the summary was known. */
export const COMPACTED = "compact";

const KEPT_READY = 8;
/** So many of each are kept for the account. */
const ACCOUNTED = 200;

/** What the ranked items have of the budget, whatever else there is to say. */
const ROOM_FOR_ITEMS = 500;

const keys = z.array(z.string());
const thingsShape = z.object({ kept: keys, dropped: keys, told: keys });
const neededShape = z.object({ kept: keys, told: keys, missed: keys });

/** A compaction with what is known of it. */
export interface CompactionAccount {
  readonly compaction: CompactionRecord;
  readonly things: z.infer<typeof thingsShape> | undefined;
  readonly needed: z.infer<typeof neededShape> | undefined;
  readonly score: number | undefined;
}

/** A compaction that is not dealt with yet. */
export interface Pending {
  readonly at: string;
  /** Whether its agent was given what needs no summary. */
  readonly isAnswered: boolean;
}

/** A text for a session's agent. */
export interface RescueGiven {
  readonly text: string;
  readonly compactionId: string;
}

/** What is to be told of a compaction, and the account of it. */
interface Worked {
  readonly text: string;
  readonly summary: string;
  readonly things: string;
  readonly upTo: number;
}

/** It is being worked out, for an agent that was given so much before. */
interface Working {
  readonly given: string;
  readonly worked: Promise<Worked | undefined>;
}

/** Lines to say first: of what was there at a time and is not `known` since, in at most `room` characters. */
export type LeadFor = (session: SessionRecord, at: string, known: string, room: number) => Promise<readonly string[]>;

const NO_LEAD: LeadFor = async () => [];

/** As many lines as fit, in their order. */
function fitting(lines: readonly string[], room: number): string[] {
  let left = room;
  return lines.filter((line) => {
    if (line.length + 1 > left) return false;
    left -= line.length + 1;
    return true;
  });
}

const textOf = (injections: readonly InjectionRecord[]): string => injections.map(({ text }) => text).join("\n");

/** Gives back what a client's summary left out: compares it with what was captured, once for each compaction. */
export class Rescue {
  readonly #services: Services;
  readonly #leadFor: LeadFor;
  /** Worked out before anybody asked, by the compaction. */
  readonly #worked = new Map<string, Working>();

  constructor(services: Services, leadFor = NO_LEAD) {
    this.#services = services;
    this.#leadFor = leadFor;
  }

  get #store(): Store {
    return this.#services.store;
  }

  get #now(): string {
    return isoTime(this.#services.clock.now());
  }

  /** A compaction is about to happen, perhaps: some clients say so and do nothing. */
  async announce({ id: sessionId }: SessionRecord, trigger: string): Promise<void> {
    const owed = await this.#store.compactions.owed(sessionId);
    const upTo = (await this.#store.sessions.get(sessionId))?.totalMessages ?? 0;
    const announced = { trigger, upTo, announcedAt: this.#now };
    if (owed?.happenedAt === null) return this.#store.compactions.change(owed.id, announced);
    // Nobody came to be told of the one before: what it left out, this one leaves out too.
    if (owed) await this.#store.compactions.change(owed.id, { given: "", givenAt: this.#now });
    await this.#store.compactions.add({ id: newId(), sessionId, ...announced });
  }

  /** The session goes on behind a compaction, perhaps one that nobody had announced. */
  async happened(session: SessionRecord): Promise<void> {
    if (!(await this.#store.compactions.owed(session.id))) await this.announce(session, "unknown");
    await this.ended(session);
  }

  /**
   * The announced one has ended; its summary may be known only later. Where it was dealt with before, nothing is left
   * to say.
   */
  async ended(session: SessionRecord, summary?: string): Promise<void> {
    const { compactions } = this.#store;
    const owed = await compactions.owed(session.id);
    if (!owed) return;
    const happenedAt = owed.happenedAt ?? this.#now;
    await compactions.change(owed.id, { happenedAt, ...(summary !== undefined && { summary: redact(summary) }) });
  }

  /** The compaction for which the session's agent is still to be told something. */
  async pending({ id }: SessionRecord): Promise<Pending | undefined> {
    const compaction = await this.#store.compactions.owed(id);
    if (!compaction) return undefined;
    const isAnswered = (await this.#givenSince(compaction)).some(({ reason }) => reason.startsWith(COMPACTED));
    return { at: compaction.happenedAt ?? compaction.announcedAt, isAnswered };
  }

  /** Works out what is owed, before anybody waits for it. */
  async prepare(session: SessionRecord): Promise<void> {
    const compaction = await this.#store.compactions.owed(session.id);
    if (compaction?.happenedAt) await this.#workedOut(session, compaction);
  }

  /** What an agent whose context was compacted is to be told now: once, and not before the summary is known. */
  async owed(session: SessionRecord): Promise<RescueGiven | undefined> {
    const compaction = await this.#store.compactions.owed(session.id);
    if (!compaction?.happenedAt) return undefined;
    const worked = await this.#workedOut(session, compaction);
    if (!worked) return undefined;
    const { text, ...account } = worked;
    await this.#store.compactions.change(compaction.id, { ...account, given: text, givenAt: this.#now });
    this.#worked.delete(compaction.id);
    return text === "" ? undefined : { text, compactionId: compaction.id };
  }

  async #workedOut(session: SessionRecord, compaction: CompactionRecord): Promise<Worked | undefined> {
    const given = textOf(await this.#givenSince(compaction));
    const known = this.#worked.get(compaction.id);
    // What was given meanwhile takes its room and need not be told again.
    if (known?.given === given) return known.worked;
    const working = { given, worked: this.#work(session, compaction, given) };
    this.#worked.set(compaction.id, working);
    const [oldest] = this.#worked.keys();
    if (oldest !== undefined && this.#worked.size > KEPT_READY) this.#worked.delete(oldest);
    // Without a summary yet, or failed: the next who asks begins anew.
    const forget = () => this.#worked.get(compaction.id) === working && this.#worked.delete(compaction.id);
    working.worked.then((worked) => worked ?? forget(), forget);
    return working.worked;
  }

  async #work(session: SessionRecord, compaction: CompactionRecord, given: string): Promise<Worked | undefined> {
    const summary = compaction.summary ?? (await this.#summaryOf(compaction));
    if (summary === undefined) return undefined;
    const { continuity } = await this.#services.configFor(session.projectNormalized);
    const upTo = await this.#endOf(compaction);
    const trail = await readTrail(this.#store, session, upTo);
    const known = `${summary}\n${given}`;
    const ranked = rank(trail, { showsFilesAgain: session.harness === "claude-code" });
    const knownItems = trail.itemsOf(known);
    const dropped = ranked.filter(({ key }) => !knownItems.has(key));
    const at = compaction.happenedAt ?? compaction.announcedAt;
    const budget = continuity.enabled ? continuity.recoveryBudgetChars - (given === "" ? 0 : given.length + 1) : 0;
    const leadRoom = budget - ROOM_FOR_ITEMS;
    const lead = leadRoom > 0 ? fitting(await this.#leadFor(session, at, known, leadRoom), leadRoom) : [];
    const { text, told } = composeRescue({
      ...{ lead, likely: likelyOf(dropped, trail), budget },
      agoMs: this.#services.clock.now() - Date.parse(at),
    });
    const listed = (some: readonly RankedItem[]) => some.slice(0, ACCOUNTED).map(({ key }) => key);
    const kept = ranked.filter(({ key }) => knownItems.has(key));
    const things = { kept: listed(kept), dropped: listed(dropped), told: listed(told) };
    return { text, summary, things: JSON.stringify(things), upTo };
  }

  /** Writes down how the compactions of a session turned out, as far as that can be told by now. */
  async settle(session: SessionRecord): Promise<void> {
    for (const compaction of await this.#store.compactions.unsettled(session.id)) {
      const aftermath = await this.#aftermath(session, compaction);
      if (!aftermath) continue;
      const { needed, score = null } = aftermath;
      await this.#store.compactions.change(compaction.id, { needed: JSON.stringify(needed), score });
    }
  }

  /** A compaction with what came of it, as far as it is known now. */
  async account(compaction: CompactionRecord): Promise<CompactionAccount> {
    const things = compaction.things === null ? undefined : thingsShape.parse(JSON.parse(compaction.things));
    if (compaction.needed !== null) {
      const needed = neededShape.parse(JSON.parse(compaction.needed));
      return { compaction, things, needed, score: compaction.score ?? undefined };
    }
    const session = await this.#store.sessions.get(compaction.sessionId);
    const aftermath = session && (await this.#aftermath(session, compaction));
    return {
      ...{ compaction, things },
      needed: aftermath && neededShape.parse(aftermath.needed),
      score: aftermath?.score,
    };
  }

  /**
   * All that the agent was given for a compaction: at its start, and when its summary was known. What never arrived was
   * given twice.
   */
  async given(compaction: CompactionRecord): Promise<string[]> {
    const texts = (await this.#givenSince(compaction)).map(({ text }) => text);
    return [...new Set([...texts, compaction.given ?? ""])].filter((text) => text !== "");
  }

  async #aftermath(session: SessionRecord, compaction: CompactionRecord): Promise<Aftermath | undefined> {
    const after = await this.#store.messages.list(session.id, {
      kinds: ["tool_use"],
      after: compaction.upTo,
      limit: CALLS_LOOKED_AT,
    });
    if (after.length === 0) return undefined;
    const trail = await readTrail(this.#store, session, compaction.upTo);
    return aftermathOf(trail, after, compaction.summary ?? "", textOf(await this.#givenSince(compaction)));
  }

  /** The last message before it: a client may write down what came before only after it has announced it. */
  async #endOf({ sessionId, upTo }: CompactionRecord): Promise<number> {
    const [boundary] = await this.#store.messages.list(sessionId, { kinds: ["boundary"], after: upTo, limit: 1 });
    return boundary ? boundary.seq - 1 : upTo;
  }

  /** The transcript has the summary too, where the client tells it to nobody. */
  async #summaryOf({ sessionId, upTo }: CompactionRecord): Promise<string | undefined> {
    const [message] = await this.#store.messages.list(sessionId, { kinds: ["summary"], after: upTo, limit: 1 });
    return message?.content;
  }

  /** What the agent was given for it, without what its prompts brought to mind. */
  async #givenSince({ sessionId, announcedAt, given, givenAt }: CompactionRecord): Promise<InjectionRecord[]> {
    const injections = await this.#store.accounts.injections(sessionId);
    const isLater = ({ createdAt, text }: InjectionRecord) => givenAt !== null && createdAt > givenAt && text !== given;
    return injections.filter(
      (one) => one.createdAt >= announcedAt && !isLater(one) && !one.reason.startsWith(REMINDER),
    );
  }
}
