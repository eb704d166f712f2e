/** Kinds that a person or an agent can remember. */
export const STATED_KINDS = ["fact", "decision", "preference", "constraint"] as const;

/** Plus notes, and the kinds that only a distillation extracts. */
export const MEMORY_KINDS = [...STATED_KINDS, "note", "correction", "open_item", "promise", "failed"] as const;
