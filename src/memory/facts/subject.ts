import { STOP_WORDS } from "../text/stop-words.ts";
import { termsOf } from "../text/words.ts";
import { LOOKED_AT } from "./frame.ts";
import type { Part } from "./parts.ts";
import { readingOf } from "./reading.ts";
import { isNumber, isTime, isTopic, isUnspaced } from "./roles.ts";

const MOST_TERMS = 8;

/** Signs that stand together are searched together. */
function phrasesOf(parts: readonly Part[]): string[] {
  const phrases: string[] = [];
  let isRun = false;
  for (const { text } of parts) {
    const isSign = isUnspaced(text);
    if (isSign && isRun) phrases.push(`${phrases.pop() ?? ""}${text}`);
    else phrases.push(text);
    isRun = isSign;
  }
  return phrases;
}

/**
 * The terms worth searching the store with for older facts of the same subject: first what the fact is about, then what it turns down,
 * which the older one may say, then the rest. Its own numbers and days come last: an older fact has others.
 */
export function subjectTerms(text: string): string[] {
  const { parts, rejected } = readingOf(text);
  const verb = parts.findIndex((part) => part.isVerb);
  const topics = parts.filter((part) => isTopic(part) && !isNumber(part.key) && !isTime(part.key));
  const subject = topics.filter((part) => parts.indexOf(part) < verb);
  const said = termsOf(text.slice(0, LOOKED_AT));
  const known = new Set(said);
  const ranked = [...phrasesOf(subject), ...rejected, ...phrasesOf(topics)].flatMap((phrase) => termsOf(phrase));
  const terms = [...ranked, ...said].filter((term) => known.has(term) && !STOP_WORDS.has(term));
  return [...new Set(terms)].slice(0, MOST_TERMS);
}
