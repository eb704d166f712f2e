import { formatDuration, redact } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import {
  contentTerms,
  fence,
  oneLine,
  REMINDER_HEADING,
  soundsLikeDecision,
  soundsLikeRule,
  withoutEmphasis,
  written,
} from "../text/index.ts";

/** Something an agent is reminded of: where it comes from, and its words. */
export interface Line {
  readonly source: string;
  readonly words: string;
  readonly id: string;
}

const MESSAGE_SOURCE = /^message (\S+) \((\w+)\)$/;

/** Who said it, as the agent knows them. */
function saidBy(item: RecalledMemory, words: string): string {
  const role = MESSAGE_SOURCE.exec(item.source)?.[2];
  if (item.kind !== "message") return `remembered (${item.kind})`;
  if (role === "tool") return "a tool printed";
  const who = role === "assistant" ? "you" : "the user";
  if (soundsLikeDecision(words)) return `${who} decided`;
  return role === "user" && soundsLikeRule(words) ? `${who} insisted` : `${who} said`;
}

/** How to read all of it: a memory that was read from a message is known by that. */
function wayTo({ id, source, kind }: RecalledMemory): string {
  const origin = kind === "message" ? undefined : /^message (\S+)/.exec(source)?.[1];
  return `throughline expand ${origin ?? id}`;
}

/** The sentences from the first on that say what was asked for. */
function telling({ content, match }: RecalledMemory): string {
  const asked = new Set(match?.terms.filter(({ isThere }) => isThere).map(({ term }) => term));
  const sentences = written(content).map(({ text }) => withoutEmphasis(text));
  const hits = sentences.map((text) => new Set(contentTerms(text).filter((term) => asked.has(term))).size);
  const best = hits.indexOf(Math.max(...hits));
  return fromMatch(best <= 0 ? content : sentences.slice(best).join(" "), asked);
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** What stands before the first of the words, as far as it is shown. */
const LEADING_CHARS = 60;

/** A text from shortly before where it says what was asked for: of a line only the beginning is shown. */
function fromMatch(text: string, asked: ReadonlySet<string>): string {
  for (const found of text.matchAll(WORD)) {
    if (!contentTerms(found[0]).some((term) => asked.has(term))) continue;
    if (found.index <= 2 * LEADING_CHARS) return text;
    return `…${text.slice(found.index - LEADING_CHARS).replace(/^\S*\s+/, "")}`;
  }
  return text;
}

/** Whether what is shown of something has any of what it was chosen for. */
export function showsMatch(shown: string, { match }: RecalledMemory): boolean {
  const there = new Set(contentTerms(shown));
  return match?.terms.some(({ term, isThere }) => isThere && there.has(term)) ?? false;
}

export function lineOf(item: RecalledMemory, now: number): Line {
  const words = redact(telling(item));
  const age = formatDuration(now - Date.parse(item.createdAt));
  return { source: `- ${age} ago, ${saidBy(item, oneLine(words, 300))}: `, words, id: ` (${wayTo(item)})` };
}

/** In at most so many characters; nothing where not enough of its words would be left. */
export function shortened({ source, words, id }: Line, limit: number): string | undefined {
  const room = limit - source.length - id.length;
  const flat = oneLine(words, room);
  return room < Math.min(FEWEST_CHARS, words.length) || flat === "" ? undefined : `${source}${flat}${id}`;
}

const FEWEST_CHARS = 40;

export const reminderText = (lines: readonly string[]): string => fence([REMINDER_HEADING, ...lines].join("\n"));
