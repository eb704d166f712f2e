import type { Said } from "./index.ts";
import { ownWords, sentences } from "./text.ts";

/*
 * What the user insisted on holds until it is over: they asked for just what they had forbidden, took it back, or had meant it for
 * one request only. Words decide here, too; in doubt a rule stands.
 */

/** A rule that one exception does not end. */
const FOR_GOOD =
  /(?<!\p{L})(?:never|always|under no circumstances|at all costs|from now on|nie|niemals|immer|auf keinen fall|keinesfalls|ab jetzt|jamais|toujours|désormais|nunca|jamás|siempre|никогда|всегда|ни в коем случае)(?!\p{L})|绝不|絕不|绝对|絕對|总是|總是|永远|千万|切勿|严禁|決して|絶対|必ず|常に/iu;

/** "for now", "not yet", "…, just validate it": it belongs to what was asked with it. */
const FOR_ONE_REQUEST =
  /(?<!\p{L})(?:for now|for the moment|right now|not? yet|yet|this time|today|vorerst|erstmal|erst mal|zunächst|noch nicht|diesmal|pour l['’]instant|pour le moment|d['’]abord|cette fois|pas encore|por ahora|de momento|primero|esta vez|todavía no|aún no|пока|сначала|сперва|в этот раз|ещё не)(?!\p{L})|^first\b|\bfirst(?=[,;.!]|$)|[,;–—-]\s*(?:but |and )?(?:just|only|nur|seulement|solo|sólo|только)(?!\p{L})|\b(?:just|only) (?:validate|verify|check|look|report|review|read|answer|explain|plan|tell|show|list)\b|\b(?:report|read) only\b|暂时|這次|这次|目前|先不|先别|とりあえず|今回|今は|まだ/iu;

/** A request after the one it was made for may still be about that; the one behind it is about something else. */
const OUTLIVES = 1;

