import { isConstraint, isDecision } from "../../conversation/index.ts";
import type { ItemKind } from "./item.ts";
import {
  CORRECTS,
  DENIES,
  FAILED,
  LEFT_OPEN,
  PREFERS,
  PROMISES,
  REACTS,
  STYLE,
  SUBJECT_LEFT_OUT,
  VAGUE,
} from "./patterns.ts";
import type { Sentence } from "./sentence.ts";

export type Speaker = "user" | "assistant";

/** Who speaks, and in what kind of talk: at work with tools, in an exchange of short messages, or explaining at length. */
export interface Setting {
  readonly speaker: Speaker;
  readonly isWork: boolean;
  readonly isBrief: boolean;
  /** The assistant says what it is about to do, and does it. */
  readonly isAnnouncement: boolean;
  /** The other one has just asked something. */
  readonly isAnswer: boolean;
}

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

/** How exact a sentence is: values, names and times. */
function exactness(sentence: Sentence): number {
  const { text } = sentence;
  let score = 0;
  if (VALUE.test(text)) score += MEASURED.test(text) ? 0.25 : 0.15;
  if (NAME.test(text)) score += 0.15;
  if (QUOTED.test(text)) score += 0.1;
  if (sentence.has("relative")) score += 0.1;
  return score;
}

/** How much a plain statement tells of the speaker's own life and work. */
function telling(sentence: Sentence, exact: number): number {
  const { text } = sentence;
  let score = exact;
  if (sentence.has("self") || SUBJECT_LEFT_OUT.test(text)) score += 0.25;
  else if (sentence.has("us")) score += 0.15;
  if (sentence.has("life")) score += 0.2;
  if (sentence.has("vital")) score += 0.2;
  if (sentence.has("found")) score += 0.1;
  if (sentence.has("hedge")) score -= 0.15;
  if (exact < 0.25 && REACTS.test(text)) score -= 0.2;
  if (sentence.words < 5 && exact === 0 && !sentence.has("life")) score -= 0.15;
  if (text.endsWith("!")) score -= 0.05;
  if (text.endsWith(":")) score -= 0.3;
  return score;
}

const ENOUGH = 0.25;
const ENOUGH_OF_AN_ANSWER = 0.4;

