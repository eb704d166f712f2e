import type { Block } from "./blocks.ts";

/* Short cues, in the languages that READMEs are mostly written in. In doubt nothing is promised: a false ghost costs more than a missed one. */

const wordsOf = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

/** What stands under these headings is not there, is somebody else's, or only shows how something could be done. */
const ELSEWHERE = wordsOf(
  [
    "roadmap|planned|plans?|future|upcoming|coming soon|to ?do|ideas|backlog|not yet|out of scope|non[- ]?goals?|limitations?|known issues|caveats",
    "deprecat\\p{L}*|removed|legacy|migrat\\p{L}*|upgrad\\p{L}*|breaking|changelog|changes|release notes|what'?s new|history",
    "alternatives?|compar\\p{L}*|versus|vs|related|similar|credits?|thanks|acknowledge?ments?|inspiration|sponsors?|authors?",
    "install\\p{L}*|prerequisites?|requirements|set ?up|licen[cs]e|contribut\\p{L}*|develop\\p{L}*|building|testing|benchmarks?|performance|faq|troubleshooting|why|motivation",
    "examples?|recipes?|tutorials?|cookbook|demo|integrations?|ecosystem|plugins?|third[- ]party|community|frameworks?|see also|links|resources",
    "geplant\\p{L}*|ausblick|entwicklung|lizenz|beispiele?|instalaci[óo]n|ejemplos?|licencia|desarrollo|pr[óo]ximamente|exemples?|feuille de route",
  ].join("|"),
);

/** A text with one of these says that something is not there, was once, or may come. */
const NOT_THERE = wordsOf(
  [
    "planned|coming soon|upcoming|not|no|none|never|without|cannot|\\p{L}+n['’]t|unsupported|unlike|instead of|todo|tbd|wip|soon|future|someday",
    "removed|deprecated|dropped|renamed|replaced|formerly|previously|legacy|obsolete|was|were|used to|will|would|e\\.g\\.|such as|for example|for instance|imagine|suppose|similar to",
    "geplant|noch|kein\\p{L}*|nicht|ohne|nie|zum beispiel|sin|nunca|todav[ií]a|a[úu]n|por ejemplo|sans|jamais|pas|bient[ôo]t",
  ].join("|"),
);
const MARKED_ABSENT = /[❌✗✘🚫🚧⏳🔜]|~~/u;

export const saysAbsent = (text: string): boolean => NOT_THERE.test(text) || MARKED_ABSENT.test(text);

/** Whether a heading above takes a block out of what the project promises of itself. A title does not. */
export const isElsewhere = ({ under }: Block): boolean =>
  under.some(({ level, text }) => level > 1 && (ELSEWHERE.test(text) || saysAbsent(text)));

const FEATURES =
  /(?<!\p{L})(?:features?|highlights|capabilities|requirements|user stories|funktionen|caracter[ií]sticas|funcionalidades|fonctionnalit[ée]s)(?!\p{L})/iu;

/** Whether a block is an item of a list of features. */
export const listsFeature = (block: Block): boolean =>
  block.kind === "item" &&
  block.depth === 0 &&
  !/^\[ \]/.test(block.text) &&
  FEATURES.test(block.under.at(-1)?.text ?? "") &&
  !saysAbsent(block.text);
