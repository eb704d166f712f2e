import type { Feature } from "./features.ts";

/** What each feature counts for. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  words: 1,
  kin: 0.81,
  meaning: 0.73,
  window: 0.41,
  wordsNext: 0.45,
  wordsNear: 0.15,
  meaningNext: 0.19,
  answers: 0.58,
  sitting: 0.29,
  feedback: 0.17,
  speaker: 0.45,
  asker: 0.44,
  answerer: 0.33,
  tool: 0.12,
  asks: -0.45,
  short: -0.04,
  orderForRequest: 0.65,
  preferenceForRequest: 0.06,
  order: -0.04,
  preference: 0.03,
  decision: -0.05,
  dateForWhen: 0.21,
  countForHowMuch: 0.3,
  time: 0.28,
};
