import { agentRenderers } from "./agents.ts";
import { checkpointRenderers } from "./checkpoints.ts";
import { compactionRenderers } from "./compactions.ts";
import { distillationRenderers } from "./distillation.ts";
import { memoryRenderers } from "./memories.ts";
import { purgeRenderers } from "./purge.ts";
import { sessionRenderers } from "./sessions.ts";
import { signalRenderers } from "./signals.ts";
import type { Renderers } from "./words.ts";

export { timelineTable } from "./sessions.ts";
export { signalsLine } from "./signals.ts";

/** What a person is shown of each operation's answer; where nothing is said here, the JSON itself. */
export const renderers: Renderers = {
  ...sessionRenderers,
  ...checkpointRenderers,
  ...memoryRenderers,
  ...agentRenderers,
  ...distillationRenderers,
  ...compactionRenderers,
  ...signalRenderers,
  ...purgeRenderers,
};
