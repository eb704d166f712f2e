/** The steps of both rituals, in their order (seed 003, §2.1 and §4.1). */
export type StepName =
  | ("recall_context" | "read_progress" | "check_status" | "review_history" | "health_check" | "announce_goal")
  | ShutdownStep;

// biome-ignore format: in one line it is read as the order that it is.
export const SHUTDOWN_STEPS = ["commit_work", "update_progress", "checkpoint", "memorize", "update_status", "emit_event"] as const;
export type ShutdownStep = (typeof SHUTDOWN_STEPS)[number];
