import { join, relative, resolve } from "node:path";
import { patchedFiles, type Spoken } from "../../../capture/index.ts";
import { isInside } from "../../../core/index.ts";
import { type TestResults, testResultsIn } from "../../../text/index.ts";
import { commandKey } from "../../../work/index.ts";
import { toolCallsIn } from "../tool-calls.ts";

export type FileAction = "created" | "modified" | "deleted";

export interface FileWork {
  /** From the folder that is worked in. */
  readonly path: string;
  readonly action: FileAction;
}

/** What the tool calls of a conversation did, without those that were refused or failed. */
export interface Work {
  readonly files: readonly FileWork[];
  /** Of the last run of tests. */
  readonly tests: TestResults | undefined;
}

const CREATED = /\bcreated\b|"type":\s*"create"|\bnew file\b/i;
const PATCH_ACTIONS: Readonly<Record<string, FileAction>> = { Add: "created", Update: "modified", Delete: "deleted" };

/** What became of a file in two steps; undefined where nothing is left of either. */
export function afterBoth(before: FileAction | undefined, after: FileAction): FileAction | undefined {
  if (before === "created") return after === "deleted" ? undefined : "created";
  return before === "deleted" && after === "created" ? "modified" : after;
}

export function workIn(messages: readonly Spoken[], root: string): Work {
  const files = new Map<string, FileAction>();
  let tests: TestResults | undefined;

  const touch = (given: string, action: FileAction) => {
    const path = relative(root, resolve(root, given));
    if (path === "" || !isInside(root, join(root, path)) || path.startsWith(".throughline")) return;
    const now = afterBoth(files.get(path), action);
    files.delete(path);
    if (now !== undefined) files.set(path, now);
  };

  for (const { message, act, result } of toolCallsIn(messages)) {
    if (!result) continue;
    // A command that only looks shows what a run printed before, perhaps another day.
    if (act.kind === "run" && commandKey(act.command) !== "") tests = testResultsIn(result.content) ?? tests;
    if (result.isError) continue;
    // A patch may change several files, of which the act names one.
    const patched = patchedFiles(message);
    for (const { action, path } of patched) touch(path, PATCH_ACTIONS[action] ?? "modified");
    if (patched.length > 0) continue;
    if (act.kind === "edit") touch(act.path, CREATED.test(result.content.slice(0, 400)) ? "created" : "modified");
  }
  return { files: [...files].map(([path, action]) => ({ path, action })), tests };
}
