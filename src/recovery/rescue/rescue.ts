import { type Injection, injections } from "../../audit/index.ts";
import { isoTime, newId, redact } from "../../core/index.ts";
import { traitsOf } from "../../harnesses/traits/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord, Store } from "../../store/index.ts";
import { REMINDER } from "../../text/index.ts";
import { ROOM_FOR_ITEMS } from "../compaction-budget.ts";
import {
  addCompaction,
  type Compaction,
  changeCompaction,
  ungivenCompaction,
  unsettledCompactions,
} from "./compactions.ts";
import { composeRescue } from "./compose-rescue.ts";
import { likelyOf, type RankedItem, rank } from "./rank-items.ts";
import { readTrail } from "./read-trail.ts";
import { CALLS_LOOKED_AT, type RescueUsage, rescueUsage } from "./rescue-usage.ts";

/** The reason of such a text, in the log of injected texts, begins with this. */
export const RESCUE = "rescue";
/** The same for a text that was injected before the summary was known. */
export const COMPACTED = "compact";

const KEPT_READY = 8;
/** How many of each are recorded. */
const MOST_RECORDED = 200;

/** A compaction that is not dealt with yet. */
export interface Pending {
  readonly at: string;
  /** Whether its agent already got what needs no summary. */
  readonly isAnswered: boolean;
}

/** A text for a session's agent. */
export interface RescueText {
  readonly text: string;
  readonly compactionId: string;
}

/** The text for a compaction, and what is recorded of it. */
interface Composed {
  readonly text: string;
  readonly summary: string;
  readonly things: Compaction["things"];
  readonly upTo: number;
}

/** A text in preparation, for an agent that already got `injected`. */
interface Preparation {
  readonly injected: string;
  readonly composed: Promise<Composed | undefined>;
}

/** Lines to put first: what was there at a time and is not in `known`, in at most `room` characters. */
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

const textOf = (injections: readonly Injection[]): string => injections.map(({ text }) => text).join("\n");

