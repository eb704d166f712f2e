/**
 * The steps of a distillation, in order; each is told of when it is done. Nothing outside changes before `flushed`,
 * the thread not before `done`: whatever fails on the way leaves the old one.
 */
export const STEPS = [
  "read",
  "flushed",
  "summarized",
  "anchored",
  "scored",
  "moved",
  "verified",
  "receipted",
  "primed",
  "done",
] as const;
export type Step = (typeof STEPS)[number];
