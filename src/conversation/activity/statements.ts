import { isCourtesy } from "./requests.ts";
import { sentences } from "./text.ts";

/*
 * Decisions and constraints are found by the words people use for them. Precision counts more than reach: whatever is
 * missed here is still in the ledger and found by recall.
 */

const DECISION = [
  // Not "decision-making".
  /\bdecision(?:\s*[:–—]|\s-)\s*\S/i,
  /\b(?:we|i|they|user|team|you)(?:['’]ve| have| has)?\s+(?:\w+\s+)?(?:decided|agreed|chose|opted|settled|concluded)\b/i,
  /\b(?:decided|agreed|chose|chosen|opted)\s+(?:to|on|that|against|for|not)\b/i,
  /\b(?:it(?:['’]s| is| was)\s+decided|settled on)\b/i,
  /\b(?:let['’]?s|let us|we(?:['’]ll| will| should| shall))\s+(?:go with|use|keep(?!\s+(?:\w+ing|up|it up|on|in touch|each|you|ya|him|them)\b)|stick (?:with|to)|switch to|adopt|drop|avoid|store|move to)\b/i,
  /\blet['’]?s\s+(?:do (?!it\b|this\b|that\b|the same\b)\S|take (?:the|option)|pick|choose|go for (?!a\b|it\b))/i,
  /\bi(?:['’]ll| will)\s+(?:go with|use|stick (?:with|to)|switch to|adopt|store|move to)\b/i,
  /(?:^|[,;.]\s*|\b(?:we|i|we['’](?:re|ll)|i['’](?:m|ll)|are|am|will|should|to|yes)\s+)(?:going|go)\s+with\s+\S/i,
  /\buse\s+\S+(?:\s+\S+){0,6}\s+(?:instead of|rather than|not)\s+\S/i,
  /\buse\s+\S+(?:\s+\S+)?\s+over\s+\S/i,
  /^(?:use|keep|store|prefer)\s+\S.*\b(?:because|since|so that)\b/i,
  /\b(?:we|i)(?:['’]m| am|['’]re| are|['’]ve| have)?\s+(?:choosing|picking|picked|going for|settling on)\b/i,
  /\b(?:the plan is to|(?:final|our|my) (?:choice|decision|pick) (?:is|was))\b/i,
  /\b(?:we|i)(?:['’]ll| will)\s+(?:implement|put|do|keep|store|handle)\s+\S[^,;]*,\s*not\s+\S/i,
  /(?<!\p{L})(?:решили|решено|выбрали)(?!\p{L})/iu,
  /\b(?:entschieden|wir nehmen|beschlossen)\b/i,
  /(?<!\p{L})(?:décidé|on part sur|nous utiliserons)(?!\p{L})/iu,
  /\b(?:decidido|decidimos|vamos a usar|usaremos)\b/i,
  /(?:决定|決定|就用|採用|采用|に決め|ことにしま|ことにした)/,
];

/** Talk about deciding that decides nothing. */
const UNDECIDED = [
  /\b(?:not|never|yet to|\w+n['’]t)\s+(?:\w+\s+){0,2}(?:decide|decided|agreed|chosen|chose|settled|concluded|opted)\b|\bundecided\b/i,
  /^(?:if|should|could|would|whether|which|how|why)\b/i,
  // What the agent takes to hand next is no decision about the work.
  /\bi(?:['’]ll| will)\s+use\s+(?:the|an?|my)\s+(?:(?!(?:for|to|of|in|as|with)\b)[\w:/`-]+\s+){0,4}(?:skill|(?:sub)?agent|tool)s?\b/i,
];

const CONSTRAINT = [
  // "That must have been hard" guesses, it demands nothing.
  /(?<!\ba )\bmust(?!['’]ve\b| have\b| be (?:so|such|really|very|nice|hard|great|tough|fun|a|an)\b| be[.!]?$| feel\b)(?:n['’]t| not)?\b|\b(?:may not|under no circumstances|at all costs)\b/i,
  // "It always fails" and "I can't find it" tell what happens, not what is wanted.
  /(?<!\b(?:i|it|he|she|they|this|that|which)\s+(?:(?:just|still|really|also|simply|will|would|could)\s+)?)\b(?:cannot|can['’]t)\b(?!\s+(?:wait|believe|imagine|help|say|stop|remember|thank|get enough|go wrong)\b)\s+\p{L}/iu,
  /(?:^|[.,;:(–—-]\s*|\b(?:please|and|but|so|also|then|you|or|should|must|to|will)\s+)(?<!\b(?:it|he|she|they|this|that|which)\s+will\s+)(?:never|always)\s+(?!been|had|have|was|were|be (?:there|here)|will|felt|easy|wanted|the case|there|know|give up|quit|mind)\p{L}+(?<![^s]s|ed|ing)(?!\p{L})/iu,
  /(?:^|[,;:(–—-]\s*|\b(?:please|and|but|so|also|then|you|we|or|just)\s+)(?:do not|don['’]t)\b(?!\s+(?:know|think|understand|see|remember|mind|worry|have|get me|feel|really|be (?:afraid|sorry|shy|too)|hesitate|give up|sweat)\b)/i,
  /(?:^|[.,;:(–—-]\s*|\b(?:please|and|but|so|also|then|just|must|should)\s+)(?:make sure|be sure to|be sure that|ensure)\b/i,
  /\b(?:important\s*:|remember\s*(?:that|:|to)|only (?:use|ever|if|when)|without (?:changing|breaking|touching))\b/i,
  /\b(?:auf keinen fall|darf nicht|dürfen nicht|muss|müssen)\b|^(?!(?:ich|wir|er|sie|es|das)\b).*\b(?:niemals|immer)\b/i,
  /\b(?:il faut|ne pas|doit)\b|^(?!(?:je|j['’]|on|nous|il|elle|c['’]est)).*\b(?:jamais|toujours)\b/i,
  /\b(?:no debe|debe)\b|^(?!(?:yo|me|mi|nosotros|él|ella)\b).*\b(?:nunca|siempre)\b/i,
  /(?:必须|不要|禁止|总是|绝不|必ず|しないで|してはいけない)/,
];

const SHORTEST = 8;
const LONGEST = 400;

const says = (sentence: string, patterns: readonly RegExp[]): boolean =>
  sentence.length >= SHORTEST &&
  sentence.length <= LONGEST &&
  !sentence.endsWith("?") &&
  patterns.some((pattern) => pattern.test(sentence)) &&
  !isCourtesy(sentence);

export const isDecision = (sentence: string): boolean =>
  says(sentence, DECISION) && !UNDECIDED.some((pattern) => pattern.test(sentence));
export const isConstraint = (sentence: string): boolean => says(sentence, CONSTRAINT);

export const decisionsIn = (text: string): string[] => sentences(text).filter(isDecision);
export const constraintsIn = (text: string): string[] => sentences(text).filter(isConstraint);
