import type { Config } from "../core/index.ts";
import type { AccumulatorRecord } from "../store/index.ts";

const QUERIES_KEPT = 20;
const REMEMBERS_KEPT = 10;
const MEMORIES_KEPT = 20;

/** What a session accumulates between two checkpoints, as pure updates. */
export const emptyAccumulator = (sessionId: string, since: string, messageSeq = 0): AccumulatorRecord => ({
  sessionId,
  promptsSince: 0,
  queries: [],
  remembers: [],
  memoriesAccessed: [],
  lastCheckpointAt: since,
  messageSeq,
});

const keepLast = (items: readonly string[], added: readonly string[], kept: number): string[] => {
  const fresh = [...new Set(added)].filter((item) => item !== "");
  return [...items.filter((item) => !fresh.includes(item)), ...fresh].slice(-kept);
};

export const withPrompt = (accumulator: AccumulatorRecord, terms: readonly string[]): AccumulatorRecord => ({
  ...accumulator,
  promptsSince: accumulator.promptsSince + 1,
  queries: keepLast(accumulator.queries, [terms.join(" ")], QUERIES_KEPT),
});

export const withRemember = (accumulator: AccumulatorRecord, content: string): AccumulatorRecord => ({
  ...accumulator,
  remembers: keepLast(accumulator.remembers, [content], REMEMBERS_KEPT),
});

export const withoutRemembers = (accumulator: AccumulatorRecord, contents: readonly string[]): AccumulatorRecord => ({
  ...accumulator,
  remembers: accumulator.remembers.filter((content) => !contents.includes(content)),
});

export const withMemoriesAccessed = (accumulator: AccumulatorRecord, ids: readonly string[]): AccumulatorRecord => ({
  ...accumulator,
  memoriesAccessed: keepLast(accumulator.memoriesAccessed, ids, MEMORIES_KEPT),
});

/** Enough prompts or enough time since the last checkpoint; time alone, with nothing asked, makes none due. */
export function isDue(accumulator: AccumulatorRecord, now: number, config: Config["continuity"]): boolean {
  if (!config.enabled || accumulator.promptsSince === 0) return false;
  return (
    accumulator.promptsSince >= config.promptInterval ||
    now - Date.parse(accumulator.lastCheckpointAt) >= config.timeIntervalMs
  );
}
