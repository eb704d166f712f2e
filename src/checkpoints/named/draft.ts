import { z } from "zod";
import { served } from "../../core/index.ts";

const entries = z.array(served).readonly();

/** What a checkpoint says: enough to take the next action without asking. */
const draftShape = z.object({
  /** On one line. */
  task: served,
  progress: entries,
  nextAction: served,
  blockers: entries,
  keyDecisions: entries,
  relevantContext: entries,
});
export type Draft = Readonly<z.infer<typeof draftShape>>;

/** A named checkpoint as it is shown. */
export const namedCheckpointShape = z.object({
  name: z.string(),
  path: z.string(),
  createdAt: z.string().describe("ISO 8601, UTC; from the file's Created, else its modification time"),
  ageSeconds: z.number(),
  ...draftShape.shape,
  stale: entries.describe("What has changed since it was saved: files, lines, branch, commits"),
  incomplete: entries.describe("What was missing when it was saved with --force"),
  autosave: z.boolean(),
});
export type NamedCheckpoint = Readonly<z.infer<typeof namedCheckpointShape>>;

export const EMPTY_DRAFT: Draft = {
  task: "",
  progress: [],
  nextAction: "",
  blockers: [],
  keyDecisions: [],
  relevantContext: [],
};

const MOST_ENTRIES = 12;

/** The prefix of quoted prompts. */
export const USER_SAID = "The user said: ";

const keyOf = (entry: string): string =>
  (entry.startsWith(USER_SAID) ? entry.slice(USER_SAID.length) : entry)
    .toLowerCase()
    .replace(/[\s`*_."']+/g, " ")
    .trim();

/** The entries of both without duplicates, those of `first` first. */
function joined(first: readonly string[], other: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const entry of [...first, ...other]) if (!known.has(keyOf(entry))) known.set(keyOf(entry), entry);
  return [...known.values()].slice(0, Math.max(MOST_ENTRIES, first.length));
}

/** Fills the gaps of `first` from `next`. A decision is not repeated as context. */
export function filledFrom(first: Draft, next: Draft): Draft {
  const keyDecisions = joined(first.keyDecisions, next.keyDecisions);
  const decided = new Set(keyDecisions.map(keyOf));
  return {
    task: first.task || next.task,
    progress: joined(first.progress, next.progress),
    nextAction: first.nextAction || next.nextAction,
    blockers: joined(first.blockers, next.blockers),
    keyDecisions,
    relevantContext: joined(first.relevantContext, next.relevantContext).filter((one) => !decided.has(keyOf(one))),
  };
}

/** Too little to resume from: the working buffer is used, too. */
export const isThin = ({ task, progress, nextAction }: Draft): boolean =>
  task === "" || nextAction === "" || progress.length === 0;
