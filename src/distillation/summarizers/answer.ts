import { redact } from "../../core/index.ts";
import { unfenced } from "../../text/index.ts";
import { fewOf, type Line, lineWith, SECTIONS, type Section } from "../summary/index.ts";

const HEADING = /^#/;
const POINT = /^[-*] /;
const BRACKETS = / ?\[([^[\]]*)\]/g;
const SEPARATORS = /[,; ]+/;
const WORD = /[\p{L}\p{N}]/u;
/** What a message's id looks like, whether there is such a message or not. */
const LIKE_AN_ID = /^[\da-z]{12}-\d+$/;

const sectionOf = (heading: string): Section | undefined => SECTIONS.find(({ title }) => heading === `## ${title}`);

/** What a line says and which of the known messages it cites; brackets that hold no id are part of what it says. */
function read(point: string, known: ReadonlySet<string>): { readonly said: string; readonly cites: readonly string[] } {
  const cites = new Set<string>();
  const said = point.replace(BRACKETS, (brackets, inside: string) => {
    const ids = inside.split(SEPARATORS).filter((id) => known.has(id) || LIKE_AN_ID.test(id));
    for (const id of ids) if (known.has(id)) cites.add(id);
    return ids.length > 0 ? "" : brackets;
  });
  return { said: said.replace(POINT, "").trim(), cites: [...cites] };
}

/**
 * The lines of a model's answer that can be believed: in a section that there is, and citing messages that it was
 * shown. Everything else of the answer is dropped.
 */
export function linesOf(answer: string, known: ReadonlySet<string>): Line[] {
  const lines = new Map<string, Line>();
  let section: Section | undefined;
  for (const raw of answer.split("\n")) {
    const flat = raw.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (HEADING.test(flat)) section = sectionOf(flat);
    if (section === undefined || !POINT.test(flat)) continue;
    const { said, cites } = read(flat, known);
    if (!WORD.test(said) || cites.length === 0) continue;
    const text = lineWith(unfenced(redact(said)), fewOf(cites));
    if (!lines.has(text)) lines.set(text, { section, text, place: lines.size });
  }
  return [...lines.values()];
}
