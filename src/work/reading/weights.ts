/*
 * How likely a careful reader would hand a sentence over, by its place and its form: a logistic regression on thirteen
 * numbers. Fitted by `node scripts/fit-handover.mjs`; the figures by project are in
 * docs/decisions/0012-what-to-hand-over.md.
 */
export const FEATURES = [
  "turnsFromEnd",
  "repliesInTurn",
  "repliesFromTurnEnd",
  "closesTurn",
  "linesFromClosing",
  "linesBefore",
  "wordsOfTheUser",
  "isLastReply",
  "isBold",
  "isShortPrompt",
  "callsItLedTo",
  "isUserQuestion",
  "length",
] as const;
export type Feature = (typeof FEATURES)[number];

export const WEIGHTS: Readonly<Record<Feature, number>> = {
  turnsFromEnd: -0.556,
  repliesInTurn: 0.364,
  repliesFromTurnEnd: -0.451,
  closesTurn: 0.791,
  linesFromClosing: -0.451,
  linesBefore: -0.367,
  wordsOfTheUser: 1.359,
  isLastReply: 0.657,
  isBold: 0.334,
  isShortPrompt: 1.237,
  callsItLedTo: 0.287,
  isUserQuestion: -0.495,
  length: 0.469,
};
export const BIAS = -4.133;
