/**
 * The steps of a distillation, in order; each emits an event when it is done. Nothing outside changes before `flushed`,
 * the thread not before `done`: a failure on the way leaves the old thread.
 */
export const STEPS = [
  "read",
  "flushed",
  "summarized",
  "indexed",
  "scored",
  "moved",
  "verified",
  "receipted",
  "primed",
  "done",
] as const;
export type Step = (typeof STEPS)[number];
