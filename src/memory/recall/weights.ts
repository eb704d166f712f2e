import type { Feature } from "./features.ts";

/** What each feature counts for. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  words: 1,
  kin: 0.64,
  meaning: 0.61,
  window: 0.27,
  wordsNext: 0.47,
  wordsNear: 0.17,
  meaningNext: 0.17,
  answers: 0.4,
  sitting: 0.3,
  feedback: 0.18,
  speaker: 0.4,
  asker: 0.41,
  answerer: 0.31,
  tool: 0.04,
  asks: -0.37,
  short: -0.07,
  orderForRequest: 0.54,
  preferenceForRequest: 0.08,
  order: 0.01,
  preference: 0.03,
  decision: -0.04,
  dateForWhen: 0.19,
  countForHowMuch: 0.25,
  time: 0.28,
};
