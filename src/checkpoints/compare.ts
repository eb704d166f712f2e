import type { CheckpointRecord } from "../store/index.ts";

const findLines = (checkpoint: CheckpointRecord): string[] =>
  checkpoint.digest.split("\n").filter((line) => line.trim() !== "");

/** What changed between two checkpoints; the order of the arguments does not matter. */
export function compare(one: CheckpointRecord, other: CheckpointRecord) {
  const age = (checkpoint: CheckpointRecord) => `${checkpoint.createdAt} ${checkpoint.id}`;
  const [from, to] = age(one) <= age(other) ? [one, other] : [other, one];
  const before = findLines(from);
  const after = findLines(to);
  return {
    from: from.id,
    to: to.id,
    elapsedMs: Date.parse(to.createdAt) - Date.parse(from.createdAt),
    prompts: to.promptCount - from.promptCount,
    // Lines that only one of the two digests has, in order.
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
}
