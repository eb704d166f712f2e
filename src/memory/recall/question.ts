import { contentTerms, folded, termHash, termsOf } from "../../text/index.ts";
import { type AskedTime, askedTime } from "../time/asked-time.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";

/** A search term; its worth is 1, less for words that only frame the question, more for names. */
export interface AskedTerm {
  readonly term: string;
  readonly hash: number;
  readonly worth: number;
  /** Whether it has a word vector. */
  readonly isKnown: boolean;
}

/** A term of similar meaning to an asked one. */
export interface RelatedTerm extends AskedTerm {
  /** The index of that asked term. */
  readonly of: number;
}

/** What a question wants, read from its words alone. */
export interface Question {
  readonly terms: readonly AskedTerm[];
  readonly kin: readonly RelatedTerm[];
  /** Words that may be names of people. */
  readonly names: readonly string[];
  /** About the user: the user's own messages count. */
  readonly aboutAsker: boolean;
  /** About what user and agent did together: either may have said it. */
  readonly aboutUs: boolean;
  /** About what the user said earlier. */
  readonly aboutOwnWords: boolean;
  /** About what the agent said. */
  readonly aboutAnswerer: boolean;
  /** A request: standing orders and preferences apply. */
  readonly isRequest: boolean;
  /** Asks for a decision or its reason. */
  readonly asksWhy: boolean;
  readonly asksWhen: boolean;
  readonly asksHowMuch: boolean;
  readonly time: AskedTime | undefined;
  readonly meaning: Int8Array | undefined;
}

const LONGEST = 2000;
const MOST_TERMS = 16;
const KIN_EACH = 6;
const LEAST_LIKENESS = 0.5;

/** Words about talking and listing are seldom in the answer. */
const FRAME = new Set(
  contentTerms(
    `order list mention bring brought conversation chat discuss discussion talk aspect topic item throughout across summary
    summarize comprehensive walk tell told explain give provide remind remember recall question answer say said sequence overview
    develop different various related ask share describe mind anything something thing stuff detail exactly know time kind sort type
    erinnern gesagt erzählt frage rappeler dit question recordar dijo pregunta вспомни сказал вопрос`,
  ),
);
const FRAME_WORTH = 0.3;
/**
 * "What did we decide about …": these words frame questions about joint work only; elsewhere the answer may have them.
 */
const OUR_FRAME = new Set([...FRAME, ...contentTerms("decide decided decision agree agreed settle reason")]);
/** In questions about joint work, a word without a vector is a name, and meant exactly. */
const NAME_WORTH = 1.5;

/** "us" and "US", "mia" and "Mia": capitals change the meaning. */
const ASKER_IN_SMALL = /\b(?:ma|mi|io|mio|mia)\b/;
const ASKER =
  /\b(?:i|i'm|i've|i'd|my|me|mine|ich|mein\p{L}*|mir|mich|je|j'|mon|mes|yo|mis|tengo|eu|meu|minha)\b|(?<!\p{L})(?:я|мне|меня|мо[йяею])(?!\p{L})|我(?!们|們)|(?:私|僕|俺)(?!たち|達|ら)/iu;
