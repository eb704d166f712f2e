import { isAmount } from "./amount.ts";
import { isCountry } from "./countries.ts";
import { type Kind, kindOf, WHEN } from "./kinds.ts";
import {
  ATTRIBUTES,
  ATTRIBUTES_UNSPACED,
  CHANGE,
  DWELLING,
  describes,
  HOLDERS,
  NAMING,
  PEOPLES,
  ROLES,
  SCHEDULED,
  UNITS,
} from "./lexicon.ts";
import type { Part } from "./parts.ts";
import type { Reading } from "./reading.ts";
import { attributeIn, isNumber, isTopic, isUnspaced } from "./roles.ts";
import { type Slot as Found, slotOf } from "./slot.ts";

interface Slot extends Found {
  readonly isTurned: boolean;
  /** Both values are names: of people, places, products. */
  readonly areNames: boolean;
}

const areNames = ({ names }: Reading, value: readonly Part[]): boolean =>
  value.every(({ text }) => names.has(text) && !PEOPLES.has(text));

const saysOf = (value: readonly Part[]): string =>
  value.map((part) => part.text).join(isUnspaced(value[0]?.text ?? "") ? "" : " ");

/** "Marta is the team lead" tells who the team lead is. */
function turned(reading: Reading): Reading {
  const at = reading.parts.findIndex((part) => part.key === "is" && part.isVerb);
  const role = reading.parts[at + 1];
  const who = reading.parts.slice(0, at);
  const what = reading.parts.slice(at + 1);
  if (
    at < 1 ||
    at > 2 ||
    role?.article !== "the" ||
    !what.some((part) => ROLES.has(part.key)) ||
    who.some((part) => ROLES.has(part.key))
  )
    return reading;
  const copula = reading.parts[at];
  return copula === undefined ? reading : { ...reading, parts: [...what, copula, ...who] };
}

/** Whether the newer fact puts another value into the place of the older one's. */
export function otherValue(newer: Reading, older: Reading): string | undefined {
  if (newer.isNegative || older.isNegative || newer.adds || newer.isPast || older.isPast) return undefined;
  const [now, then] = [turned(newer), turned(older)];
  const found = slotOf(now, then);
  const slot = found && {
    ...{ ...found, isTurned: now !== newer },
    areNames: areNames(newer, found.newer) && areNames(older, found.older),
  };
  if (slot === undefined || !isAbout(slot)) return undefined;
  if (slot.tail.some((part) => part.isVerb && !DWELLING.has(part.key))) return undefined;
  const [was, is] = [kindOf(slot.older, slot.tail), kindOf(slot.newer, slot.tail)];
  if (was !== is || (newer.isFuture && !WHEN.has(is)) || !holds(slot, is, newer)) return undefined;
  return `${attributeOf(slot)}: ${saysOf(slot.older)} → ${saysOf(slot.newer)}`;
}

/** Something is told apart by what stays the same: "I take … of sertraline", not only "it is …". */
const isAbout = ({ lead, tail }: Slot): boolean =>
  lead.length > 0 &&
  (isOfSpeaker(lead) ||
    [...lead, ...tail.filter((part) => !UNITS.has(part.key))].some((part) => isTopic(part) && !isNumber(part.key)));

/** "I live in …": whoever speaks lives in one place. */
const isOfSpeaker = ([who, verb]: readonly Part[]): boolean =>
  who !== undefined && SPEAKERS.has(who.key) && verb !== undefined && (DWELLING.has(verb.key) || verb.key === CHANGE);
const SPEAKERS = new Set(["i", "we"]);

function attributeOf({ lead, tail }: Slot): string {
  const named = attributeIn(lead) ?? attributeIn(tail) ?? lead.findLast((part) => isTopic(part));
  return named === undefined || isUnspaced(named.text) ? saysOf(lead.filter((part) => !part.isVerb)) : named.text;
}

function holds(slot: Slot, kind: Kind, newer: Reading): boolean {
  const says = newer.isChange || newer.isCorrection;
  const verb = slot.lead.findLast((part) => part.isVerb);
  const isLast = verb !== undefined && slot.lead.at(-1) === verb;
  if (kind === "mixed" || !hasSamePlace(slot, kind)) return false;
  if (kind === "number") return isAmount(slot, verb, isLast);
  const isOne = verb !== undefined && (verb.key === "is" || verb.key === CHANGE || NAMING.has(verb.key));
  if (WHEN.has(kind)) {
    if (verb === undefined) return slot.lead.length === 1;
    return (isLast || says) && (isOne || (SCHEDULED.has(verb.key) && (kind !== "day" || verb.key !== "run" || says)));
  }
  if (verb === undefined) return says && isHeld(slot.lead.at(-1));
  if (DWELLING.has(verb.key)) return isLast && (says || isOtherPlace(slot));
  const isTitled = TITLES.has(slot.lead.at(-1)?.key ?? "");
  if (!isOne || (!isLast && !isTitled)) return false;
  if ([...slot.older, ...slot.newer].some((part) => describes(part.text) && kind !== "colour")) return false;
  return isWhich(slot, verb, says, isTitled) || (says && isOther(slot, kind, newer));
}

/** A town and its country are one place. */
const isOtherPlace = (slot: Slot): boolean =>
  slot.areNames && isCountry(saysOf(slot.older)) === isCountry(saysOf(slot.newer));

const TITLES = new Set(["dr", "mr", "mrs", "ms", "prof", "herr", "frau", "mme", "don"]);
const isHeld = (part: Part | undefined): boolean =>
  part !== undefined && (HOLDERS.has(part.key) || ATTRIBUTES.has(part.key));
const isCode = (value: readonly Part[]): boolean => value.length === 1 && /\d/.test(value[0]?.key ?? "");

/** The value tells which one it is, and there is only one. */
function isWhich(slot: Slot, verb: Part, says: boolean, isTitled: boolean): boolean {
  if (verb.text === "are" && !says) return false;
  if (NAMING.has(verb.key)) return slot.newer[0]?.before === "" && slot.older[0]?.before === "";
  if (attributeIn(slot.lead) !== undefined || hasUnspacedAttribute(slot)) return true;
  if (slot.tail.length === 1 && attributeIn(slot.tail) !== undefined) return true;
  const isSure = says || isTitled || slot.isTurned || slot.areNames || (isCode(slot.older) && isCode(slot.newer));
  return isSure && slot.lead.some((part) => HOLDERS.has(part.key));
}

/** Nothing is known of what is spoken of, but the newer fact says that it is different now. */
const isOther = (slot: Slot, kind: Kind, newer: Reading): boolean =>
  newer.isCorrection || kind === "colour" || slot.lead.at(-1)?.key === CHANGE || isUnspaced(slot.older[0]?.text ?? "");

const hasUnspacedAttribute = ({ lead }: Slot): boolean =>
  ATTRIBUTES_UNSPACED.test(lead.map((part) => part.text).join(""));

/** "In Berlin" and "on the third floor" are both true. What moved has lost its preposition. */
function hasSamePlace({ lead, older, newer }: Slot, kind: Kind): boolean {
  const [a, b] = [older[0], newer[0]];
  if (a === undefined || b === undefined) return false;
  const isWord = kind === "word" || kind === "colour";
  if (lead.at(-1)?.key === CHANGE) return !isWord || (a.article === "") === (b.article === "");
  return a.before === b.before && (!isWord || a.before === "" || (a.article === "") === (b.article === ""));
}
