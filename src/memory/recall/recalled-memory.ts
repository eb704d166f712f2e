import { isoDay } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { Indexed, MemoryRecord, Tables } from "../../store/index.ts";
import { isCourtesy } from "../../text/index.ts";
import type { RecallInput } from "../input.ts";
import { FEATURES, type Feature, WEIGHTS } from "./ranking-features.ts";
import type { Ranked } from "./search.ts";
import type { Selectable } from "./selection.ts";
import { topicFilter } from "./topic-filter.ts";

/** The part of a text with most of the terms; a short text stays whole. */
function excerpt(text: string, terms: readonly string[], most: number): string {
  if (text.length <= most) return text;
  const places = placesOf(text.toLowerCase(), terms);
  let best = { start: 0, found: 0 };
  let first = 0;
  for (let last = 0; last < places.length; last++) {
    const end = places[last] ?? 0;
    while (end - (places[first] ?? 0) > most / 2) first += 1;
    if (last - first + 1 > best.found) best = { start: places[first] ?? 0, found: last - first + 1 };
  }
  const start = Math.max(0, Math.min(best.start - Math.floor(most / 4), text.length - most));
  const cut = text.slice(start, start + most).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${cut}${start + most < text.length ? "…" : ""}`;
}

const MOST_PLACES = 1000;

function placesOf(text: string, terms: readonly string[]): number[] {
  const places: number[] = [];
  for (const term of terms) {
    const word = term.toLowerCase();
    if (word === "") continue;
    for (let at = text.indexOf(word); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(word, at + word.length))
      places.push(at);
  }
  return places.sort((a, b) => a - b);
}

export interface RecalledMemory extends MemoryRecord {
  /** 0 to 1. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** What each feature added to the score, with `explain`. */
  readonly explanation?: Readonly<Partial<Record<Feature | "remembered" | "recent", number>>>;
  readonly match?: Match;
  /** A newer memory about the same subject, which comes before this one. */
  readonly newer?: string;
}

/** Which of the asked terms it has. */
export interface Match {
  readonly terms: readonly MatchedTerm[];
  /** How many message passages there are in the scope. */
  readonly among: number;
}

export interface MatchedTerm {
  readonly term: string;
  /** 1, or less for words that only frame a question. */
  readonly worth: number;
  /** About how many of those passages hold it. */
  readonly holders: number;
  readonly isThere: boolean;
}

export interface Candidate extends Selectable {
  readonly memory: RecalledMemory;
}

type Asked = Pick<RecallInput, "file" | "error" | "command" | "project" | "agent" | "asOf" | "explain">;

/** Longer messages are cut to the passage that matched. */
const WHOLE_CHARS = 900;
/** Longer passages are cut to the part around the words. */
const LONGEST_PASSAGE = 2500;

interface Owner {
  readonly agent: string | null;
  readonly project: string | null;
}

/** Without paths: every project. */
interface Within {
  readonly paths: ReadonlySet<string> | undefined;
  readonly agent: string | undefined;
}

/** A project may have several folders. */
export const withinOf = async (
  { projects }: Pick<Tables, "projects">,
  { project, agent }: Pick<Asked, "project" | "agent">,
): Promise<Within> => ({ paths: project === undefined ? undefined : new Set(await projects.paths(project)), agent });

const isIn = ({ paths, agent }: Within, owner: Owner): boolean =>
  (paths === undefined || (owner.project !== null && paths.has(owner.project))) &&
  (agent === undefined || owner.agent === agent);

/** An agent's own memory without a project is not shown to a project. */
const isOthers = ({ project, agent }: Asked, memory: MemoryRecord): boolean =>
  project !== undefined && agent === undefined && memory.agent !== null && memory.project === null;

/** Memories without a project hold in all projects, and those without an agent for all agents. */
export const isRememberedIn = (within: Within, owner: Owner): boolean =>
  owner.project === null ? owner.agent === null || isIn({ ...within, paths: undefined }, owner) : isIn(within, owner);

/** A memory that was superseded after the asked time held then. */
const held = (supersededAt: string | null, asOf: number | undefined): boolean =>
  supersededAt === null || (asOf !== undefined && Date.parse(supersededAt) > asOf);

function wording(text: string, { passage: { start, size }, asked }: Ranked): string {
  if (text.length <= WHOLE_CHARS) return text;
  const end = start + size;
  const terms = asked.terms.map(({ term }) => term);
  const words = excerpt(text.slice(start, end).trim(), terms, LONGEST_PASSAGE);
  return `${start > 0 && !words.startsWith("…") ? "…" : ""}${words}${end < text.length && !words.endsWith("…") ? "…" : ""}`;
}

/** The message that a memory was extracted from. */
const originOf = ({ id, source }: MemoryRecord): string => /^message (\S+)/.exec(source)?.[1] ?? id;

/** A message, checkpoint or rule in the form of a memory. */
const asMemory = (
  { id, sessionId, createdAt }: { id: string; sessionId: string | null; createdAt: string },
  { agent, project }: Owner,
  fields: { content: string; kind: string; source: string },
): MemoryRecord => ({
  ...{ id, agent, project, ...fields, sessionId, createdAt },
  ...{ lastUsedAt: null, supersededBy: null, receiptId: null, weight: 0.5 },
});

function reasonsFor(one: Ranked, { kind, createdAt }: MemoryRecord, role: string): string[] {
  const { source, features, heldUntil, recent } = one;
  const reasons = [source === "messages" ? `said by ${role}` : `matches (${kind})`];
  if (features.words === 0 && features.wordsNext > 0) reasons.push("next to what matches");
  if (features.words === 0 && features.kin > 0) reasons.push("near in meaning");
  if (features.speaker > 0) reasons.push("the one who is named speaks");
  if (heldUntil !== undefined) reasons.push(`held from ${isoDay(createdAt)} to ${isoDay(heldUntil)}`);
  else if (features.time === 1) reasons.push("from the time that was asked for");
  if (features.orderForRequest > 0) reasons.push("a standing order");
  if (recent > 0) reasons.push("from the last day");
  return reasons;
}

/** Loads the texts in the same order; undefined for those outside the scope or not valid at the asked time. */
export async function loadCandidates(
  { store }: Services,
  ranked: readonly Ranked[],
  asked: Asked,
): Promise<(Candidate | undefined)[]> {
  const of = (source: Indexed) => ranked.filter((one) => one.source === source).map(({ owner }) => owner);
  const messages = new Map((await store.messages.byNumber(of("messages"))).map((one) => [one.pk, one]));
  const memories = new Map((await store.memories.byNumber(of("memories"))).map((one) => [one.pk, one]));
  const checkpoints = new Map((await store.checkpoints.byNumber(of("checkpoints"))).map((one) => [one.pk, one]));
  const { isAbout } = topicFilter(asked);
  const within = await withinOf(store, asked);

  const candidate = (memory: MemoryRecord, one: Ranked, role: string): Candidate => {
    const reasons = reasonsFor(one, memory, role);
    const recalled = { ...memory, score: one.score, reasons };
    const full = asked.explain ? { ...recalled, explanation: explained(one), match: matchOf(one) } : recalled;
    return { memory: full, content: memory.content, origin: originOf(memory), signed: one.signed };
  };

  return ranked.map((one): Candidate | undefined => {
    if (one.rule) {
      const { id, text: content, project, sessionId, at: createdAt, by } = one.rule;
      if (!isAbout(content)) return undefined;
      const recorded = { content, kind: "rule", source: `recorded by the ${by}` };
      return candidate(asMemory({ id, sessionId, createdAt }, { agent: null, project }, recorded), one, "");
    }
    if (one.source === "memories") {
      const found = memories.get(one.owner);
      if (!found || !isRememberedIn(within, found.memory) || isOthers(asked, found.memory)) return undefined;
      const isHeld = one.heldUntil !== undefined || held(found.supersededAt, asked.asOf);
      return isHeld && isAbout(found.memory.content) ? candidate(found.memory, one, "") : undefined;
    }
    if (one.source === "messages") {
      const message = messages.get(one.owner);
      // "Fine" is next to much and answers nothing.
      if (!message || !isIn(within, message) || !isAbout(message.content) || isCourtesy(message.content))
        return undefined;
      const source = `message ${message.id} (${message.role})`;
      const content = wording(message.content, one);
      return candidate(asMemory(message, message, { content, kind: "message", source }), one, message.role);
    }
    const found = checkpoints.get(one.owner);
    if (!found || !isIn(within, found) || !isAbout(found.checkpoint.digest)) return undefined;
    const { checkpoint } = found;
    const source = `checkpoint ${checkpoint.id} (${checkpoint.trigger})`;
    const content = wording(checkpoint.digest, one);
    return candidate(asMemory(checkpoint, found, { content, kind: "checkpoint", source }), one, "");
  });
}

function explained({ features, extra, recent }: Ranked): RecalledMemory["explanation"] {
  const parts = FEATURES.map((name): [string, number] => [name, WEIGHTS[name] * features[name]]);
  return Object.fromEntries(
    [...parts, ["remembered", extra] as const, ["recent", recent] as const].filter(([, value]) => value !== 0),
  );
}

const matchOf = ({ asked: { terms, holders, among }, shares }: Ranked): Match => ({
  among,
  terms: terms.map(({ term, worth }, n) => ({ term, worth, holders: holders[n] ?? 0, isThere: (shares[n] ?? 0) > 0 })),
});
