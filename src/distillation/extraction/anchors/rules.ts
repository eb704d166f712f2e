import { soundsLikeRule } from "../../../text/index.ts";

const SAYS_RULE = /\b(?:must|never|always|under no circumstances|do not|don['’]t)\b/gi;
/** The number before a line that a file was listed with. */
const LISTED = /^\s{0,8}\d{1,6}[→\t:|-]\s?/;
const CODE = /[=;{}]/;
const LONGEST = 300;
/** The rules for the work are a few lines; long pages of rules are left to search. */
const MOST = 40;

/** The lines of a tool's output that state a rule, to the letter. */
export function ruleLines(text: string): string[] {
  const lines: string[] = [];
  let past = 0;
  for (const found of text.matchAll(SAYS_RULE)) {
    if (found.index < past) continue;
    const from = text.lastIndexOf("\n", found.index) + 1;
    const next = text.indexOf("\n", found.index);
    past = next < 0 ? text.length : next;
    if (past - from > LONGEST) continue;
    const line = text.slice(from, past).replace(LISTED, "").trim();
    if (!CODE.test(line) && soundsLikeRule(line)) lines.push(line);
    if (lines.length >= MOST) break;
  }
  return lines;
}
