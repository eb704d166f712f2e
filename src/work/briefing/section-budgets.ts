/** The budget that the shares below are parts of: they scale with another one. */
export const WHOLE = 2000;

/**
 * How the text of a start is divided: the characters that each section may take before others get what is left. What a
 * section does not need goes to the others, the first in need first.
 */
export const SECTION_BUDGETS = {
  digest: 700,
  rules: 420,
  decisions: 340,
  openWork: 620,
  remembered: 160,
  workingBuffer: 160,
  alsoOpen: 450,
  /** With each further open thread it is less certain which one goes on: the items of one thread get less. */
  eachFurtherThread: 120,
} as const;

const ITEMS = 170;
const LEAST_ITEMS = 320;
const MOST_ITEMS = 520;

/**
 * What is kept for the items in use. Meaning comes first: they get what is left, and at least so much plus a character
 * for each message of the session, within limits, since a long session has used more of them.
 */
export const itemBudget = (messages: number, otherThreads: number): number =>
  Math.min(MOST_ITEMS, Math.max(LEAST_ITEMS, ITEMS + messages)) / (1 + otherThreads / 2);
