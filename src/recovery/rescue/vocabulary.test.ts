import { expect, test } from "vitest";
import { callContent } from "../../conversation/index.ts";
import { type StepMessage, trailOf } from "./steps.ts";
import { relativeTo } from "./things.ts";
import { withoutClientWords } from "./vocabulary.ts";

let seq = 0;
const message = (kind: StepMessage["kind"], content: string, toolUseId?: string): StepMessage => {
  seq += 1;
  return {
    kind,
    role: kind === "prompt" ? "user" : "assistant",
    content,
    toolName: null,
    toolUseId: toolUseId ?? null,
    seq,
  };
};

function called(name: string, input: unknown, result: string): StepMessage[] {
  const id = `call-${seq}`;
  return [message("tool_use", callContent(name, input), id), message("tool_result", result, id)];
}

/** The names that are read out of some messages. */
async function namesIn(messages: readonly StepMessage[]): Promise<string[]> {
  const { steps } = await trailOf(messages, relativeTo(["/work/shop"]));
  const keys = steps.flatMap(({ things }) => [...things]);
  return [...new Set(keys.filter((key) => key.startsWith("name ")).map((key) => key.slice(5)))].sort();
}

test("R4: how a client's tools call their fields and choices is no thing of the work, whatever the tools", async () => {
  const talk = [
    ...called("TodoWrite", { todos: [{ content: "x", status: "in_progress", activeForm: "y" }] }, "in_progress"),
    ...called("Grep", { pattern: "readLedger", output_mode: "files_with_matches" }, "src/a.ts"),
    ...called("mcp__board__move", { card_id: "7", target_status: "ready_for_review" }, "card_id 7 is ready_for_review"),
    message("text", "I set it to in_progress with TodoWrite and searched files_with_matches of readLedger."),
  ];
  expect(await namesIn(talk)).toEqual(["readLedger"]);
});

test("R4: where the project's files have such a word, it is the project's", async () => {
  const talk = [
    ...called("TodoWrite", { todos: [{ content: "x", status: "in_progress" }] }, "ok"),
    ...called("Read", { file_path: "/work/shop/src/task.ts" }, 'export const OPEN = "in_progress";'),
  ];
  expect(await namesIn(talk)).toContain("in_progress");
});

test("R4: what a client answers itself is not what a tool gave", () => {
  const said = [
    "<tool_use_error>Found 2 matches, but replace_all is false.</tool_use_error>",
    "agentId: a1 (for resuming)\n<usage>total_tokens: 9\ntool_uses: 1\nduration_ms: 3</usage>",
    "<task_type>local_agent</task_type>",
    "The user doesn't want to proceed. If it was an edit, the new_string was NOT written.",
  ];
  for (const own of said) expect(withoutClientWords(own).trim()).toBe("");
  expect(withoutClientWords(`${said[3]} the user said:\nuse readLedger`).trim()).toBe("use readLedger");
  expect(withoutClientWords("total_tokens: 9")).toBe("total_tokens: 9");
});
