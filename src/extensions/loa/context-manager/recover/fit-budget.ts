import { estimateTokens } from "../../../../core/index.ts";
import { beginningOf, mostThatFits } from "../../../ledgers/index.ts";

const BYTES_PER_TOKEN = 4;

/** By our own estimate and by the rule of thumb that Loa uses, whichever is more: neither ceiling is passed. */
export const tokensOf = (text: string): number =>
  Math.max(estimateTokens(text), Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN));

export interface Block {
  readonly title: string;
  readonly lines: readonly string[];
  /** How much of the whole it may take while others follow. */
  readonly atMost?: number;
}

/** As much of a line as fits, with an ellipsis. */
export function cut(line: string, budget: number): string | undefined {
  const fits = (chars: number): boolean => tokensOf(`${line.slice(0, chars)}…\n`) <= budget;
  const kept = beginningOf(line, mostThatFits(1, line.length, fits) ?? 0);
  return kept === "" ? undefined : `${kept}…`;
}

function fillBlock({ title, lines }: Block, budget: number): string[] {
  const head = `${title}:`;
  let left = budget - tokensOf(`${head}\n`);
  const taken: string[] = [];
  for (const line of lines) {
    const cost = tokensOf(`${line}\n`);
    if (cost > left) {
      const part = taken.length === 0 ? cut(line, left) : undefined;
      if (part !== undefined) taken.push(part);
      break;
    }
    taken.push(line);
    left -= cost;
  }
  return taken.length > 0 ? [head, ...taken] : [];
}

/** The blocks in their order, as far as they fit into the budget; the sum is measured again as a whole. */
export function fill(blocks: readonly Block[], budget: number): string {
  const taken: string[] = [];
  let left = budget;
  for (const [at, block] of blocks.entries()) {
    if (left <= 0) break;
    const share = at < blocks.length - 1 ? (block.atMost ?? 1) : 1;
    const lines = fillBlock(block, Math.min(left, Math.floor(budget * share)));
    left -= tokensOf(`${lines.join("\n")}\n`);
    taken.push(...lines);
  }
  while (taken.length > 0 && tokensOf(taken.join("\n")) > budget) taken.pop();
  return taken.join("\n");
}
