import type { CheckpointEnricher, TaskSource } from "./checkpoints/index.ts";
import type { Component } from "./core/index.ts";
import type { HookInterceptor } from "./harnesses/index.ts";
import type { RecoverySection } from "./recovery/index.ts";

/** A part of the product that the engine can do without. What it adds to the engine's work is in these lists. */
export interface EngineExtension {
  readonly name: string;
  /** What it does at a client's events. */
  readonly interceptors?: readonly HookInterceptor[];
  /** What it adds to checkpoints. */
  readonly checkpointEnrichers?: readonly CheckpointEnricher[];
  /** What it adds to the text of a start. */
  readonly recoverySections?: readonly RecoverySection[];
  /** Where checkpoints find tasks and decisions. */
  readonly taskSource?: TaskSource;
  /** Scheduled work, and what has to end before the store is closed. */
  readonly components?: readonly Component[];
}

/** The same without what would happen automatically: what its commands started still ends in order. */
export const switchedOff = ({ name, taskSource, components = [] }: EngineExtension): EngineExtension => ({
  name,
  ...(taskSource && { taskSource }),
  components: components.map(({ name: part, stop }) => ({ name: part, ...(stop && { stop }) })),
});