const NEGATED =
  /(?<!\p{L})(?:not|never|cannot|\p{L}+n['’]t|without|nor|nicht|nichts|nie|niemals|kein\p{L}*|ohne|ne|pas|jamais|rien|sans|no|nunca|jamás|sin|не|никогда|нельзя|запрещено|без)(?!\p{L})|(?<!\p{L})n['’](?=\p{L})|[不别勿禁]|ない|ません|いけ|なら/iu;

/** "forget about the linter", "no need to run it": what follows is taken back. */
const TAKEN_BACK =
  /(?<!\p{L})(?:forget(?: about)?|never ?mind|ignore|no longer (?:need(?: to)?)?|no (?:more )?need (?:to|for)|(?:do not|don['’]t) (?:need|have) to|scratch|vergiss|nicht mehr nötig|ignoriere|oublie[zr]?|plus besoin d[e'’]|laisse tomber|olvida(?:te de)?|ya no hace falta|ignora|забудь(?:те)?(?: про| о)?|больше не (?:надо|нужно))(?!\p{L})\s*(.*)$|(?:忘掉|忘了|不用再|不必再|もう気にしなくて)(.*)$/iu;

/** It asks about something, or tells of it, and asks for nothing. */
const NO_ASKING =
  /^(?:(?:but|and|so|ok|hm+)[,\s]+)*(?:why|how|what|when|where|who|which|did|do|does|is|are|was|were|has|have|should|shall|warum|wieso|wie|was|wann|wo|wer|soll|sollen|pourquoi|comment|quand|por qué|cómo|cuándo|почему|как|когда|что)(?!\p{L})|^(?:i|we|they|it|he|she|you)(?:['’]ve| have| had)?\s+(?:\p{L}+ed|did|made|saw|got)(?!\p{L})/iu;

const CLAUSE =
  /[,;:()–—，、；：（）。]|(?<!\p{L})(?:but|and|or|aber|und|oder|mais|et|ou|pero|y|o|но|а|и|или)(?!\p{L})|但|而且/giu;

/** Words that forbid, ask, or name nothing in particular. */
const NO_TERMS = new Set(
  `a an the this that these those it its them they he she i you we us me my your our their to of in on at by for from with as into
  and or but so if then now also just only please ok okay yes no not never always cannot can can't could will would should shall must
  may might do does don't doesn't didn't won't mustn't shouldn't be is are was were have has had need needs want any anything
  something everything nothing all some stuff things thing more most other without again here there let lets let's go ahead and
  make sure ensure really simply ever yet first
  der die das den dem des ein eine einen einem einer und oder aber bitte nicht nichts nie niemals kein keine keinen keiner auf an am im
  in zu zum zur mit von vom für jetzt du sie ich wir es etwas alles muss müssen darf dürfen soll kannst direkt keinesfalls fall ohne
  le la les l un une des du de d et ou mais ne n pas jamais rien plus au aux à dans en sur avec s'il te plaît vous tu je nous il elle ce
  cette doit doivent faut sans aucun aucune
  el los las lo una unos y o pero no nunca jamás nada por favor con para del al en tu su que sin debe deben hay ningún ninguna
  и или но а не никогда нельзя пожалуйста в во на к с со у о об по из за для от это его её их ничего всё все что чтобы ты я мы надо нужно
  запрещено теперь можно можешь`.split(/\s+/),
);
const SIGNS_OF_NO_TERM =
  /绝对|絕對|千万|不要|不得|不准|不许|不可以|不能|请勿|請勿|切勿|严禁|嚴禁|禁止|必须|现在|現在|可以|别|请|請|絶対に|決して|(?:し)?ないで(?:ください|下さい)?|ては(?:いけ|なら)\S*|ないこと|して|ください|[はをにのがもへで了]/gu;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_'’./@-]*/gu;
/** People say any of these for one and the same. */
const CHANGING = /^(?:touch|modif|edit|alter|chang|updat)/;
const DETERMINER = /^(?:the|an?|your|my|our|this|that|its|their)$/;

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().replace(SIGNS_OF_NO_TERM, " ").match(WORD) ?? []).map((word) =>
    word.replaceAll("’", "'").replace(/[.'/-]+$/, ""),
  );
const stem = (word: string): string => (CHANGING.test(word) ? "chang" : word.replace(/(?:ing|es|s|e)$/, ""));
const termsOf = (text: string): string[] => [
  ...new Set(
    wordsIn(text)
      .filter((word) => !NO_TERMS.has(word))
      .map(stem),
  ),
];

const LIKE_ENOUGH = 4;

/** The same word in another form: `löschen` and `lösche`. */
function isLike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < LIKE_ENOUGH || Math.abs(one.length - other.length) > 2) return false;
  const shared = Math.max(LIKE_ENOUGH, shorter - 1);
  return one.slice(0, shared) === other.slice(0, shared);
}

/** What a rule forbids, each part of it in its words; empty where it forbids nothing. */
const forbidden = (rule: string): string[][] =>
  rule
    .split(CLAUSE)
    .filter((clause) => NEGATED.test(clause))
    .map(termsOf)
    .filter((terms) => terms.length > 0);

/** Whether somebody asks for all of this in a sentence. */
function asksFor(sentence: string, terms: readonly string[]): boolean {
  if (NO_ASKING.test(sentence)) return false;
  return sentence.split(CLAUSE).some((clause) => {
    if (NEGATED.test(clause)) return false;
    // "the fix" asks for no fixing.
    const words = wordsIn(clause);
    const asked = words.filter((_, at) => terms.length > 1 || !DETERMINER.test(words[at - 1] ?? "")).map(stem);
    return terms.every((term) => asked.some((word) => isLike(word, term)));
  });
}

/** Whether a sentence takes a rule back: all that it names is in the rule. */
function takesBack(sentence: string, rule: readonly string[]): boolean {
  const taken = TAKEN_BACK.exec(sentence);
  const named = taken ? termsOf(taken[1] ?? taken[2] ?? "") : [];
  return named.length > 0 && named.every((term) => rule.some((word) => isLike(word, term)));
}

interface Request {
  readonly seq: number;
  readonly sentences: readonly string[];
}

function stands({ text, seq }: Said, requests: readonly Request[]): boolean {
  const later = requests.filter((request) => request.seq > seq);
  if (later.length === 0) return true;
  const isForGood = FOR_GOOD.test(text);
  if (!isForGood && later.length > OUTLIVES && FOR_ONE_REQUEST.test(text)) return false;
  const terms = termsOf(text);
  if (later.some((request) => request.sentences.some((sentence) => takesBack(sentence, terms)))) return false;
  // Against what holds for good an exception is made for the one request that asks for it.
  const asking = (isForGood ? later.slice(-1) : later).flatMap((request) => request.sentences);
  const parts = forbidden(text);
  return parts.length === 0 || !parts.every((part) => asking.some((sentence) => asksFor(sentence, part)));
}

/** Of what the user insisted on, what still holds behind all these requests. */
export function standing(rules: readonly Said[], requests: readonly Said[]): Said[] {
  if (rules.length === 0) return [];
  const read = requests.map(({ seq, text }) => ({ seq, sentences: sentences(ownWords(text)) }));
  return rules.filter((rule) => stands(rule, read));
}
