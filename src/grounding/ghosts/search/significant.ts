import { contentTerms } from "../../../memory/index.ts";

/** Words that praise, or that any feature could be told with: no search can find what they mean. */
const EMPTY = `
  one two three four five six seven eight nine ten ability able about above across after against along among api around aspect assess avoid away back base based basis battery batteries
  behind beside beyond bit box browser certain constitute consider contain contrast coverage despite docs document documentation documented
  dx ecosystem eliminate especially etc exactly except exhaustive exist expected final give given go goal hand happen hood hence however idea
  individual inside instead intend involve know latest like line list long look lot major matter maximum maybe mb kb gb ms mib middle minimum moment must name near never
  next non nothing numerous onto original originally otherwise outside overall particular per plain perhaps popular predefined prevent previous
  primary purpose put recent reduce rest regardless related respective right say second seem several show side similar similarly simultaneously
  sort start suite test tests text thank thanks third throughout thus till toward towards track try ultrafast under unless unlike upon usual usually value
  versus via view virtually well whether within without word
  able accurate actual additional advanced affordable ai-powered allow amazing app application approach auto automatic automatically
  available awesome bare basic battle beautiful best better blazing blazingly bring bug built bundle clean clear code comes common compatible
  complete complex comprehensive concise consistent convenient cool core correct cross current custom customizable customization customisation customize enhancement handling improvement integration management optimization data
  default dependable dependencies dependency deep describe design detail detailed developer different direct directly distraction dynamic
  easily easy efficient effortless elegant enable enjoy ensure enterprise entire essential everything everyone everywhere example excellent
  experience extensible extensive extra extremely fast feature first flexible fluent footprint free fresh friendly full fully function
  functionality fun general good grade great handle handy hassle help high highly human idiomatic immediate important improve include
  incredible incredibly independent instant instantly integrate intelligent intuitive keep kind level library
  lightning lightweight linux little lots low machine macos main maintain maintainable make manage manual mean minimal
  minimalist mit modern modular multiple native natural nearly need new nice node number offer one open operate optional option out
  overhead own package part people perfect perform performance performant place platform play pleasant point portable possible
  powerful practical precise present pretty principle privacy private process production productive program programming project proper
  proven provide pure quality quick quickly readable ready real reason relevant reliable requirement result rich robust rock run safe
  safety scalable scale seamless secure security sensible set shape sharp simple simplicity simply single size slick small smart smooth software solid
  something source speed stable standalone standard state static step stop straightforward strict strong style stylish super support
  supported surprise sure system take team tell term tested thing time tiny together tool top total transparent trust turn type typed
  typescript javascript python golang rust ubuntu ultra understand unique unit universal unlimited usable use used useful user using
  variety various version versatile vibrant way whatever whole wide window windows work works world write written yes zero automatische
  einfach einfache einfacher schnell schnelle leicht modern moderne benutzerfreundlich sicher sichere unterstutzung unterstutzt alle
  ganz direkt jede jeder jedes jederzeit mehrere eigene eigenen eigener beliebige anwendung werkzeug programm daten deine deinen deiner ihre ihren
  lassen lasst lasst automatisch gleichzeitig per uber ueber
  facil rapido rapida sencillo sencilla simple moderno moderna seguro segura todo todos toda todas tus sus cualquier cada soporte
  compatible aplicacion herramienta programa datos permite permiten puede puedes hacer mediante desde entre sin mas segun varios varias
  forma manera usando
  facile rapide moderne vos ses tout tous chaque permet outil donnees`;

/** Everyday words of any program. Code has other words for them as often as not: that one is nowhere says little. */
const EVERYDAY = `
  add allow become change choose close column command content convert copy create day daily date delete directory display double each edit entry event every export
  field file filter find folder format generate get group hour import input item key last let load log menu message minute mode month monthly move newest object old older
  open other output page parse pick position previous print read receive record remove replace report request response row same save screen script search
  see select send single stay store string switch today twice update validate watch week weekly year`;

