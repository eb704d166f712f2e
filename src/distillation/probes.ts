import { foldSpace, hasPhrase, withoutEmphasis, written } from "../text/index.ts";
import type { ExtractedFrom } from "./extraction/index.ts";

/*
 * Probes have rules of their own, simpler than those of the extraction and without its word lists: a score that used
 * the same rules would only measure whether the summary agrees with itself.
 */

export const PROBE_KINDS = ["fact", "artifact", "decision", "next_step"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** A question about the conversation, and the exact words that answer it. */
export interface Probe {
  readonly kind: ProbeKind;
  readonly question: string;
  readonly answer: string;
  readonly messageId: string;
}

/** Whether the text contains the exact answer as whole words. */
export const answers = (probe: Probe, text: string): boolean => hasPhrase(foldSpace(text), foldSpace(probe.answer));

const GAP = "___";
const SHORTEST = 20;
const LONGEST = 300;
const READ_OF_A_MESSAGE = 20_000;

const ARTIFACT =
  /(?<![\w/.-])(?:https?:\/\/[^\s"'`<>)\]]{4,200}|(?:~|\.{0,2})\/?[\w@.-]{1,80}(?:\/[\w@.-]{1,80}){1,12}\.\w{1,8}|[A-Z]{2,10}-\d{1,7}|[0-9a-f]{7,40}(?=\W|$)(?<=\d[0-9a-f]{0,40}))(?![\w/])/;
const VALUE =
  /(?<![\p{L}\p{N}_.,-])(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d{1,2}|[$€£¥]\s?\d{1,9}(?:[.,]\d{1,9}){0,4}|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?|\d{1,9}(?:[.,]\d{1,9}){0,4}\s?(?:%|°C|[ap]m|AM|PM|[mµk]?g|mcg|[mck]?m|km|m?l|[KMGT]B|m?s|h|min|hours?|minutes?|days?|weeks?|months?|years?|euros?|dollars?|Euro|Uhr|Tage|Wochen|ans|jours|días|años|лет|рублей))(?![\p{L}\p{N}_])|\d{1,5}(?:毫克|微克|元|岁|公斤|分钟|小时|円|歳|時間|月\d{1,2}[日号])/u;
/** A name in the middle of a sentence; not a day, and not a form of address ("Yeah Jon, …"). */
const NAME =
  /(?<=\p{Ll}\s)(?!I\b|I['’]|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{Ll}{2,20}(?:\s\p{Lu}\p{Ll}{1,20}){0,2}(?![\p{L}\p{N},!]|\s\p{Lu})/u;
const QUOTED = /(?:^|[\s(：:])["“«「『`]([^"”»」』`\s][^"”»」』`\n]{1,40}[^"”»」』`\s])["”»」』`]/u;
const DECIDES =
  /\b(?:decided|agreed|chose|instead of|rather than|because|go with|going with)\b|决定|entschieden|décidé|decidi/i;
const COMES_NEXT =
  /\b(?:next|todo|tomorrow|need to|have to|going to|deadline|remind|(?:I|we) will|(?:I|we)['’]ll)\b|明天|muss|demain|mañana|завтра/i;

function kindOf(sentence: string, isArtifact: boolean): ProbeKind {
  if (DECIDES.test(sentence)) return "decision";
  if (COMES_NEXT.test(sentence)) return "next_step";
  return isArtifact ? "artifact" : "fact";
}

function valueIn(sentence: string): string | undefined {
  return (sentence.match(VALUE)?.[0] ?? sentence.match(QUOTED)?.[1] ?? sentence.match(NAME)?.[0])?.trim();
}

function probeIn(sentence: string, messageId: string): Probe | undefined {
  if (sentence.length < SHORTEST || sentence.length > LONGEST || /[?？:]$|^\|/.test(sentence)) return undefined;
  const artifact = sentence.match(ARTIFACT)?.[0];
  const answer = artifact ?? valueIn(sentence);
  if (answer === undefined) return undefined;
  const at = sentence.indexOf(answer);
  // The question would show a value that occurs twice.
  if (sentence.includes(answer, at + 1)) return undefined;
  const question = `${sentence.slice(0, at)}${GAP}${sentence.slice(at + answer.length)}`.replace(/\s+/g, " ");
  return { kind: kindOf(sentence, artifact !== undefined), question, answer, messageId };
}

const SPOKEN_KINDS: ReadonlySet<string> = new Set(["prompt", "text", "other"]);
const ADDRESSES = /\b(?:I|you|we|your?|my|our|me|us)\b|['’](?:ve|m|re|ll)\b/i;
const NARRATES = /^(?:now,? )?(?:let me|let['’]s)\b/i;

/**
 * Of an assistant's sentences only those count that address the user: nobody asks again for the third tip of a list.
 */
const isWorthAsking = (role: string, text: string, mark: string): boolean =>
  role === "user" || ARTIFACT.test(text) || (mark === "" && ADDRESSES.test(text) && !NARRATES.test(text));

function* candidates(messages: Iterable<ExtractedFrom>): Generator<Probe> {
  for (const { id, role, kind, content } of messages) {
    if (!SPOKEN_KINDS.has(kind) || (role !== "user" && role !== "assistant")) continue;
    for (const { text, mark } of written(content.slice(0, READ_OF_A_MESSAGE))) {
      if (mark.startsWith("#") || !isWorthAsking(role, text, mark)) continue;
      const probe = probeIn(withoutEmphasis(text), id);
      if (probe) yield probe;
    }
  }
}

/** A frequent value would answer every probe on it. */
function firstOfEach(probes: readonly Probe[]): Probe[] {
  const seen = new Set<string>();
  return probes.filter(({ answer }) => !seen.has(answer) && seen.add(answer));
}

/** A question that fits several sentences has no single answer. */
function unambiguous(probes: readonly Probe[]): Probe[] {
  const asked = new Map<string, number>();
  for (const { question } of probes) asked.set(question, (asked.get(question) ?? 0) + 1);
  return probes.filter(({ question }) => asked.get(question) === 1);
}

/** `count` of them, from the first to the last in equal steps. */
function spread<Value>(values: readonly Value[], count: number): Value[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, step) => values[Math.floor(((step + 0.5) * values.length) / count)]).filter(
    (value): value is Value => value !== undefined,
  );
}

/** Questions on a range of messages, spread evenly over it and over the kinds. */
export function makeProbes(messages: Iterable<ExtractedFrom>, most: number): Probe[] {
  const found = firstOfEach(unambiguous([...candidates(messages)]));
  const place = new Map(found.map((probe, index) => [probe, index]));
  const pools = PROBE_KINDS.map((kind) => found.filter((probe) => probe.kind === kind)).sort(
    (a, b) => a.length - b.length,
  );
  const chosen: Probe[] = [];
  pools.forEach((pool, index) => {
    // What the rare kinds do not use goes to the common ones.
    chosen.push(...spread(pool, Math.floor((most - chosen.length) / (pools.length - index))));
  });
  return chosen.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** What recall returns for a question. */
export type Recaller = (question: string) => Promise<readonly { readonly content: string }[]>;

/**
 * The share of probes that can still be answered, from the context of the next turn and from recall. Without probes
 * there is no score.
 */
export async function continuityScore(
  probes: readonly Probe[],
  context: string,
  recall: Recaller,
): Promise<number | null> {
  if (probes.length === 0) return null;
  const visible = foldSpace(context);
  let answered = 0;
  for (const probe of probes) {
    const found =
      hasPhrase(visible, foldSpace(probe.answer)) ||
      (await recall(probe.question)).some(({ content }) => answers(probe, content));
    if (found) answered += 1;
  }
  return Math.round((answered / probes.length) * 1000) / 1000;
}
