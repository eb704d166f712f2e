import { isForNow, oneLine, soundsLikeDone } from "../../text/index.ts";
import { SENTENCE_END, SIGNS, saysNoMore, wordSet } from "../reading/message-pieces.ts";
import type { Highlight } from "../reading/session-reading.ts";
import { isOver, overIn, type Thread, type WorkState } from "../state.ts";
import { cite, plain } from "./cite.ts";
import type { Dated } from "./group-by-subject.ts";

/** An earlier or later statement takes so much room. */
export const LONGEST_ASIDE = 110;
/** Of a statement that is given elsewhere in the text. */
const SHORT_ASIDE = 60;
/** A start waits for this, so only so many candidates are compared: many times what there is room for. */
const MOST_POOLED = 120;
/** A quotation of one message is at most so long. */
const LONGEST_SAID = 1000;
const SHORTEST_SAID = 20;
const SHORTEST_IN_SIGNS = 8;
const MOMENT_MS = 24 * 3_600_000;
/** The factor on quotes of another thread, applied again for each further one. */
const OTHER_THREAD = 0.5;

/** A statement with its speaker and time. */
export interface Spoken extends Dated {
  readonly by: "user" | "agent";
}

/** A sentence as it is shown: with a later one on the same subject. */
interface Quoted extends Highlight {
  readonly quoted: string;
  readonly words: ReadonlySet<string>;
}

/** The best sentences of a thread that the text lacks, joined by their message, newest message first. */
export function quotations(
  highlights: readonly Highlight[],
  {
    text,
    laterOf,
    room,
    now,
  }: { text: string; laterOf: (one: Spoken) => Spoken | undefined; room: number; now: number },
): string {
  const lines = text.split("\n").map(wordSet);
  const taken: Quoted[] = [];
  const lengths = new Map<string, number>();
  let used = 0;
  const isGiven = (words: ReadonlySet<string>): boolean =>
    [...lines, ...taken.map((one) => one.words)].some((line) => saysNoMore(words, line));
  const ranked = highlights
    .map((one) => ({ ...one, text: plain(one.text), words: wordSet(one.text), later: laterOf(one) }))
    .map((one) => ({ ...one, value: one.score / (one.text.length + 10) ** 0.2 }))
    .sort((a, b) => b.value - a.value);
  for (const one of ranked) {
    const { later } = one;
    const asideChars = later && isGiven(wordSet(later.text)) ? SHORT_ASIDE : LONGEST_ASIDE;
    const note = later ? ` (later: "${oneLine(later.text, asideChars)}"${cite(later.by, later.at, now)})` : "";
    const quoted = one.text + note;
    const message = `${one.at} ${one.seq}`;
    const before = lengths.get(message);
    const cost = quoted.length + (before === undefined ? cite(one.by, one.at, now).length + 3 : 3);
    if (used + cost > room || (before ?? 0) + quoted.length > LONGEST_SAID || isGiven(one.words)) continue;
    taken.push({ ...one, quoted });
    if (note !== "") lines.push(wordSet(note));
    lengths.set(message, (before ?? 0) + quoted.length + 3);
    used += cost;
  }
  const byMessage = new Map<string, Quoted[]>();
  for (const one of [...taken].sort((a, b) => a.at.localeCompare(b.at) || a.place - b.place)) {
    const message = `${one.at} ${one.seq}`;
    byMessage.set(message, [...(byMessage.get(message) ?? []), one]);
  }
  return [...byMessage.values()]
    .reverse()
    .flatMap((of) => {
      const [first] = of;
      return first ? [`- ${of.map(({ quoted }) => quoted).join(" … ")}${cite(first.by, first.at, now)}`] : [];
    })
    .join("\n");
}

/** Without what was meant for the moment, once it is a day old. */
const stillMeant = (text: string, ageMs: number): string =>
  ageMs > MOMENT_MS && isForNow(text)
    ? text
        .split(SENTENCE_END)
        .filter((sentence) => !isForNow(sentence))
        .join(" ")
    : text;

/** Leaves out scraps. */
const isWorthQuoting = ({ text, by }: Highlight): boolean =>
  text !== "" && (by === "user" || text.length >= (SIGNS.test(text) ? SHORTEST_IN_SIGNS : SHORTEST_SAID));

/** The highlights of a thread that may still be valid: of a finished one the user's words, without the thanks. */
const stillValid = ({ highlights, state }: Thread): readonly Highlight[] =>
  isOver({ state }) ? highlights.filter(({ by, text }) => by === "user" && !soundsLikeDone(text)) : highlights;

/**
 * The best quotes of all threads, the first thread before the others, and remarks; of the others only the user's own
 * words.
 */
export const pooled = (
  threads: readonly Thread[],
  { over, remarks }: Pick<WorkState, "over" | "remarks">,
  now: number,
): Highlight[] =>
  [
    ...threads.flatMap((thread, at) =>
      stillValid(thread)
        .filter(({ by }) => at === 0 || by === "user")
        .map((one) => ({ ...one, score: one.score * OTHER_THREAD ** at })),
    ),
    ...remarks,
  ]
    .map((one) => ({ ...one, text: stillMeant(one.text, now - Date.parse(one.at)) }))
    .filter((one) => isWorthQuoting(one) && !overIn(one.text, over))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_POOLED);
