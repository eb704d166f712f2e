import { has } from "../../text/index.ts";
import type { Ranked } from "./search.ts";

const DAY_MS = 24 * 3_600_000;
const MOST_FRESH = 0.15;

/** A small gain for the last day, the newer the more. */
export const freshGain = (age: number): number => (age < DAY_MS ? MOST_FRESH * (1 - Math.max(0, age) / DAY_MS) : 0);

/**
 * How much a new text is about the question: by its own words, or by the question that it answers at some length.
 * Questions and checkpoints, which may repeat old text, gain nothing.
 */
function concerned({ source, passage, features: { words, kin, answers } }: Ranked): number {
  if (source === "checkpoints" || has(passage.traits, "asks")) return 0;
  const isAnswer = !has(passage.traits, "short") && !has(passage.traits, "byUser");
  return Math.min(1, Math.max(words + kin, isAnswer ? answers : 0));
}

/** What was found, with its gain for being new: none where the question is about another time. */
export function withRecency(one: Ranked, now: number): Ranked {
  const isAside = one.asked.time !== undefined && one.features.time < 1;
  const gain = isAside ? 0 : Math.min(1 - one.score, freshGain(now - one.passage.at) * concerned(one));
  return gain === 0 ? one : { ...one, score: one.score + gain, recent: gain };
}
