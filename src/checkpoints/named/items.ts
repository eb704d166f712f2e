/* The entries of a section, as a Markdown list. */

const BULLET = /^( {0,3})(?:[-*+]|\d{1,3}[.)])(?: {1,4}|\t|$)/;
const COMMENT = /^<!--[\s\S]*?-->[ \t]*$/gm;
/** A line of nothing but dashes after a bullet would be a rule across the page. */
const LEADING_RULES = /^(?:[-\s]*\n)+|^[-\s]+$/;
const NOTHING = /^[([]?(?:none|nothing|nil|n\/a|tbd|todo|empty|keine?|aucun|ninguno|无|なし|-+|—|\.{3}|…)[)\]]?[.!]?$/i;

/** An entry in the form in which it is written and read: no spaces at its ends, the line ends of this system. */
export const entryOf = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim()
    .replace(LEADING_RULES, "")
    .trim();

/** Whether somebody wrote only that there is nothing. */
export const saysNothing = (text: string): boolean => text === "" || NOTHING.test(text);

export const listOf = (entries: readonly string[]): string =>
  entries
    .map(entryOf)
    .filter((entry) => entry !== "")
    .map((entry) => `- ${entry.replace(/\n(?=[^\n])/g, "\n  ")}`)
    .join("\n");

export const withoutComments = (body: string): string => body.replace(COMMENT, "");

/** The entries of a section: its bullets, each with what is indented below it, or its paragraphs where it has none. */
export function entriesIn(body: string): string[] {
  const found: string[][] = [];
  let isOpen = false;
  let isBullet = false;
  for (const line of withoutComments(body).split("\n")) {
    const bullet = BULLET.exec(line);
    // One that is indented belongs to the entry above it.
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
  return found.map((lines) => entryOf(lines.join("\n"))).filter((entry) => !saysNothing(entry));
}
