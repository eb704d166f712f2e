import { LOOKED_AT, SEPARATOR, wordsOf } from "./frame.ts";
import { ADDS, CHANGE, POINTING, UNSURE } from "./lexicon.ts";
import { isRenewal, type Part, partsOf } from "./parts.ts";
import { rejectionOf } from "./rejection.ts";

/** What a fact says, and how it says it. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly isNegative: boolean;
  /** It was so, and is no more. */
  readonly hasEnded: boolean;
  /** It says of itself that something is different now. */
  readonly isChange: boolean;
  readonly isCorrection: boolean;
  /** What it turns down: "not npm", "instead of spaces". */
  readonly rejected: readonly string[];
  readonly isPast: boolean;
  readonly isFuture: boolean;
  /** In doubt, under a condition, hearsay, over, or asked: neither replaces nor is replaced. */
  readonly isUnsure: boolean;
  /** It comes on top of what is known. */
  readonly adds: boolean;
  /** Its words that are written as names, in small letters. */
  readonly names: ReadonlySet<string>;
  /** Nothing was left out: no second sentence, no long rest. */
  readonly isWhole: boolean;
}

const ASKS =
  /^(?:does|is|are|did|can|could|what|which|where|when|who|whose|why|how|should|(?:do|will|have) (?:we|you|they|i)) /;

const LEADS_IN = new Set(["no", "actually"]);

/** The words that claim something: neither what leads in nor the reasons given. */
function claimIn(words: readonly string[]): readonly string[] {
  const because = words.indexOf("because");
  let start = 0;
  while (words[start] === SEPARATOR || (LEADS_IN.has(words[start] ?? "") && words[start + 1] === SEPARATOR)) start += 1;
  const claim = words.slice(start, because > 1 ? because : undefined);
  // "No longer on Heroku, but on Fly": what has ended is what the older fact says.
  const comma = claim.indexOf(SEPARATOR);
  const longer = claim.indexOf("longer");
  return longer > 0 && longer < comma ? claim.slice(0, comma) : claim;
}

/** A capital that begins no sentence. */
const NAME = /(?<=[\p{L}\p{N},;:)"'] ["'(]?)\p{Lu}[\p{L}\p{N}'.-]*[\p{L}\p{N}]/gu;
/** Where every word has a capital, none says anything. */
const SMALL = /(?<=^| )\p{Ll}/u;

function namesOf(text: string): ReadonlySet<string> {
  const flat = text.slice(0, LOOKED_AT).replace(/\s+/g, " ").trim();
  return new Set(SMALL.test(flat) ? flat.match(NAME)?.map((name) => name.toLowerCase()) : []);
}

const readings = new Map<string, Reading>();
const READINGS_KEPT = 2000;

/** A fact is compared with many, and read once. */
export function readingOf(text: string): Reading {
  const known = readings.get(text);
  if (known !== undefined) return known;
  const reading = read(text);
  // What is longer was pasted: it would only fill up the room.
  if (text.length > LOOKED_AT) return reading;
  if (readings.size >= READINGS_KEPT) readings.clear();
  readings.set(text, reading);
  return reading;
}

function read(text: string): Reading {
  const { words: said, isWhole } = wordsOf(text);
  const { words, rejected } = rejectionOf(claimIn(said));
  const { parts, flips, isPast } = partsOf(words);
  const has = (word: string): boolean => said.includes(word);
  return {
    parts,
    isWhole,
    rejected,
    names: namesOf(text),
    isNegative: flips % 2 === 1,
    hasEnded: flips > 0 && has("longer"),
    isChange: has("now") || has(CHANGE) || said.some((_, at) => isRenewal(said, at)),
    isCorrection: has("actually"),
    isPast: (isPast || has("was") || has("were")) && !words.includes(CHANGE),
    isFuture: has("will"),
    isUnsure:
      /[?？]/.test(text.slice(0, LOOKED_AT)) ||
      said.some((word) => UNSURE.has(word)) ||
      ASKS.test(said.join(" ")) ||
      POINTING.has(parts[0]?.key ?? ""),
    adds: said.some((word) => ADDS.has(word)),
  };
}
