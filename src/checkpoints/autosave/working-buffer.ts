import { isoTime, redact } from "../../core/index.ts";
import { oneLine } from "../../text/index.ts";

/* working-buffer.md: exchanges from a time when a context was nearly full, as Markdown that anybody may add to. */

export const BUFFER_HEAD = `# Working Buffer

What was said while the context was nearly full. A session that starts is told of it; then it is put away in history/.

`;

/** Above this, a context is likely to end soon. */
export const DANGER_PERCENT = 60;

const LONGEST_TEXT = 700;

export interface BufferEntry {
  /** `<client> 1a2b…`; undefined where a person or another program wrote it. */
  readonly session: string | undefined;
  readonly at: string;
  readonly text: string;
  readonly raw: string;
}

export interface BufferInput {
  readonly session: string;
  readonly at: number;
  readonly percent: number;
  readonly speaker: "User" | "Agent";
  readonly text: string;
}

export const formatBufferEntry = ({ session, at, percent, speaker, text }: BufferInput): string =>
  `## ${isoTime(at)} ${session}, context ${Math.round(percent)} %\n**${speaker}:** ${oneLine(redact(text), LONGEST_TEXT)}\n\n`;

const ENTRY = /^## (\d{4}-\d\d-\d\dT[\d:.]+Z) (.+), context \d+ %$/;

/** The entries of a buffer, in order. */
export function readBuffer(text: string): BufferEntry[] {
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
