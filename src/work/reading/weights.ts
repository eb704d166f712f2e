/*
 * How likely a careful reader would hand a sentence over, by where it stands and how it is written: a logistic regression on twelve
 * numbers. Fitted by `node scripts/fit-handover.mjs`; the figures by project are in docs/decisions/0010-what-to-hand-over.md.
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
  isUser: 0.059,
  linesInMessage: -0.376,
  turnsFromEnd: -0.49,
  repliesInTurn: 0.326,
  repliesFromTurnEnd: -0.492,
  wordsOfTheUser: 1.619,
  isBold: 0.499,
  isShortPrompt: 1.617,
  isLastReply: 1.085,
  isFirstPrompt: 0.201,
  isUserQuestion: -1.271,
  length: 0.532,
};
export const BIAS = -4.117;