const US_IN_SMALL = /\bus\b/;
const US =
  /\b(?:we|we're|we've|we'd|our|ours|wir|uns|unser\p{L}*|nous|notre|nos|nosotr[ao]s|nuestr[ao]s?|nós|noss[ao]s?)\b|(?<!\p{L})(?:мы|нам|нас|наш\p{L}*)(?!\p{L})|我们|我們|咱|(?:私|僕|俺)(?:たち|達|ら)/iu;
const ANSWERER = new RegExp(
  [
    "\\b(?:did|have|had) you\\b(?!r)",
    "\\byou(?:'ve|'d| have| had)? (?:also |already |just |once |first |previously |originally )?(?:recommended|suggested|said|told|advised|proposed|explained|gave|given|mentioned|listed|described|outlined|provided|pointed|warned|showed|wrote|came up)\\b",
    "\\byour (?:advice|recommend|suggest|explanation|answer|example|list|response|proposal|earlier)",
    "\\b(?:hast du|haben sie|du hast|as-tu|avez-vous|tu m'as|me recomendaste|me dijiste|recomendaste|sugeriste)\\b",
    "ты (?:сказал|совет|предлож|рекоменд)|你(?:说|建议|推荐|提到|告诉)|(?:勧め|提案し|教え|言っ)て?くれ",
  ].join("|"),
  "iu",
);
const SAID_BY_ASKER =
  /\bi(?:'ve| have| had)? (?:ever )?(?:mention|brought|bring|said|say|told|tell|shared?|discuss|ask|describ|talk|raise)/i;
const REQUEST = new RegExp(
  [
    "^(?:please |bitte )?(?:can|could|would|will) you\\b",
    "^(?:please )?(?:show|give|help|write|create|draft|explain|suggest|recommend|list|design|make|plan|build|add|fix|implement|update|refactor|generate|set up|review)\\b",
    "\\b(?:how|what|which|where) (?:should|can|could|would|might) (?:i|we)\\b|\\bhow do (?:i|we)\\b",
    "\\bshould (?:i|we)\\b|\\bwould you (?:suggest|recommend)\\b|\\bany (?:ideas|tips|suggestions|advice)\\b",
    "\\bi(?:'m| am) (?:looking|trying|planning|thinking|working|preparing|updating|setting)\\b",
    "\\bi(?:'d| would)? (?:want|need|like) (?:to|you|some|a|help)\\b",
    "\\bwhat (?:are some|is the best|steps|types)\\b",
    "^(?:kannst|könntest|können sie|zeig|gib|schreib|hilf|peux-tu|pouvez-vous|montre|donne|écris|aide|puedes|podrías|muéstrame|dame|escribe|ayúdame)\\b",
    "^(?:можешь|покажи|дай|напиши|помоги)|^(?:请|帮我|给我)|(?:ください|してほしい|教えて)[。？?]?$",
  ].join("|"),
  "iu",
);
/** "Why don't we meet" is a proposal. */
const WHY = new RegExp(
  [
    "\\bwhy\\b(?! don't (?:we|you)\\b)|\\b(?:decid|decision|chose\\b|choose|chosen|settle|agree|conclu|reason|rationale|opted|turn(?:ed)? down)",
    "\\b(?:warum|wieso|weshalb|entschied|entscheid|beschlossen|beschluss|grund|pourquoi|décid|choisi|raison|decidi|elegi|razón|perché|deciso)",
    "\\bpor qu[eé]\\b|почему|зачем|реши|выбра|причин|为什么|为何|決定|决定|理由|なぜ|どうして|決め",
  ].join("|"),
  "iu",
);
const WHEN =
  /\bwhen\b|\b(?:what|which) (?:date|day|time|month|year|week)\b|\bhow (?:long|often|soon|many (?:days|weeks|months|years))\b|\b(?:wann|quand|cuándo|cuando|quando)\b|когда|什么时候|几号|哪天|何时|いつ|何日/iu;
const HOW_MUCH =
  /\bhow (?:many|much|old|tall|far|big|high|large|fast)\b|\bwhat (?:percent|price|amount|number|budget|score|version|port|size|rate)|\b(?:wie ?viele?|combien|cuánt[oa]s?|quanto)\b|сколько|多少|几|いくら|いくつ|何[個回人]/iu;
/** "Maya", but not "JWT". */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}(?=[\p{L}\p{N}]*\p{Ll})[\p{L}\p{N}]+/gu;

const askedIn = (text: string): string => text.slice(0, LONGEST).replaceAll("’", "'");

const isAboutAsker = (asked: string): boolean =>
  (ASKER.test(asked) || ASKER_IN_SMALL.test(asked)) && !ANSWERER.test(asked);
const isAboutUs = (asked: string): boolean =>
  (US.test(asked) || US_IN_SMALL.test(asked)) && !isAboutAsker(asked) && !ANSWERER.test(asked);

function termsIn(asked: string, words: WordVectors | undefined, aside = ""): AskedTerm[] {
  const isOurs = isAboutUs(asked);
  const frame = isOurs ? OUR_FRAME : FRAME;
  const distinct = [...new Set(contentTerms(asked))];
  const asideTerms = contentTerms(aside);
  // Stop words are better than nothing.
  const wanted = new Set(distinct.length > 0 || asideTerms.length > 0 ? distinct : termsOf(asked));
  // "What did we decide" has only frame words: then they count.
  const isFramed = distinct.some((term) => !frame.has(term));
  return [...new Set([...wanted, ...asideTerms])].slice(0, MOST_TERMS).map((term) => {
    const isKnown = words?.knows(term) ?? false;
    const own = words && isOurs && !isKnown ? NAME_WORTH : 1;
    const isAside = !wanted.has(term) || (isFramed && frame.has(term));
    return { term, hash: termHash(term), worth: isAside ? FRAME_WORTH : own, isKnown };
  });
}

/** A quick reading by words alone: no kin terms, no time, no names. */
export function readWords(text: string): Question {
  const asked = askedIn(text);
  const aboutAnswerer = ANSWERER.test(asked);
  return {
    ...{ terms: termsIn(asked, undefined), kin: [], names: [], aboutAnswerer },
    aboutAsker: isAboutAsker(asked),
    aboutUs: isAboutUs(asked),
    aboutOwnWords: SAID_BY_ASKER.test(asked) && !aboutAnswerer,
    isRequest: REQUEST.test(asked) && !aboutAnswerer && !SAID_BY_ASKER.test(asked),
    ...{ asksWhy: false, asksWhen: false, asksHowMuch: false, time: undefined, meaning: undefined },
  };
}

/** The words of `aside` are in every answer anyway and count for little. */
export function readQuestion(text: string, now: number, words: WordVectors | undefined, aside = ""): Question {
  const asked = askedIn(text);
  const terms = termsIn(asked, words, askedIn(aside));
  return {
    ...readWords(text),
    terms,
    kin: words ? kinOf(terms, words) : [],
    names: [...asked.matchAll(NAME)].map(([name]) => folded(name.replace(/'s$/, ""))),
    asksWhy: WHY.test(asked),
    asksWhen: WHEN.test(asked),
    asksHowMuch: HOW_MUCH.test(asked),
    time: askedTime(asked, now),
    meaning: words?.meaning(terms.filter(({ worth }) => worth >= 1).map(({ term }) => term)),
  };
}

function kinOf(terms: readonly AskedTerm[], words: WordVectors): RelatedTerm[] {
  const known = new Set(terms.map(({ term }) => term));
  return terms.flatMap((asked, of) =>
    asked.worth < 1
      ? []
      : words
          .kin(asked.term)
          .filter(({ term, similarity }) => similarity >= LEAST_LIKENESS && !known.has(term))
          .slice(0, KIN_EACH)
          .map(({ term, similarity }) => ({
            ...{ term, hash: termHash(term), isKnown: true, of },
            worth: similarity * words.weight(term),
          })),
  );
}
