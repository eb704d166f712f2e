import { badInput } from "../core/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import type { Harness } from "./contract.ts";

export const harnesses: readonly Harness[] = [claudeCode];

export function harnessNamed(name: string): Harness {
  const found = harnesses.find((one) => one.name === name);
  if (found) return found;
  throw badInput(
    `harness: "${name}" is not one that Throughline knows`,
    `Known: ${harnesses.map((one) => one.name).join(", ")}.`,
  );
}
