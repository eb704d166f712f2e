import { join } from "node:path";
import { actOf, callContent } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";
import { fence } from "../../text/index.ts";
import { fieldsOf } from "../json-fields.ts";
import { nameBasedUuid } from "../session-transfer/name-based-uuid.ts";
import type { Call, Handover, LedgerCall, SessionWriter, Step } from "../session-transfer/session-writer.ts";
import { configDir } from "./install/locations.ts";
import { readLine } from "./transcript.ts";

/** A version that wrote this form; the client reads those of all earlier ones. */
const VERSION = "2.1.325";
/** The client requires a model name, even when it is unknown. */
const NO_MODEL = "<synthetic>";
const NOTHING_COUNTED = { input_tokens: 0, output_tokens: 0 };

const isObject = (value: unknown): boolean => value !== null && typeof value === "object" && !Array.isArray(value);

function readInput(path: string, lines: string | undefined): Record<string, unknown> {
  const [from, to] = (lines ?? "").split("-").map(Number);
  return { file_path: path, ...(from && { offset: from }), ...(from && to && { limit: to - from + 1 }) };
}

function toolOf({ name, input, harness }: LedgerCall): Pick<Call, "name" | "input"> | undefined {
  // The model's API accepts no other names and inputs.
  if (harness === "claude-code") return isObject(input) && /^[\w-]{1,128}$/.test(name) ? { name, input } : undefined;
  const act = actOf({ content: callContent(name, input) });
  if (act.kind === "run") return { name: "Bash", input: { command: act.command } };
  if (act.kind === "read") return { name: "Read", input: readInput(act.path, act.lines) };
  return undefined;
}

type Body = Readonly<Record<string, unknown>>;

const user = (content: unknown, more: Body = {}): Body => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});

const assistant = (block: Body, key: string, model: string | null): Body => ({
  type: "assistant",
  message: {
    ...{ id: `msg_${sha256(key).slice(0, 24)}`, type: "message", role: "assistant", model: model ?? NO_MODEL },
    ...{ content: [block], stop_reason: block.type === "tool_use" ? "tool_use" : "end_turn", stop_sequence: null },
    usage: NOTHING_COUNTED,
  },
});

function bodiesOf(step: Step, key: string, model: string | null): Body[] {
  switch (step.kind) {
    case "summary":
      return [user(step.text, { isCompactSummary: true, isVisibleInTranscriptOnly: true })];
    case "user":
      return [user(step.text)];
    case "record":
      return [user(step.text, { isMeta: true })];
    case "note":
      return [user(fence(step.text), { isMeta: true })];
    case "agent":
      return [assistant({ type: "text", text: step.text }, key, model)];
    case "call": {
      const id = `toolu_${sha256(step.key).slice(0, 24)}`;
      const result = { type: "tool_result", tool_use_id: id, content: step.result, is_error: step.isError };
      return [
        assistant({ type: "tool_use", id, name: step.name, input: fieldsOf(step.input) }, key, model),
        user([result]),
      ];
    }
  }
}

function linesOf({ id, folder, model, steps }: Handover): string[] {
  let parentUuid: string | null = null;
  return steps
    .flatMap((step, at) => bodiesOf(step, `${id} ${at}`, model).map((body) => ({ body, at: step.at })))
    .map(({ body, at }, place) => {
      const uuid = nameBasedUuid(`${id} line ${place}`);
      const envelope = { isSidechain: false, uuid, timestamp: at, userType: "external", cwd: folder };
      const line = JSON.stringify({ parentUuid, ...envelope, sessionId: id, version: VERSION, gitBranch: "", ...body });
      parentUuid = uuid;
      return line;
    });
}

const LONGEST_NAME = 200;

/** The client's own hash for long paths with the same beginning. */
function shortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

/** The client's folder name for the sessions of a project folder. */
export function folderName(folder: string): string {
  const name = folder.replace(/[^a-zA-Z0-9]/g, "-");
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}-${shortHash(folder)}`;
}

/** `projects/<the folder, every character but letters and digits as ->/<session>.jsonl`. */
export const claudeCodeWriter: SessionWriter = {
  harness: "claude-code",
  title: "Claude Code",
  toolOf,
  pathOf: ({ userHome, env }, { id, folder }) =>
    join(configDir(userHome, env), "projects", folderName(folder), `${id}.jsonl`),
  linesOf,
  readLine,
  command: (id) => `claude --resume ${id}`,
};
