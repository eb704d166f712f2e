import { redact } from "../../core/index.ts";
import { unfenced } from "../../text/index.ts";
import { fewOf } from "../extraction/index.ts";
import { type Line, lineWith, MOST_IDS, SECTIONS, type Section } from "../summary/index.ts";

const HEADING = /^#/;
const POINT = /^[-*] /;
const BRACKETS = / ?\[([^[\]]*)\]/g;
const SEPARATORS = /[,; ]+/;
const WORD = /[\p{L}\p{N}]/u;
/** What a message's id looks like, whether there is such a message or not. */
const LIKE_AN_ID = /^[\da-z]{12}-\d+$/;

/** The text of a line and the known messages that it cites; brackets without an id are part of the text. */
function read(point: string, known: ReadonlySet<string>): { readonly text: string; readonly cites: readonly string[] } {
  const cites = new Set<string>();
  const text = point.replace(BRACKETS, (brackets, inside: string) => {
    const ids = inside.split(SEPARATORS).filter((id) => known.has(id) || LIKE_AN_ID.test(id));
    for (const id of ids) if (known.has(id)) cites.add(id);
    return ids.length > 0 ? "" : brackets;
  });
  return { text: text.replace(POINT, "").trim(), cites: [...cites] };
}

/**
 * The valid lines of a model's answer: in a known section, and citing messages that it was shown. The rest is dropped.
 */
export function linesOf(answer: string, known: ReadonlySet<string>): Line[] {
  const lines = new Map<string, Line>();
  let section: Section | undefined;
  for (const raw of answer.split("\n")) {
    const flat = raw.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (HEADING.test(flat)) section = SECTIONS.find(({ title }) => flat === `## ${title}`);
    if (section === undefined || !POINT.test(flat)) continue;
    const { text: said, cites } = read(flat, known);
    if (!WORD.test(said) || cites.length === 0) continue;
    const text = lineWith(unfenced(redact(said)), fewOf(cites, MOST_IDS));
    if (!lines.has(text)) lines.set(text, { section, text, place: lines.size });
  }
  return [...lines.values()];
}
