import { join, relative, resolve } from "node:path";
import { actOf, patchedFiles, type Spoken } from "../../../capture/index.ts";
import { isInside } from "../../../core/index.ts";
import { endedWith } from "../../../text/index.ts";
import { type TestResults, testResultsIn } from "./test-results.ts";

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
  /** The commands that ended well. */
  readonly commands: readonly string[];
}

const CREATED = /\bcreated\b|"type":\s*"create"|\bnew file\b/i;
const PATCH_ACTIONS: Readonly<Record<string, FileAction>> = { Add: "created", Update: "modified", Delete: "deleted" };
/** Shows what a run printed before, perhaps another day. */
const LOOKS_AT_FILES = /^\s*(?:cat|less|more|head|tail|grep|rg|git (?:log|show|diff)|bat|sed -n)\b/;
const REMOVES = /^\s*(?:git\s+rm|rm)\s+(.+)$/;
const MOVES = /^\s*(?:git\s+)?mv\s+(.+)$/;
const PLAIN_PATH = /^[^-*?[\]{}$`"'<>|\\]+$/;

const pathsIn = (words: string): string[] => words.split(/\s+/).filter((word) => PLAIN_PATH.test(word) && word !== "");

/** Files that a shell command removed or moved, where that is certain. */
function shellWork(command: string): [path: string, action: FileAction][] {
  return command.split(/&&|\|\||[;\n|]/).flatMap((part): [string, FileAction][] => {
    const removed = REMOVES.exec(part)?.[1];
    if (removed !== undefined) return pathsIn(removed).map((path) => [path, "deleted"]);
    const [from, to, more] = pathsIn(MOVES.exec(part)?.[1] ?? "");
    return from === undefined || to === undefined || more !== undefined
      ? []
      : [
          [from, "deleted"],
          [to, "created"],
        ];
  });
}

/** What became of a file in two steps; undefined where nothing is left of either. */
export function afterBoth(before: FileAction | undefined, after: FileAction): FileAction | undefined {
  if (before === "created") return after === "deleted" ? undefined : "created";
  return before === "deleted" && after === "created" ? "modified" : after;
}

export function workIn(messages: readonly Spoken[], root: string): Work {
  const results = new Map<string, Spoken>();
  for (const message of messages)
    if (message.kind === "tool_result" && message.toolUseId) results.set(message.toolUseId, message);
  const files = new Map<string, FileWork>();
  const commands: string[] = [];
  let tests: TestResults | undefined;

  const touch = (given: string, action: FileAction) => {
    const path = relative(root, resolve(root, given));
    if (path === "" || !isInside(root, join(root, path)) || path.startsWith(".throughline")) return;
    const now = afterBoth(files.get(path)?.action, action);
    files.delete(path);
    if (now !== undefined) files.set(path, { path, action: now });
  };

  const ran = (command: string, result: Spoken) => {
    const { failed, exitCode } = endedWith(result.content, result.isError);
    const seen = LOOKS_AT_FILES.test(command) ? undefined : testResultsIn(result.content);
    if (seen) tests = seen;
    if (failed || exitCode === undefined) return;
    commands.push(command);
    for (const [path, action] of shellWork(command)) touch(path, action);
  };

  for (const message of messages) {
    const result = message.toolUseId ? results.get(message.toolUseId) : undefined;
    if (message.kind !== "tool_use" || !result) continue;
    const act = actOf(message);
    if (act.kind === "run") ran(act.command, result);
    if (result.isError) continue;
    // A patch may change several files, of which the act names one.
    const patched = patchedFiles(message);
    for (const { action, path } of patched) touch(path, PATCH_ACTIONS[action] ?? "modified");
    if (patched.length > 0) continue;
    if (act.kind === "edit") touch(act.path, CREATED.test(result.content.slice(0, 400)) ? "created" : "modified");
  }
  return { files: [...files.values()], tests, commands };
}