/** Code, a path or a name in a report of work says which. */
const MARKED = /`[^`]+`/;

function fact(sentence: Sentence, exact: number): Meaning | undefined {
  const score = telling(sentence, exact);
  return score < ENOUGH ? undefined : { kind: "fact", weight: Math.min(0.85, 0.2 + score * 0.7) };
}

/** What an assistant explains in general can be had again; what it says of itself, of the user or found out cannot. */
function answered(
  sentence: Sentence,
  { isWork, isBrief, isAnnouncement }: Setting,
  exact: number,
): Meaning | undefined {
  const isFinding = isWork && (sentence.has("found") || (!isAnnouncement && MARKED.test(sentence.text)));
  const isOwn = sentence.has("self") && !isAnnouncement;
  if (!isFinding && !isOwn && !(sentence.has("other") && exact >= 0.25)) return undefined;
  const score = telling(sentence, exact) + (isFinding ? 0.2 : 0);
  if (score < (isBrief ? ENOUGH : ENOUGH_OF_AN_ANSWER)) return undefined;
  return { kind: "fact", weight: Math.min(0.75, 0.15 + score * 0.6) };
}

/** "Let's use an example": the voice of somebody who explains. */
const LECTURES = /^(?:[\p{L} ]{1,30},\s)?(?:let['’]?s|we['’]ll|we will|i['’]ll|you (?:can|could|should))\b/iu;
/** Thinking aloud about the next step. */
const NARRATES =
  /\b(?:let me|let['’]s (?:check|look|see|start|verify|run|try|first|now)|now (?:let|i)|i(?:['’]ll| will| need to| should| can) (?:now |first |also |start |then |quickly )?(?:check|look|see|read|run|verify|update|create|start|explore|search|examine|review|add|fix|use|write|find|test)|lass mich|laissez-moi|laisse-moi|déjame|让我|我来)(?![\p{sc=Latin}])/iu;
/** A line of a draft or of somebody else's words. */
const IS_QUOTE = /^["“«]/;

/** Quotations, and in talk without tools whatever speaks neither of the two nor of a decision, or is a point of a list. */
function isAside({ text, isListed, has }: Sentence, { isWork, isBrief }: Setting): boolean {
  if (IS_QUOTE.test(text)) return true;
  return !isWork && ((isListed && !isBrief) || !(has("self") || has("other") || has("decides")));
}

function ofAssistant(sentence: Sentence, setting: Setting, exact: number): Meaning | undefined {
  const { text } = sentence;
  if (setting.isAnnouncement && NARRATES.test(text)) return undefined;
  if (sentence.has("decides") && isDecision(text) && (setting.isWork || !LECTURES.test(text)))
    return { kind: "decision", weight: 0.65 };
  const isOwn = sentence.has("self") || setting.isWork;
  if (isOwn && sentence.has("negates") && any(text, FAILED)) return { kind: "failed", weight: 0.55 };
  if (setting.isAnnouncement) return answered(sentence, setting, exact);
  if (sentence.has("self") && sentence.has("will") && any(text, PROMISES)) return promise(sentence, exact, 0.45);
  if (isOwn && sentence.has("todo") && any(text, LEFT_OPEN)) return { kind: "open_item", weight: 0.5 };
  return answered(sentence, setting, exact);
}

const promise = ({ text }: Sentence, exact: number, base: number): Meaning => ({
  kind: "promise",
  weight: Math.min(0.8, (VAGUE.test(text) ? base - 0.25 : base) + exact),
});

function ofUser(sentence: Sentence, { isAnswer }: Setting, exact: number): Meaning | undefined {
  const { text } = sentence;
  const corrects = sentence.has("negates") && (any(text, CORRECTS) || (!isAnswer && any(text, DENIES)));
  if (corrects) return { kind: "correction", weight: 0.8 };
  if (sentence.has("decides") && isDecision(text)) return { kind: "decision", weight: 0.8 };
  if (any(text, STYLE)) return { kind: "preference", weight: 0.8 };
  if (sentence.has("prefers") && any(text, PREFERS)) return { kind: "preference", weight: 0.7 + exact / 4 };
  const isOpen = any(text, LEFT_OPEN);
  if (!(isOpen && sentence.has("self")) && sentence.has("rules") && isConstraint(text))
    return { kind: "constraint", weight: 0.8 };
  if (sentence.has("negates") && any(text, FAILED)) return { kind: "failed", weight: 0.6 };
  if (sentence.has("will") && any(text, PROMISES)) return promise(sentence, exact, 0.5);
  if (isOpen) return { kind: "open_item", weight: Math.min(0.8, (VAGUE.test(text) ? 0.3 : 0.45) + exact) };
  return fact(sentence, exact);
}

const FOR_NOW = /\b(?:for|from|by|until) now\b/i;

/** What a sentence is for the one who must go on: the strongest reading counts. */
export function meaningOf(sentence: Sentence, setting: Setting): Meaning | undefined {
  if (sentence.isQuestion || sentence.isHeading || sentence.words < 2) return undefined;
  if (setting.speaker === "assistant" && isAside(sentence, setting)) return undefined;
  const exact = exactness(sentence);
  const meaning = setting.speaker === "user" ? ofUser(sentence, setting, exact) : ofAssistant(sentence, setting, exact);
  // "Now" is over soon, unless it is about somebody's life.
  if (meaning?.kind === "fact" && sentence.has("now") && !sentence.has("life") && !FOR_NOW.test(sentence.text))
    return { ...meaning, kind: "state" };
  return meaning;
}
