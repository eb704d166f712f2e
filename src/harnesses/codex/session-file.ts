import { join } from "node:path";
import { actOf, callContent } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";
import { fence } from "../../text/index.ts";
import type { Call, Handover, LedgerCall, SessionWriter, Step } from "../session-transfer/session-writer.ts";
import { codexHome } from "./home.ts";
import { readLine } from "./transcript.ts";

/** A version that wrote this form; the client reads those of all earlier ones. */
const VERSION = "0.166.0";

/** Items that the ledger has as calls, but that are no function calls in this format. */
const OTHER_ITEMS = new Set(["web_search", "local_shell", "tool_search"]);

function toolOf({ name, input, harness }: LedgerCall): Pick<Call, "name" | "input"> | undefined {
  if (harness === "codex" && name !== "" && !OTHER_ITEMS.has(name)) return { name, input };
  const act = actOf({ content: callContent(name, input) });
  return act.kind === "run" ? { name: "exec_command", input: { cmd: act.command } } : undefined;
}

type Body = Readonly<Record<string, unknown>>;

const item = (payload: Body): Body => ({ type: "response_item", payload });

const message = (role: string, text: string): Body => {
  const type = role === "assistant" ? "output_text" : "input_text";
  return { type: "message", role, content: [{ type, text }] };
};

/** Marked as the user's: a prompt that begins like one of the client's own texts would count as such. */
const userMessage = (text: string): Body => ({
  ...message("user", text),
  internal_chat_message_metadata_passthrough: { content_item_kinds: ["user.text"] },
});

/** The format has no error flag: the client writes an exit code into the text, which is not known here. */
const FAILED = "[this call failed]\n";

function callItems({ key, name, input, result, isError }: Call): Body[] {
  const output = isError ? `${FAILED}${result}` : result;
  const call_id = `call_${sha256(key).slice(0, 24)}`;
  // A tool that takes a text instead of arguments is another kind of tool to the model.
  if (typeof input === "string")
    return [
      item({ type: "custom_tool_call", status: "completed", call_id, name, input }),
      item({ type: "custom_tool_call_output", call_id, output }),
    ];
  return [
    item({ type: "function_call", name, arguments: JSON.stringify(input ?? {}), call_id }),
    item({ type: "function_call_output", call_id, output }),
  ];
}

/** What the client displays of a conversation, separate from what its model gets. */
const displayEvent = (type: string, text: string): Body => ({ type: "event_msg", payload: { type, message: text } });

function bodiesOf(step: Step): Body[] {
  switch (step.kind) {
    case "summary":
      return [
        { type: "compacted", payload: { message: step.text, replacement_history: [message("user", step.text)] } },
      ];
    case "user":
      return [item(userMessage(step.text)), displayEvent("user_message", step.text)];
    case "record":
      return [item(message("user", step.text))];
    case "note":
      return [item(message("developer", fence(step.text)))];
    case "agent":
      return [item(message("assistant", step.text)), displayEvent("agent_message", step.text)];
    case "call":
      return callItems(step);
  }
}

function linesOf({ id, folder, at, steps }: Handover): string[] {
  const meta = { id, timestamp: at, cwd: folder, originator: "throughline", cli_version: VERSION, source: "cli" };
  const lines = steps.flatMap((step) => bodiesOf(step).map((body) => ({ timestamp: step.at, ...body })));
  return [{ timestamp: at, type: "session_meta", payload: meta }, ...lines].map((line) => JSON.stringify(line));
}

function pathOf(id: string, at: string): string {
  const time = at.slice(0, 19).replaceAll(":", "-");
  return join("sessions", ...at.slice(0, 10).split("-"), `rollout-${time}-${id}.jsonl`);
}

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`. */
export const codexWriter: SessionWriter = {
  harness: "codex",
  title: "Codex",
  toolOf,
  pathOf: ({ userHome, env }, { id, at }) => join(codexHome(userHome, env), pathOf(id, at)),
  linesOf,
  readLine,
  command: (id) => `codex resume ${id}`,
};
