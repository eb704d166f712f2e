import { agentRenderers } from "./agents.ts";
import { checkpointRenderers } from "./checkpoints.ts";
import { compactionRenderers } from "./compactions.ts";
import { distillationRenderers } from "./distillation.ts";
import { eventRenderers } from "./events.ts";
import { ghostRenderers } from "./ghosts.ts";
import { governanceRenderers } from "./governance.ts";
import { groundingRenderers } from "./grounding.ts";
import { ledgerRenderers } from "./ledger.ts";
import { memoryRenderers } from "./memories.ts";
import { namedCheckpointRenderers } from "./named-checkpoints.ts";
import { projectRenderers } from "./projects.ts";
import { safetyRenderers } from "./safety.ts";
import { sessionRenderers } from "./sessions.ts";
import { signalRenderers } from "./signals.ts";
import type { RendererByName } from "./words.ts";
import { workRenderers } from "./work.ts";

export { eventLine, webhookProblem, webhookViews } from "./events.ts";
export { timelineTable } from "./sessions.ts";
export { signalsLine } from "./signals.ts";

export const renderers: RendererByName = {
  ...sessionRenderers,
  ...checkpointRenderers,
  ...namedCheckpointRenderers,
  ...memoryRenderers,
  ...workRenderers,
  ...ledgerRenderers,
  ...groundingRenderers,
  ...governanceRenderers,
  ...agentRenderers,
  ...distillationRenderers,
  ...compactionRenderers,
  ...signalRenderers,
  ...projectRenderers,
  ...ghostRenderers,
  ...eventRenderers,
  ...safetyRenderers,
};
