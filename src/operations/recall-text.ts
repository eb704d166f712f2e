import type { z } from "zod";
import { formatDuration } from "../core/index.ts";
import type { recalledShape } from "../operation/index.ts";

type Recalled = z.output<typeof recalledShape>;

const FROM_MESSAGE = /^message \S+ \((\w+)\)$/;
/** The end of an id identifies it; its beginning is a timestamp that others share. */
const shortId = (id: string): string => id.slice(-12);

function originOf({ kind, source }: Recalled): string {
  const role = FROM_MESSAGE.exec(source)?.[1];
  if (kind === "message") return `said by ${role ?? source}`;
  if (role !== undefined) return `${kind}, read from what the ${role} said`;
  if (kind === "rule") return `rule, ${source}`;
  return kind === "checkpoint" ? kind : `${kind}, from ${source}`;
}

/** The parts of a score, strongest first. */
export const explanationText = (explanation: Readonly<Record<string, number>>): string =>
  Object.entries(explanation)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, value]) => `${name} ${value > 0 ? "+" : ""}${value.toFixed(2)}`)
    .join(", ");

function entry(one: Recalled, now: number): string {
  const { id, kind, content, createdAt, score, newer, ended, wholeTokens, explanation } = one;
  const head = [
    `[${score.toFixed(2)}] ${formatDuration(now - Date.parse(createdAt))} ago`,
    originOf(one),
    // A rule is already shown in full.
    kind === "rule" ? "" : `id ${shortId(id)}`,
    ended === undefined ? "" : `says what was ${ended} since`,
    newer === undefined ? "" : `older than ${shortId(newer)} on the same subject: judge which holds`,
    wholeTokens === undefined ? "" : `cut, ${wholeTokens} tokens whole`,
    explanation === undefined ? "" : explanationText(explanation),
  ];
  return `${head.filter(Boolean).join("; ")}\n${content.trim()}`;
}

/** Recall results for an agent: score, age, source and id, then the text. */
export function recallText(found: readonly Recalled[], now: number): string {
  if (found.length === 0) return "Nothing found.";
  return [...found.map((one) => entry(one, now)), "`expand` with an id gives the whole text."].join("\n\n");
}
