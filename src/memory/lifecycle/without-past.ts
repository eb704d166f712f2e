import type { KeptMemory, MemoryRecord } from "../../store/index.ts";

/** A memory without its history. */
export function withoutPast(memory: MemoryRecord & Partial<KeptMemory>): MemoryRecord {
  const { supersededAt: _at, supersededWhy: _why, forgottenAt: _end, ...current } = memory;
  return current;
}
