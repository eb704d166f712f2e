import { isCourtesy } from "./requests.ts";
import { sentences } from "./text.ts";

/*
 * Decisions and constraints are found by the words people use for them. Precision counts more than reach: whatever is
 * missed here is still in the ledger and found by recall.
 */

const DECISION = [
  /\bdecision\s*[:–—-]\s*\S/i,
  /\b(?:we|i|they|user|team|you)(?:['’]ve| have| has)?\s+(?:\w+\s+)?(?:decided|agreed|chose|opted|settled|concluded)\b/i,
  /\b(?:decided|agreed|chose|chosen|opted)\s+(?:to|on|that|against|for|not)\b/i,
  /\b(?:it(?:['’]s| is| was)\s+decided|settled on)\b/i,
  /\b(?:let['’]?s|let us|we(?:['’]ll| will| should| shall)|i(?:['’]ll| will))\s+(?:go with|use|keep|stick (?:with|to)|switch to|adopt|drop|avoid|store|move to)\b/i,
  /\b(?:going|go)\s+with\s+\S/i,
  /\buse\s+\S+(?:\s+\S+){0,6}\s+(?:instead of|rather than|not|over)\s+\S/i,
  /^(?:use|keep|store|prefer)\s+\S.*\b(?:because|since|so that)\b/i,
  /\b(?:entschieden|wir nehmen|beschlossen)\b/i,
  /\b(?:décidé|on part sur|nous utiliserons)\b/i,
  /\b(?:decidido|decidimos|vamos a usar|usaremos)\b/i,
  /(?:决定|決定|就用|採用|采用|に決め|を使うことに)/,
];

const CONSTRAINT = [
  /\b(?:must(?:n['’]t| not)?|never|always|do not|don['’]t|cannot|can['’]t|may not|under no circumstances|at all costs)\b/i,
  /\b(?:make sure|be sure|ensure|important\s*:|remember\s*(?:that|:|to)|only (?:use|ever|if|when)|without (?:changing|breaking|touching))\b/i,
  /\b(?:niemals|immer|auf keinen fall|darf nicht|muss|müssen)\b/i,
  /\b(?:jamais|toujours|il faut|ne pas|doit)\b/i,
  /\b(?:nunca|siempre|no debe|debe)\b/i,
  /(?:必须|不要|禁止|总是|绝不|必ず|しないで|してはいけない)/,
];

const SHORTEST = 8;
const LONGEST = 400;

const matching = (text: string, patterns: readonly RegExp[]): string[] =>
  sentences(text).filter(
    (sentence) =>
      sentence.length >= SHORTEST &&
      sentence.length <= LONGEST &&
      !sentence.endsWith("?") &&
      !isCourtesy(sentence) &&
      patterns.some((pattern) => pattern.test(sentence)),
  );

export const decisionsIn = (text: string): string[] => matching(text, DECISION);
export const constraintsIn = (text: string): string[] => matching(text, CONSTRAINT);
