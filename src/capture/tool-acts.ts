import { z } from "zod";
import { jsonIn } from "../core/index.ts";
import type { MessageRecord } from "../store/index.ts";

/** A tool call in the terms that all clients share, whatever they call their tools. */
export type Act =
  | { readonly kind: "edit"; readonly path: string }
  | { readonly kind: "read"; readonly path: string; readonly lines: string | undefined }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "other" };

const EDITORS =
  /^(?:Edit|MultiEdit|Write|NotebookEdit|Update|write_file|replace|edit|write|apply_patch|create_file|str_replace.*)$/;
const READERS = /^(?:Read|read_file|read|view|NotebookRead)$/;
const SHELLS = /^(?:Bash|PowerShell|exec_command|exec|shell|local_shell|run_shell_command|bash|terminal)$/;

/** Codex edits by a patch, which is its tool's whole input and names its files in lines of its own. */
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m;

const inputShape = z.record(z.string(), z.unknown());
const callShape = z.object({
  name: z.string(),
  input: z.preprocess((input) => (typeof input === "string" ? { patch: input } : input), inputShape).catch({}),
});

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function commandText(input: Record<string, unknown>): string | undefined {
  const command = input.command ?? input.cmd;
  return Array.isArray(command) ? command.map(String).join(" ") : text(command);
}

function patchedFile(input: Record<string, unknown>): string | undefined {
  const patches = Object.values(input).filter((value) => typeof value === "string");
  return patches.flatMap((patch) => PATCHED_FILE.exec(patch)?.[1]?.trim() ?? [])[0];
}

function lineRange(input: Record<string, unknown>): string | undefined {
  const from = Number(input.offset);
  const count = Number(input.limit);
  if (!Number.isFinite(from) || from <= 0) return undefined;
  return Number.isFinite(count) && count > 0 ? `${from}-${from + count - 1}` : `${from}`;
}

export const callContent = (name: string, input: unknown): string => JSON.stringify({ name, input });

export function actOf(message: Pick<MessageRecord, "content">): Act {
  const call = callShape.safeParse(jsonIn(message.content));
  if (!call.success) return { kind: "other" };
  const { name, input } = call.data;
  const path = text(input.file_path) ?? text(input.path) ?? text(input.filePath) ?? text(input.notebook_path);
  const edited = EDITORS.test(name) ? (path ?? patchedFile(input)) : undefined;
  if (edited) return { kind: "edit", path: edited };
  if (READERS.test(name) && path) return { kind: "read", path, lines: lineRange(input) };
  const command = SHELLS.test(name) ? commandText(input) : undefined;
  return command ? { kind: "run", command } : { kind: "other" };
}
