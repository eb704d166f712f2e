import { saysNothing } from "../../text/index.ts";

/* The entries of a section, as a Markdown list. */

const BULLET = /^( {0,3})(?:[-*+]|\d{1,3}[.)])(?: {1,4}|\t|$)/;
const COMMENT = /^<!--[\s\S]*?-->[ \t]*$/gm;
/** In Markdown, a line of only dashes is a horizontal rule. */
const LEADING_RULES = /^(?:[-\s]*\n)+|^[-\s]+$/;

/** Trimmed, with `\n` line ends: equal before writing and after reading. */
export const normalizeEntry = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim()
    .replace(LEADING_RULES, "")
    .trim();

export const isPlaceholder = (text: string): boolean => text === "" || saysNothing(text);

export const formatList = (entries: readonly string[]): string =>
  entries
    .map(normalizeEntry)
    .filter((entry) => entry !== "")
    .map((entry) => `- ${entry.replace(/\n(?=[^\n])/g, "\n  ")}`)
    .join("\n");

export const withoutComments = (body: string): string => body.replace(COMMENT, "");

/** The entries of a section: its bullets with what is indented below them, or its paragraphs where it has none. */
export function parseEntries(body: string): string[] {
  const found: string[][] = [];
  let isOpen = false;
  let isBullet = false;
  for (const line of withoutComments(body).split("\n")) {
    const bullet = BULLET.exec(line);
    // An indented bullet belongs to the entry above it.
    if (bullet && !(isBullet && (bullet[1] ?? "").length >= 2)) {
      found.push([line.slice(bullet[0].length)]);
      [isOpen, isBullet] = [true, true];
    } else if (line.trim() === "") {
      if (isBullet) found.at(-1)?.push("");
      else isOpen = false;
    } else if (isOpen && (!isBullet || /^(?: {2}|\t)/.test(line) || found.at(-1)?.at(-1) !== "")) {
      found.at(-1)?.push(isBullet ? line.replace(/^(?: {1,2}|\t)/, "") : line);
    } else {
      found.push([line]);
      [isOpen, isBullet] = [true, false];
    }
  }
  return found.map((lines) => normalizeEntry(lines.join("\n"))).filter((entry) => !isPlaceholder(entry));
}
