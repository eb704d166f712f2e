/** What can be remembered by hand. */
export const STATED_KINDS = ["fact", "decision", "preference", "constraint"] as const;

/** Besides these notes, and those that only a distillation finds. */
export const MEMORY_KINDS = [...STATED_KINDS, "note", "correction", "open_item", "promise", "failed"] as const;
