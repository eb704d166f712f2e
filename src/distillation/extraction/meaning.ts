import { isConstraint, isDecision } from "../../conversation/index.ts";
import type { ItemKind } from "./item.ts";
import { CORRECTS, FAILED, LEFT_OPEN, PREFERS, PROMISES, REACTS } from "./patterns.ts";
import type { Sentence } from "./sentence.ts";

export type Speaker = "user" | "assistant";

export interface Meaning {
  readonly kind: ItemKind;
  readonly weight: number;
}

const any = (text: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));

// A capital inside a sentence is a name, or in German a noun: a hint, not a proof.
const NAME = /(?<=[\p{Ll}\p{Nd}][,:]?\s)(?!I\b|I['’])\p{Lu}[\p{L}\p{M}]+/u;
const VALUE = /\d/;
const MEASURED =
  /[$€£¥₹%°]|\d\s?(?:%|°|[a-zµ]{1,4}\b|\p{L}{3,}|[年月日号岁歳元円点時时分个個天周毫克斤公里])|\d[:./-]\d/iu;
const QUOTED = /["“«「『《][^"”»」』》]{2,80}["”»」』》]/;

/** How much a plain statement tells: of the speaker's own life and work, in values, names and times. */
function factWeight(sentence: Sentence, speaker: Speaker): number {
  const { text } = sentence;
  const named = NAME.test(text);
  const measured = VALUE.test(text) && MEASURED.test(text);
  let score = 0;
  if (sentence.has("self")) score += speaker === "user" ? 0.25 : 0.2;
  if (sentence.has("life")) score += 0.2;
  if (measured) score += 0.25;
  else if (VALUE.test(text)) score += 0.15;
  if (named) score += 0.15;
  if (QUOTED.test(text)) score += 0.1;
  if (sentence.has("relative")) score += 0.1;
  if (sentence.has("found")) score += 0.1;
  if (sentence.has("hedge")) score -= 0.15;
  if (REACTS.test(text) && !measured) score -= 0.2;
  if (sentence.words < 4) score -= 0.15;
  if (text.endsWith("!")) score -= 0.05;
  if (text.endsWith(":")) score -= 0.3;
  return score;
}

const ENOUGH = { user: 0.3, assistant: 0.45 } as const;

function fact(sentence: Sentence, speaker: Speaker): Meaning | undefined {
  // What an assistant explains in general can be had again; what it says of itself, of the user or found out cannot.
  if (speaker === "assistant" && !sentence.has("self") && !sentence.has("other") && !sentence.has("found"))
    return undefined;
  const score = factWeight(sentence, speaker);
  if (score < ENOUGH[speaker]) return undefined;
  return { kind: "fact", weight: Math.min(0.85, 0.2 + score * 0.7) };
}

/** What a sentence is for the one who must go on: the strongest reading counts. */
export function meaningOf(sentence: Sentence, speaker: Speaker): Meaning | undefined {
  const { text } = sentence;
  if (sentence.isQuestion || sentence.isHeading || sentence.words < 2) return undefined;
  const mine = speaker === "user" ? 1 : 0.8;
  if (speaker === "user" && any(text, CORRECTS)) return { kind: "correction", weight: 0.8 };
  if (isDecision(text)) return { kind: "decision", weight: 0.8 * mine };
  if (speaker === "user" && sentence.has("prefers") && any(text, PREFERS)) return { kind: "preference", weight: 0.65 };
  if (speaker === "user" && any(text, PREFERS.slice(3, 6))) return { kind: "preference", weight: 0.8 };
  if (speaker === "user" && isConstraint(text)) return { kind: "constraint", weight: 0.8 };
  if (any(text, FAILED)) return { kind: "failed", weight: 0.65 * mine };
  if (sentence.has("will") && any(text, PROMISES)) return { kind: "promise", weight: 0.65 * mine };
  if ((speaker === "user" || sentence.has("todo")) && any(text, LEFT_OPEN))
    return { kind: "open_item", weight: 0.6 * mine };
  const found = fact(sentence, speaker);
  if (found && sentence.has("now") && !sentence.has("life")) return { kind: "state", weight: found.weight };
  return found;
}
