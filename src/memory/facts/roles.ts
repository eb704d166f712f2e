import {
  ATTRIBUTES,
  CHANGE,
  CHANGING,
  CHOOSING,
  COPULA,
  DWELLING,
  MANY,
  MEASURED,
  MONTHS,
  NAMING,
  OPPOSED_VERBS,
  OTHER_VERBS,
  PRONOUNS,
  SCHEDULED,
  WEEKDAYS,
} from "./lexicon.ts";

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

const VERBS = [COPULA, NAMING, DWELLING, MANY, SCHEDULED, MEASURED, CHOOSING, OTHER_VERBS, CHANGING];

export const isVerb = (key: string): boolean =>
  key === CHANGE || key.startsWith("±") || OPPOSED_VERBS.has(key) || VERBS.some((verbs) => verbs.has(key));

export const isNumber = (key: string): boolean => /^\d/.test(key);
export const isTime = (key: string): boolean => WEEKDAYS.has(key) || MONTHS.has(key);

/** Says what a fact is about: neither how it is said nor who says it. */
export const isTopic = ({ key, isVerb }: Word): boolean => key !== "," && !PRONOUNS.has(key) && !isVerb;

interface Word {
  readonly key: string;
  readonly isVerb: boolean;
}
export const attributeIn = <P extends Word>(parts: readonly P[]): P | undefined =>
  parts.find((part) => ATTRIBUTES.has(part.key) && !part.isVerb);
