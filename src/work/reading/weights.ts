/*
 * How likely a careful reader would hand a sentence over, by its place and its form: a logistic
 * regression on fourteen numbers. Fitted by `node scripts/fit-handover.mjs`; the figures by project are in
 * docs/decisions/0012-what-to-hand-over.md.
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
  isUser: 0.286,
  linesInMessage: -0.361,
  turnsFromEnd: -0.492,
  repliesInTurn: 0.313,
  repliesFromTurnEnd: -0.476,
  wordsOfTheUser: 1.545,
  isBold: 0.492,
  isShortPrompt: 1.502,
  isLastReply: 1.074,
  isFirstPrompt: 0.093,
  isUserQuestion: -1.17,
  length: 0.506,
};
export const BIAS = -3.998;
