import { canonicalJson } from "../../../core/index.ts";
import { problemOf } from "../../../project-files/index.ts";
import { committedBytes, type Healed, problemOfFile } from "../healing/restore-file.ts";
import { appendEntries } from "./append-entries.ts";
import { type Entry, entriesOf, entryOf } from "./entries.ts";

const entriesIn = (bytes: string): Entry[] =>
  Buffer.from(bytes, "latin1")
    .toString("utf8")
    .split("\n")
    .map(entryOf)
    .filter((entry) => entry !== undefined);

/**
 * Adds to a trajectory what the store knows of it and it lacks; of one that is lost, first what git has: others write
 * in it too.
 */
export function healTrajectory(path: string, folder: string, known: readonly Entry[]): Healed | undefined {
  const problem = problemOfFile(path) ?? "incomplete";
  try {
    const kept = problem === "incomplete" ? undefined : committedBytes(folder, path);
    const before = kept === undefined ? [] : entriesIn(kept);
    const here = new Set([...before, ...(problem === "incomplete" ? entriesOf(path) : [])].map(canonicalJson));
    const lost = known.filter((entry) => !here.has(canonicalJson(entry)));
    if (problem === "incomplete" && lost.length === 0) return undefined;
    appendEntries(path, [...before, ...lost], folder);
    return { path, problem, from: kept === undefined ? "store" : "git", why: null };
  } catch (error) {
    return { path, problem, from: null, why: problemOf(error) };
  }
}
