import type { Agent, Note } from "../agents/index.ts";

const LARGE_CONTEXT = 50_000;

export interface CarriedContext {
  readonly agent: Agent | undefined;
  readonly notes: readonly Note[];
}

/** What looks wrong after a distillation: reported, never a reason to undo it. */
export function warningsAfter(
  before: CarriedContext,
  after: CarriedContext,
  summary: string,
  contextTokens: number,
): string[] {
  const warnings: string[] = [];
  if (contextTokens >= LARGE_CONTEXT) warnings.push(`the context is still large: ${contextTokens} tokens`);
  if (before.agent?.workingState != null && after.agent?.workingState == null) warnings.push("working state was lost");
  if (before.agent?.relationship != null && after.agent?.relationship == null)
    warnings.push("the relationship digest was lost");
  if (before.notes.length > 0 && after.notes.length === 0) warnings.push("all notes were lost");
  if (!summary.includes("Conversation Summary")) warnings.push("there is no summary");
  return warnings;
}
