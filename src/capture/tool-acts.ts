import { z } from "zod";
import { jsonIn } from "../core/index.ts";
import { nameIn, ofAllClients } from "../harnesses/traits/index.ts";
import type { MessageRecord } from "../store/index.ts";

/** A tool call in the terms that all clients share, whatever they call their tools. */
export type Act =
  | { readonly kind: "edit"; readonly path: string }
  | { readonly kind: "read"; readonly path: string; readonly lines: string | undefined }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "other" };

export interface PatchedFile {
  /** As the patch says it: "Add", "Update", "Delete". */
  readonly action: string;
  readonly path: string;
}

const EDITORS = nameIn(({ editTools }) => editTools);
const READERS = nameIn(({ readTools }) => readTools);
const SHELLS = nameIn(({ shellTools }) => shellTools);
const PATHS = ofAllClients(({ pathFields }) => pathFields);
const COMMANDS = ofAllClients(({ commandFields }) => commandFields);
const PATCHES = ofAllClients(({ patch }) => patch);
/** A call that patches has the name of its tool at the beginning, also as a shell's command. */
const PATCH_TOOL_CHARS = 400;

const inputShape = z.record(z.string(), z.unknown());
const callShape = z.object({
  name: z.string(),
  input: z.preprocess((input) => (typeof input === "string" ? { patch: input } : input), inputShape).catch({}),
});

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The first of these fields that the input has. */
const fieldIn = (input: Record<string, unknown>, names: readonly string[]): unknown =>
  names.map((name) => input[name]).find((value) => value !== undefined && value !== null);

function commandText(input: Record<string, unknown>): string | undefined {
  const command = fieldIn(input, COMMANDS);
  return Array.isArray(command) ? command.map(String).join(" ") : text(command);
}

const filesIn = (input: Record<string, unknown>): PatchedFile[] =>
  Object.values(input)
    .flat()
    .filter((value) => typeof value === "string")
    .flatMap((patch) => PATCHES.flatMap(({ file }) => [...patch.matchAll(file)]))
    .map(([, action = "", path = ""]) => ({ action, path: path.trim() }));

/** The files in a patch, if the call applies one. */
export function patchedFiles({ content }: Pick<MessageRecord, "content">): PatchedFile[] {
  const head = content.slice(0, PATCH_TOOL_CHARS);
  if (!PATCHES.some(({ tool }) => head.includes(tool))) return [];
  return filesIn(callShape.safeParse(jsonIn(content)).data?.input ?? {});
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
  const path = PATHS.map((field) => text(input[field])).find((one) => one !== undefined);
  const edited = EDITORS.test(name) ? (path ?? filesIn(input)[0]?.path) : undefined;
  if (edited) return { kind: "edit", path: edited };
  if (READERS.test(name) && path) return { kind: "read", path, lines: lineRange(input) };
  const command = SHELLS.test(name) ? commandText(input) : undefined;
  return command ? { kind: "run", command } : { kind: "other" };
}
