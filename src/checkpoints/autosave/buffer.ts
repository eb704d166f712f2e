import { isoTime, redact } from "../../core/index.ts";
import { oneLine } from "../../text/index.ts";

/* working-buffer.md: what was said while a context was nearly full, as Markdown that anybody may add to. */

export const BUFFER_HEAD = `# Working Buffer

What was said while the context was nearly full. A session that starts is told of it; then it is put away in history/.

`;

/** Where it begins to be likely that a context ends soon. */
export const DANGER_PERCENT = 60;

const LONGEST_SAID = 700;

export interface Buffered {
  /** Whose it is: `claude-code 1a2b…`; undefined where somebody else wrote it. */
  readonly session: string | undefined;
  readonly at: string;
  readonly text: string;
  /** As it stands in the file. */
  readonly raw: string;
}

export interface SaidInDanger {
  readonly session: string;
  readonly at: number;
  readonly percent: number;
  readonly speaker: "User" | "Agent";
  readonly text: string;
}

export const bufferText = ({ session, at, percent, speaker, text }: SaidInDanger): string =>
  `## ${isoTime(at)} ${session}, context ${Math.round(percent)} %\n**${speaker}:** ${oneLine(redact(text), LONGEST_SAID)}\n\n`;

const ENTRY = /^## (\d{4}-\d\d-\d\dT[\d:.]+Z) (.+), context \d+ %$/;

/** The parts of a buffer, in order; together they are all of it but its head. */
export function readBuffer(text: string): Buffered[] {
  const body = text.replace(/\r\n?/g, "\n").replace(BUFFER_HEAD, "");
  return body
    .split(/^(?=## )/m)
    .map((part) => {
      const [first = "", ...rest] = part.split("\n");
      const [, at = "", session] = ENTRY.exec(first) ?? [];
      return { session, at, text: (session === undefined ? part : rest.join("\n")).trim(), raw: part };
    })
    .filter((part) => part.text !== "");
}
