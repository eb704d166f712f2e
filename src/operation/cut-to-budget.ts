import { estimateTokens } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";

export interface CutMemory extends RecalledMemory {
  /** Size before the cut; only if it was cut. */
  readonly wholeTokens?: number;
}

const CLOSER = 0.9;
const PART_OF_A_WORD = /\s+\S*$/;
const PART_OF_A_CHARACTER = /[\uD800-\uDBFF]$/;

function beginningOf(text: string, most: number, tokens: number): string {
  for (let length = Math.floor((text.length * most) / tokens); length > 0; length = Math.floor(length * CLOSER)) {
    const beginning = `${text.slice(0, length).replace(PART_OF_A_WORD, "").replace(PART_OF_A_CHARACTER, "")}…`;
    if (estimateTokens(beginning) <= most) return beginning;
  }
  return "…";
}

/** Cuts a memory to the budget and adds its full size; one that fits is returned unchanged. */
export function cutToBudget(memory: RecalledMemory, budget: number): CutMemory {
  const wholeTokens = estimateTokens(memory.content);
  if (wholeTokens <= budget) return memory;
  return { ...memory, content: beginningOf(memory.content, budget, wholeTokens), wholeTokens };
}
