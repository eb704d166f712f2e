import type { Block, Heading } from "./blocks.ts";

/*
 * What a part of a document is for, by its headings, in English, German, Spanish, French, Portuguese and Italian.
 */

const startsWith = (words: string) => new RegExp(`^(?:${words})(?![\\p{L}\\p{N}])`, "iu");
const holds = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

/** Lists under these are lists of features. */
const FEATURES = holds(
  [
    "features?(?! flags?| requests?)|highlights|capabilit(?:y|ies)|functionality|functional requirements|user stories|what you get|what it does",
    "what (?:\\p{L}+ )?(?:can|does)(?: \\p{L}+)?(?: do)?|epics?|use cases",
    "funktionen|funktionsumfang|merkmale|leistungsumfang|was es kann|anforderungen",
    "caracter[ií]sticas|funciones|funcionalidades|prestaciones|requisitos funcionales|fonctionnalit[ée]s|caract[ée]ristiques|funzionalit[àa]|caratteristiche",
  ].join("|"),
);

/** What is told under these is not there, features among it. */
const ABSENT = holds(
  [
    "roadmap|planned|plans?|future|upcoming|coming soon|to ?do|backlog|ideas|wish ?list|not (?:there )?yet|missing|out of scope|non[- ]?goals?|won'?t|nice to haves?|stretch|milestones?|timeline|phases?|open questions?",
    "limitations?|known (?:issues|limits|problems)|caveats|not supported|unsupported|deprecat(?:ed|ions?)|removed|alternatives?|compar(?:ed|es?|ison|isons)|versus|vs",
    "geplant\\p{L}*|ausblick|zukunft|fahrplan|bekannte probleme|einschr[äa]nkungen|vergleich",
    "hoja de ruta|planes|pr[óo]ximamente|futur[oa]s?|limitaciones|comparaci[óo]n|feuille de route|[àa] venir|limites",
  ].join("|"),
);

/** What stands under these is no promise: it tells how the project is got, made and kept. */
const ELSEWHERE = holds(
  [
    "install(?:ation|ing)?|prerequisites?|set ?up|licen[cs]e|licensing|contribut(?:e|ing|ors?)|changelog|change log|release notes|what'?s new|development|developing|building|build from source",
    "related|similar|acknowledge?ments?|credits?|thanks|sponsors?|authors?|maintainers?",
    "troubleshooting|faq|questions|benchmarks?|performance|testing|tests|migrat(?:ion|ing)|upgrad(?:e|ing)|background|motivation|why|rationale|risks?|glossary|references?|resources|further reading|appendix|support us|community|security policy|success metrics|kpis?|assumptions?|dependencies|stakeholders|tech(?:nology)? stack|built with",
    "voraussetzungen|lizenz|mitwirken|beitragen|entwicklung|[äa]nderungen|danksagung",
    "instalaci[óo]n|requisitos|licencia|contribuir|contribuci[óo]n|contribuciones|desarrollo|cambios|agradecimientos",
    "pr[ée]requis|licence|contribuer|d[ée]veloppement|remerciements|instala[çc][ãa]o|licen[çc]a|requisiti|licenza|sviluppo",
  ].join("|"),
);

