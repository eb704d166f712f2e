import { estimateTokens } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";

export interface CutMemory extends RecalledMemory {
  readonly wholeTokens: number;
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

/** An answer that does not fit, as far as it does, with what all of it would take. */
export function cutToBudget(memory: RecalledMemory, budget: number): CutMemory {
  const wholeTokens = estimateTokens(memory.content);
  return { ...memory, content: beginningOf(memory.content, budget, wholeTokens), wholeTokens };
}
