import type { Feature } from "./features.ts";

/** What each feature counts for. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  words: 1,
  kin: 0.99,
  meaning: 0.81,
  window: 0.5,
  wordsNext: 0.43,
  wordsNear: 0.13,
  meaningNext: 0.2,
  answers: 0.75,
  sitting: 0.28,
  feedback: 0.17,
  speaker: 0.47,
  asker: 0.46,
  answerer: 0.35,
  tool: 0.17,
  asks: -0.5,
  short: -0.02,
  orderForRequest: 0.74,
  preferenceForRequest: 0.04,
  order: -0.08,
  preference: 0.03,
  decision: -0.05,
  dateForWhen: 0.22,
  countForHowMuch: 0.32,
  time: 0.32,
};