/** Parts of a feature's description whose lists go into its details. */
const DETAILS = startsWith(
  "acceptance|criteria|priority|notes?|description|details?|overview|summary|examples?|usage|how|implementation|technical|design|steps?|flow|scenario|edge cases|error|configuration|options|response|request|parameters|arguments|akzeptanz|beschreibung|beispiele?|verwendung|descripci[óo]n|ejemplos?|uso",
);
const REQUIREMENT_ID = /^(?:feature|epic|user story|story|requirement|FR|F|US|REQ|R)[\s.#-]*\d+(?:\.\d+)*\b/i;

/** Something that is not there yet, and says so. */
const PLANNED = new RegExp(
  [
    "(?<![\\p{L}\\p{N}])(?:planned|coming soon|coming later|upcoming|not yet|todo|to-do|tbd|tba|wip|work in progress|roadmap|under (?:development|construction)|in (?:a |some )?(?:future|later|next) (?:release|version)s?|future (?:release|version|work)s?|someday|will (?:come|follow)|will be (?:added|available|supported|implemented|released)|to be (?:done|added|implemented|defined)|in progress|being (?:built|developed)|proposed|not (?:(?:yet )?implemented|available)|soon)(?![\\p{L}\\p{N}])",
    "\\((?:future|later|v\\d+(?:\\.\\d+)*\\+?|phase \\d+)\\)",
    "^future:",
    "🚧|⏳|🔜|🗓",
    "(?<![\\p{L}\\p{N}])(?:geplant|k[üu]nftig|zuk[üu]nftig|noch nicht|demn[äa]chst|in arbeit|planead[oa]s?|previst[oa]s?|pr[óo]ximamente|todav[ií]a no|a[úu]n no|en desarrollo|pendientes?|pr[ée]vue?s?|bient[ôo]t|[àa] venir|pas encore|in arrivo|em breve)(?![\\p{L}\\p{N}])",
  ].join("|"),
  "iu",
);

/** Something that is said not to be there. */
const NEGATED = new RegExp(
  [
    "^(?:no|zero|never|without|not|nothing|none|neither|kein\\p{L}*|keine|ohne|nie|nicht|sin|nunca|ning[úu]n\\p{L}*|sans|aucune?|jamais|sem|senza)(?![\\p{L}\\p{N}])",
    "(?<![\\p{L}\\p{N}])(?:(?:do(?:es)?|did|is|are|was|were|will|can|should|could) ?n(?:o|'|’)t|cannot|won['’]t|no longer|never|nothing|not supported|unsupported|removed|deprecated|excluded|unavailable|abandoned)(?![\\p{L}\\p{N}])",
    "(?<![\\p{L}\\p{N}])(?:kein\\p{L}*|nicht|nie(?:mals)?|no (?:se|hay|es|est[áa]|env[ií]a|necesita|requiere|guarda)|nunca|ne .{1,30} (?:pas|jamais))(?![\\p{L}\\p{N}])",
    "[❌✗✘🚫]",
  ].join("|"),
  "iu",
);

export const isPlanned = (text: string): boolean => PLANNED.test(text);
export const isNegated = (text: string): boolean => NEGATED.test(text);

export type Role = "features" | "elsewhere" | "neutral";

const numbered = (text: string): string => text.replace(/^(?:[\s\d.§#)]|\p{Extended_Pictographic}|\uFE0F)+/u, "");

export function roleOfHeading(text: string): Role {
  const words = numbered(text);
  if (isPlanned(words) || isNegated(words) || ABSENT.test(words)) return "elsewhere";
  if (REQUIREMENT_ID.test(words)) return "features";
  if (FEATURES.test(words)) return "features";
  return ELSEWHERE.test(words) ? "elsewhere" : "neutral";
}

/** What the headings above make of a block; a document that is all features has them under every heading. */
export function roleOf(under: readonly Heading[], isFeatureDocument: boolean): Role {
  const inner = under.filter(({ level }) => level > 1);
  const roles = inner.map(({ text }) => roleOfHeading(text));
  if (roles.includes("elsewhere")) return "elsewhere";
  if (roles.includes("features")) return "features";
  const title = under.find(({ level }) => level === 1);
  const ofTitle = title && roleOfHeading(title.text);
  return isFeatureDocument || ofTitle === "features" ? "features" : "neutral";
}

/** Whether a heading in a part about features is itself only a part of one's description, or names the part. */
export const isDetail = (text: string): boolean => DETAILS.test(numbered(text));
export const namesFeatures = (text: string): boolean =>
  FEATURES.test(numbered(text)) && !REQUIREMENT_ID.test(numbered(text));

/** `F1: Export`, `FR-12`. */
export const hasId = (text: string): boolean => REQUIREMENT_ID.test(numbered(text));

/** The heading without its number or mark: `F1: Export`, `2.3 Export`. */
export const withoutId = (text: string): string =>
  numbered(text)
    .replace(REQUIREMENT_ID, "")
    .replace(/^(?:feature|epic|user story)\s*[:–—-]\s*/i, "")
    .replace(/^[\s:.)–—-]+/, "");

export const underDetail = ({ under }: Block): boolean => under.slice(-1).some(({ text }) => isDetail(text));
