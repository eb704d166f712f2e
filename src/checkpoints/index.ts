import type { Services } from "../services.ts";
import type { NamedCheckpoints, NamedParts } from "./named/named-checkpoints.ts";

export { Autosave, NO_OFFERS, type ResumeOffers } from "./autosave/autosave.ts";
export { type Usage, usageOf } from "./autosave/when-to-save.ts";
export { type CheckpointEnricher, Checkpoints, type WriteInput } from "./checkpoints.ts";
export { namedCheckpointShape } from "./named/draft.ts";
export type { NamedCheckpoints } from "./named/named-checkpoints.ts";
export { resumePoint, setResumePoint, takeResumePoint } from "./resume-points.ts";
export { type CheckpointDecision, NO_TASKS, type TaskSource } from "./task-source.ts";

/** Loaded at first use: a daemon that only captures does without it. */
export const openNamed = async (services: Services, parts: NamedParts): Promise<NamedCheckpoints> =>
  new (await import("./named/named-checkpoints.ts")).NamedCheckpoints(services, parts);