/** As written, not by their stems: `important` and `import` share one. */
const empty: ReadonlySet<string> = new Set(EMPTY.trim().split(/\s+/));
const everyday: ReadonlySet<string> = new Set(EVERYDAY.trim().split(/\s+/));
const ENDINGS = ["", "s", "es", "d", "ed", "ly", "ing"];

function isAmong(words: ReadonlySet<string>, word: string): boolean {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ENDINGS.some((ending) => {
    if (!plain.endsWith(ending)) return false;
    const rest = plain.slice(0, plain.length - ending.length);
    return words.has(rest) || (ending === "ing" && words.has(`${rest}e`));
  });
}
const MOST_TERMS = 12;

/** Words that are one in code: `sign in` is `login` or `signin` there. */
const ONE_WORD: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sign|log)(?:s|ned|ging|ged|ning|ning)?[- ](?:in|on)(?:to)?\b/gi, "login"],
  [/\b(?:sign|log)(?:s|ned|ging|ged)?[- ](?:out|off)\b/gi, "logout"],
  [/\b(?:sign)(?:s|ned|ning)?[- ]ups?\b/gi, "signup"],
  [/\bback(?:s|ed|ing)?[- ]ups?\b/gi, "backup"],
  [/\broll(?:s|ed|ing)?[- ]back\b/gi, "rollback"],
  [/\bcheck(?:s|ed|ing)?[- ]out\b/gi, "checkout"],
  [/\breal[- ]time\b/gi, "realtime"],
  [/\b(?:two|multi)[- ]factor(?: auth\w*)?/gi, "twofactor"],
  [/\bregular expressions?\b/gi, "regex"],
  [/\bopt[- ]in\b/gi, "optin"],
  [/\bopt[- ]out\b/gi, "optout"],
  [/\b(?:e|E)-mails?\b/g, "email"],
  [/\b[Ww]eb[- ][Ss]ockets?\b/g, "websocket"],
  [/\b[Ww]eb[- ][Hh]ooks?\b/g, "webhook"],
  [/\b[Pp]lug[- ]ins?\b/g, "plugin"],
  [/\b[Aa]uto[- ]complet\w*/g, "autocomplete"],
];

const inOneWord = (text: string): string =>
  ONE_WORD.reduce((words, [pattern, word]) => words.replace(pattern, word), text);

/** `isMark` where the word is written as a name or an abbreviation: those are the same in every language. */
export interface Significant {
  readonly word: string;
  readonly term: string;
  readonly isMark: boolean;
  /** Whether it carries little of the meaning: an everyday word, or one that only says for whom or where. */
  readonly isWeak: boolean;
}

/** What stands behind these says for whom, where or among what. */
const ASIDE = /\b(?:for|under|between|across|per|against|around|among|amongst|over)\b/i;
/** What stands behind these says when or why. */
const CIRCUMSTANCE = /\b(?:when|whenever|while|after|before|until|unless|so that|because|if|where|once)\b/i;

/** What is promised, and under which circumstances. */
export function withoutCircumstance(text: string): { readonly promised: string; readonly circumstance: string } {
  const at = CIRCUMSTANCE.exec(text)?.index ?? text.length;
  return { promised: text.slice(0, at), circumstance: text.slice(at) };
}

/** The words of a promise that a search is worth running for, each once, in their order. */
export function significantTerms(text: string, ignored: ReadonlySet<string>): Significant[] {
  const found = new Map<string, Significant>();
  const words = inOneWord(text);
  const aside = ASIDE.exec(words)?.index ?? words.length;
  for (const { 0: word, index } of words.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    const [term] = contentTerms(word);
    if (
      term === undefined ||
      isAmong(empty, word) ||
      ignored.has(term) ||
      /^\d+[a-z]{0,3}$/.test(term) ||
      found.has(term)
    )
      continue;
    if (term.length < 2 && !/[^\0-~]/.test(term)) continue;
    const isMark = /^(?:\p{Lu}{2,}\w*|\w*\p{Ll}\p{Lu}\w*|\w*\d\w*)$/u.test(word);
    found.set(term, { word, term, isMark, isWeak: !isMark && (index > aside || isAmong(everyday, word)) });
  }
  return [...found.values()].slice(0, MOST_TERMS);
}
