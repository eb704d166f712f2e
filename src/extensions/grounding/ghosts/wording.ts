import type { Block } from "./markdown-blocks.ts";

/* When in doubt, nothing is promised: a false ghost costs more than a missed one. */

const anyOf = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/** Text under these headings is about plans, other projects or examples. */
const ELSEWHERE = anyOf(
  "roadmap|plan\\p{L}*|future|upcoming|to ?do|ideas|limitations?|known issues|deprecat\\p{L}*|legacy|migrat\\p{L}*|upgrad\\p{L}*",
  "change\\p{L}*|release notes|history|alternatives?|compar\\p{L}*|vs|related|credits?|thanks|install\\p{L}*|requirements|set ?up",
  "licen[cs]e|contribut\\p{L}*|develop\\p{L}*|testing|benchmarks?|faq|troubleshooting|why|examples?|tutorials?|integrations?|plugins?",
  "geplant\\p{L}*|entwicklung|lizenz|beispiele?|instalaci[óo]n|ejemplos?|exemples?",
);

/** A text with one of these says that something is not there, was once, or may come. */
const NOT_THERE = anyOf(
  "planned|soon|not|no|never|without|cannot|\\p{L}+n['’]t|unsupported|instead of|todo|wip|future|removed|deprecated|renamed|replaced",
  "formerly|previously|legacy|obsolete|was|were|will|would|e\\.g\\.|such as|for example|geplant|noch|kein\\p{L}*|nicht|ohne|sin|nunca|sans|pas",
);

export const saysAbsent = (text: string): boolean => NOT_THERE.test(text) || /[❌✗✘🚫🚧⏳🔜]|~~/u.test(text);

/** Whether a heading above takes a block out of what the project promises of itself. */
export const isElsewhere = ({ under }: Block): boolean =>
  under.some((text) => ELSEWHERE.test(text) || saysAbsent(text));

const FEATURES =
  /(?<!\p{L})(?:features?|highlights|capabilities|user stories|funktionen|caracter[ií]sticas|fonctionnalit[ée]s)(?!\p{L})/iu;

/** Whether a block is an item of a list of features. */
export const listsFeature = ({ kind, isTop, text, under }: Block): boolean =>
  kind === "item" && isTop && !/^\[ \]/.test(text) && FEATURES.test(under.at(-1) ?? "") && !saysAbsent(text);