/** Gives back what a client's summary left out: compares it with what was captured, once for each compaction. */
export class Rescue {
  readonly #services: Services;
  readonly #leadFor: LeadFor;
  /** Texts prepared in advance, by compaction. */
  readonly #prepared = new Map<string, Preparation>();

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
    const open = await ungivenCompaction(this.#store, sessionId);
    const upTo = (await this.#store.sessions.get(sessionId))?.totalMessages ?? 0;
    const announced = { trigger, upTo, announcedAt: this.#now };
    if (open?.happenedAt === null) return changeCompaction(this.#store, open.id, announced);
    // The agent never asked after the last one: what that left out, this one leaves out too.
    if (open) await changeCompaction(this.#store, open.id, { given: "", givenAt: this.#now });
    await addCompaction(this.#store, { id: newId(), sessionId, ...announced });
  }

  /** The session continues after a compaction, perhaps one that was not announced. */
  async happened(session: SessionRecord): Promise<void> {
    if (!(await ungivenCompaction(this.#store, session.id))) await this.announce(session, "unknown");
    await this.ended(session);
  }

  /** The announced one has ended; its summary may be known only later. Nothing is left to do where it was handled. */
  async ended(session: SessionRecord, summary?: string): Promise<void> {
    const open = await ungivenCompaction(this.#store, session.id);
    if (!open) return;
    const happenedAt = open.happenedAt ?? this.#now;
    const change = { happenedAt, ...(summary !== undefined && { summary: redact(summary) }) };
    await changeCompaction(this.#store, open.id, change);
  }

  /** The compaction for which the session's agent still has to get a text. */
  async pending({ id }: SessionRecord): Promise<Pending | undefined> {
    const compaction = await ungivenCompaction(this.#store, id);
    if (!compaction) return undefined;
    const isAnswered = (await this.#injectedSince(compaction)).some(({ reason }) => reason.startsWith(COMPACTED));
    return { at: compaction.happenedAt ?? compaction.announcedAt, isAnswered };
  }

  /** Composes the text before it is asked for. */
  async prepare(session: SessionRecord): Promise<void> {
    const compaction = await ungivenCompaction(this.#store, session.id);
    if (compaction?.happenedAt) await this.#composedFor(session, compaction);
  }

  /** The text for an agent whose context was compacted: once, and not before the summary is known. */
  async takePendingText(session: SessionRecord): Promise<RescueText | undefined> {
    const compaction = await ungivenCompaction(this.#store, session.id);
    if (!compaction?.happenedAt) return undefined;
    const composed = await this.#composedFor(session, compaction);
    if (!composed) return undefined;
    const { text, ...account } = composed;
    await changeCompaction(this.#store, compaction.id, { ...account, given: text, givenAt: this.#now });
    this.#prepared.delete(compaction.id);
    return text === "" ? undefined : { text, compactionId: compaction.id };
  }

  async #composedFor(session: SessionRecord, compaction: Compaction): Promise<Composed | undefined> {
    const injected = textOf(await this.#injectedSince(compaction));
    const known = this.#prepared.get(compaction.id);
    // A text injected in the meantime uses room and is not repeated.
    if (known?.injected === injected) return known.composed;
    const preparation = { injected, composed: this.#compose(session, compaction, injected) };
    this.#prepared.set(compaction.id, preparation);
    const [oldest] = this.#prepared.keys();
    if (oldest !== undefined && this.#prepared.size > KEPT_READY) this.#prepared.delete(oldest);
    // Without a summary yet, or failed: the next call starts again.
    const forget = () => this.#prepared.get(compaction.id) === preparation && this.#prepared.delete(compaction.id);
    preparation.composed.then((composed) => composed ?? forget(), forget);
    return preparation.composed;
  }

  async #compose(session: SessionRecord, compaction: Compaction, injected: string): Promise<Composed | undefined> {
    const summary = compaction.summary ?? (await this.#summaryOf(compaction));
    if (summary === undefined) return undefined;
    const { continuity } = await this.#services.configFor(session.projectNormalized);
    const upTo = await this.#endOf(compaction);
    const trail = await readTrail(this.#store, session, upTo);
    const known = `${summary}\n${injected}`;
    const ranked = rank(trail, traitsOf(session.harness));
    const knownItems = trail.itemsOf(known);
    const dropped = ranked.filter(({ key }) => !knownItems.has(key));
    const at = compaction.happenedAt ?? compaction.announcedAt;
    const budget = continuity.enabled
      ? continuity.recoveryBudgetChars - (injected === "" ? 0 : injected.length + 1)
      : 0;
    const leadRoom = budget - ROOM_FOR_ITEMS;
    const lead = leadRoom > 0 ? fitting(await this.#leadFor(session, at, known, leadRoom), leadRoom) : [];
    const { text, shown } = composeRescue({
      ...{ lead, likely: likelyOf(dropped, trail), budget },
      agoMs: this.#services.clock.now() - Date.parse(at),
    });
    const listed = (some: readonly RankedItem[]) => some.slice(0, MOST_RECORDED).map(({ key }) => key);
    const kept = ranked.filter(({ key }) => knownItems.has(key));
    const things = { kept: listed(kept), dropped: listed(dropped), told: listed(shown) };
    return { text, summary, things, upTo };
  }

  /** Records how the compactions of a session turned out, as far as that is known by now. */
  async settle(session: SessionRecord): Promise<void> {
    for (const compaction of await unsettledCompactions(this.#store, session.id)) {
      const aftermath = await this.#aftermath(session, compaction);
      if (aftermath) await changeCompaction(this.#store, compaction.id, aftermath);
    }
  }

  /** A compaction with what came of it, as far as it is known now. */
  async report(compaction: Compaction): Promise<Compaction> {
    if (compaction.needed !== null) return compaction;
    const session = await this.#store.sessions.get(compaction.sessionId);
    const aftermath = session && (await this.#aftermath(session, compaction));
    return aftermath ? { ...compaction, ...aftermath } : compaction;
  }

  /**
   * All texts injected for a compaction: at its start, and when its summary was known. One that never arrived was sent
   * twice.
   */
  async injectedTexts(compaction: Compaction): Promise<string[]> {
    const texts = (await this.#injectedSince(compaction)).map(({ text }) => text);
    return [...new Set([...texts, compaction.given ?? ""])].filter((text) => text !== "");
  }

  async #aftermath(session: SessionRecord, compaction: Compaction): Promise<RescueUsage | undefined> {
    const after = await this.#store.messages.list(session.id, {
      kinds: ["tool_use"],
      after: compaction.upTo,
      limit: CALLS_LOOKED_AT,
    });
    if (after.length === 0) return undefined;
    const trail = await readTrail(this.#store, session, compaction.upTo);
    return rescueUsage(trail, after, compaction.summary ?? "", textOf(await this.#injectedSince(compaction)));
  }

  /** The last message before it: a client may write down what came before only after it has announced it. */
  async #endOf({ sessionId, upTo }: Compaction): Promise<number> {
    const [boundary] = await this.#store.messages.list(sessionId, { kinds: ["boundary"], after: upTo, limit: 1 });
    return boundary ? boundary.seq - 1 : upTo;
  }

  /** The summary from the transcript, for clients whose hooks do not report it. */
  async #summaryOf({ sessionId, upTo }: Compaction): Promise<string | undefined> {
    const [message] = await this.#store.messages.list(sessionId, { kinds: ["summary"], after: upTo, limit: 1 });
    return message?.content;
  }

  /** The texts injected for a compaction, without the reminders of prompts. */
  async #injectedSince({ sessionId, announcedAt, given, givenAt }: Compaction): Promise<Injection[]> {
    const all = await injections(this.#store).list({ sessionId });
    const isLater = ({ createdAt, text }: Injection) => givenAt !== null && createdAt > givenAt && text !== given;
    return all.filter((one) => one.createdAt >= announcedAt && !isLater(one) && !one.reason.startsWith(REMINDER));
  }
}
