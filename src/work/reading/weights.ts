/*
 * How likely a careful reader would hand a sentence over, by where it stands and how it is written: a logistic regression on fourteen
 * numbers. Fitted by `node scripts/fit-handover.mjs`; the figures by project are in docs/decisions/0012-what-to-hand-over.md.
 */
export const FEATURES = [
  "isUser",
  "linesInMessage",
  "turnsFromEnd",
  "repliesInTurn",
  "repliesFromTurnEnd",
  "wordsOfTheUser",
  "isBold",
  "isShortPrompt",
  "isLastReply",
  "isFirstPrompt",
  "isUserQuestion",
  "length",
] as const;
export type Feature = (typeof FEATURES)[number];

export const WEIGHTS: Readonly<Record<Feature, number>> = {
  isUser: 0.171,
  linesInMessage: -0.36,
  turnsFromEnd: -0.503,
  repliesInTurn: 0.309,
  repliesFromTurnEnd: -0.478,
  wordsOfTheUser: 1.553,
  isBold: 0.492,
  isShortPrompt: 1.609,
  isLastReply: 1.057,
  isFirstPrompt: 0.114,
  isUserQuestion: -1.384,
  length: 0.51,
};
export const BIAS = -3.99;
