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

/** A line of a reminder: source, text and id. */
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

/** The command that shows the full text: of the message, if it was extracted from one. */
function wayTo({ id, source, kind }: RecalledMemory): string {
  const origin = kind === "message" ? undefined : /^message (\S+)/.exec(source)?.[1];
  return `throughline expand ${origin ?? id}`;
}

/** The text from the best matching sentence on. */
function matchingText({ content, match }: RecalledMemory): string {
  const asked = new Set(match?.terms.filter(({ isThere }) => isThere).map(({ term }) => term));
  const sentences = written(content).map(({ text }) => withoutEmphasis(text));
  const hits = sentences.map((text) => new Set(contentTerms(text).filter((term) => asked.has(term))).size);
  const best = hits.indexOf(Math.max(...hits));
  return fromMatch(best <= 0 ? content : sentences.slice(best).join(" "), asked);
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** Characters shown before the first match. */
const LEADING_CHARS = 60;

/** Starts a text shortly before its first match, because only the beginning of a line is shown. */
function fromMatch(text: string, asked: ReadonlySet<string>): string {
  for (const found of text.matchAll(WORD)) {
    if (!contentTerms(found[0]).some((term) => asked.has(term))) continue;
    if (found.index <= 2 * LEADING_CHARS) return text;
    return `…${text.slice(found.index - LEADING_CHARS).replace(/^\S*\s+/, "")}`;
  }
  return text;
}

/** Whether the visible part contains any of the matched terms. */
export function showsMatch(shown: string, { match }: RecalledMemory): boolean {
  const there = new Set(contentTerms(shown));
  return match?.terms.some(({ term, isThere }) => isThere && there.has(term)) ?? false;
}

export function lineOf(item: RecalledMemory, now: number): Line {
  const words = redact(matchingText(item));
  const age = formatDuration(now - Date.parse(item.createdAt));
  return { source: `- ${age} ago, ${saidBy(item, oneLine(words, 300))}: `, words, id: ` (${wayTo(item)})` };
}

/** Cut to the limit; undefined if too little text would be left. */
export function shortened({ source, words, id }: Line, limit: number): string | undefined {
  const room = limit - source.length - id.length;
  const flat = oneLine(words, room);
  return room < Math.min(FEWEST_CHARS, words.length) || flat === "" ? undefined : `${source}${flat}${id}`;
}

const FEWEST_CHARS = 40;

export const reminderText = (lines: readonly string[]): string => fence([REMINDER_HEADING, ...lines].join("\n"));
