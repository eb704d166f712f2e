import { hasQuestion, hasRelativeTime } from "../../core/index.ts";

/** Traits of a passage beyond its words, stored with it as bits. */
export const TRAITS = {
  /** Nothing but a question. */
  asks: 1,
  /** Has a question in it. */
  inquires: 8192,
  /** A standing order: "always …", "from now on …". */
  orders: 2,
  /** Speaks of a time. */
  dates: 16,
  counts: 32,
  /** A few words only. */
  short: 128,
  byUser: 512,
  byAssistant: 1024,
  byTool: 2048,
  /** One passage of several: a long text. */
  part: 4096,
  /** What a tool was called with. */
  calls: 16384,
} as const;
export type Trait = keyof typeof TRAITS;

export const has = (traits: number, trait: Trait): boolean => (traits & TRAITS[trait]) !== 0;

/** Between two sentences: the signs in an address or a number end none. */
const BETWEEN = /(?<=[.!?…]["'”’»)\]*_]*)\s+|(?<=[。！？])|\n+/u;
const INTERJECTION_WORDS = 4;
/** A longer question contains statements too. */
const LONGEST_QUESTION = 240;
const STATEMENT =
  /\b(?:i'm|i am|i've|i have|i had|i want|i need|i'd|i was|we're|we are|we've|we have|ich habe|ich bin|j'ai|je suis|tengo|estoy)\b/i;
/**
 * A question whose mark was not worth typing: "how did we fix it". One sentence; "what we did" and "do it" ask nothing.
 */
const UNMARKED = new RegExp(
  `^(?:${[
    "(?:(?:so|and|but|ok|okay|hey|hi|wait|again),? )*(?:how|why|when|where|what|which|who|whose)(?:'s|(?: (?!i\\b|we\\b|you\\b|he\\b|she\\b|they\\b|it\\b|the\\b|my\\b|our\\b|this\\b|that\\b)\\S+){0,3}? (?:did|do|does|is|are|was|were|have|has|had|should|can|could|would|will))\\b",
    "(?:did|does|has|had|is|are|was|were) (?:i|we|you|he|she|they|it|there|the|my|our|this|that)\\b|(?:do|have) (?:i|we|you|they)\\b",
    "(?:wie|warum|wieso|weshalb|wann|wo|was|wer) (?:haben|hatten|hat|habe|hast|ist|sind|war|waren|wurde|wird|kann|können|soll)\\b",
    "(?:pourquoi|comment|combien|est-ce qu|qu'est-ce|por qué|cómo|cuándo|dónde|cuál|quién|cuánt)",
    "(?:почему|зачем|сколько|где|какой|какая|какие)(?!\\p{L})|(?:为什么|怎么|什么时候|哪)",
  ].join("|")})[^.!。！\\n]*$|吗$|(?:です|ます|でした|ました)か$`,
  "iu",
);
/** "Always …", "from now on …", "whenever I ask …": only whole phrases, for "always" and "never" are in stories too. */
const ORDER = new RegExp(
  [
    "\\b(?:from now on|for the future|(?:in|for) all your (?:answers|replies)|in everything you (?:tell|write|show))\\b",
    "\\bwhen(?:ever)? (?:i ask|you (?:show|write|give|answer|explain|suggest|name|list|propose|quote))\\b",
    "\\b(?:every|each) time (?:i ask|you)\\b|\\bwhenever i\\b",
    "(?:^|[.!?:;,\\n]\\s*)(?:please,? |and |also |but |so )*(?:always|never|do not ever|don't ever)\\b",
    "\\b(?:always|never)\\b[^.!?\\n]{0,80}\\bwhen(?:ever)? i\\b",
    "\\bplease,? (?:always|never|only|stick|stay|keep|avoid|don't|do not)\\b",
    "\\bi (?:want|need|would like|'d like) you to (?:always|never)\\b|\\bmake sure (?:to|you|that)\\b",
    "\\b(?:another|one more|new|my|a small|house) rules?\\b|\\bthe rule (?:is|for)\\b",
    "\\b(?:ab jetzt|ab sofort|künftig|von nun an|désormais|dorénavant|à partir de maintenant|de ahora en adelante)(?![\\p{L}])",
    "\\b(?:a partir de ahora|d'ora in poi|a partir de agora)\\b|отныне|с этого момента",
    "(?:^|[.!?:;,\\n]\\s*)(?:bitte )?(?:immer|niemals|toujours|jamais|siempre|nunca|sempre|всегда|никогда)(?![\\p{L}])",
    "以后(?:都|请|一律)|从现在(?:起|开始)|每次都|一律|必ず|今後(?:は|も)|これからは|絶対に",
  ].join("|"),
  "iu",
);
const TIME =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|weeks?|months?|years?|days?|morning|evening|since|just|soon)\b|\b(?:19|20)\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:in|on|by|until) may\b|[0-9一二三四五六七八九十]+[年月日号]/i;
const COUNT =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|dozen|couple|twice|half)\b/i;
const SHORT_TERMS = 4;
const BY: Readonly<Record<string, number>> = {
  user: TRAITS.byUser,
  assistant: TRAITS.byAssistant,
  tool: TRAITS.byTool,
  call: TRAITS.calls,
};

/** Whether every sentence is a question; a "Great!" between them does not count. */
function onlyAsks(text: string): boolean {
  if (text.length > LONGEST_QUESTION || STATEMENT.test(text)) return false;
  if (!hasQuestion(text)) return UNMARKED.test(text.trim());
  return text
    .split(BETWEEN)
    .every((sentence) => hasQuestion(sentence) || sentence.trim().split(/\s+/).length <= INTERJECTION_WORDS);
}

export function traitsOf(text: string, role: string, terms: number): number {
  let traits = BY[role] ?? 0;
  const note = (trait: Trait, holds: boolean) => {
    if (holds) traits |= TRAITS[trait];
  };
  note("short", terms <= SHORT_TERMS);
  note("dates", hasRelativeTime(text) || TIME.test(text));
  note("counts", COUNT.test(text));
  if (role === "tool" || role === "call") return traits;
  note("inquires", hasQuestion(text) || UNMARKED.test(text.trim()));
  note("asks", onlyAsks(text));
  note("orders", role !== "assistant" && ORDER.test(text));
  return traits;
}
