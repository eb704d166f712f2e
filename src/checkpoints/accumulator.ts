import type { Config } from "../core/index.ts";
import { collectionOf } from "../store/index.ts";

const QUERIES_KEPT = 20;
const REMEMBERS_KEPT = 10;
const MEMORIES_KEPT = 20;

/** What happened in a session since its last checkpoint. */
export interface Accumulator {
  readonly sessionId: string;
  readonly promptsSince: number;
  readonly queries: readonly string[];
  readonly remembers: readonly string[];
  readonly memoriesAccessed: readonly string[];
  readonly lastCheckpointAt: string;
  readonly messageSeq: number;
}

/** The state of those with prompts that no checkpoint covers. */
export const PENDING = "pending";

export const accumulators = collectionOf<Accumulator>(
  "accumulators",
  ({ sessionId, promptsSince, lastCheckpointAt }) => ({
    ...{ id: sessionId, sessionId, at: lastCheckpointAt, state: promptsSince > 0 ? PENDING : null },
  }),
);

/** What a session accumulates between two checkpoints, as pure updates. */
export const emptyAccumulator = (sessionId: string, since: string, messageSeq = 0): Accumulator => ({
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

export const withPrompt = (accumulator: Accumulator, terms: readonly string[]): Accumulator => ({
  ...accumulator,
  promptsSince: accumulator.promptsSince + 1,
  queries: keepLast(accumulator.queries, [terms.join(" ")], QUERIES_KEPT),
});

export const withRemember = (accumulator: Accumulator, content: string): Accumulator => ({
  ...accumulator,
  remembers: keepLast(accumulator.remembers, [content], REMEMBERS_KEPT),
});

export const withoutRemembers = (accumulator: Accumulator, contents: readonly string[]): Accumulator => ({
  ...accumulator,
  remembers: accumulator.remembers.filter((content) => !contents.includes(content)),
});

export const withMemoriesAccessed = (accumulator: Accumulator, ids: readonly string[]): Accumulator => ({
  ...accumulator,
  memoriesAccessed: keepLast(accumulator.memoriesAccessed, ids, MEMORIES_KEPT),
});

/** Enough prompts or enough time since the last checkpoint; time alone, with nothing asked, makes none due. */
export function isDue(accumulator: Accumulator, now: number, config: Config["continuity"]): boolean {
  if (!config.enabled || accumulator.promptsSince === 0) return false;
  return (
    accumulator.promptsSince >= config.promptInterval ||
    now - Date.parse(accumulator.lastCheckpointAt) >= config.timeIntervalMs
  );
}
