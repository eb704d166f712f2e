import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let talk: Conversation;
beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
  talk = new Conversation(product, product.folder);
});
afterEach(() => product.dispose());

const messages = z.array(z.object({ role: z.string(), content: z.string() }));
const said = async () => {
  const { body } = await product.api("GET", `/api/sessions/${talk.id}/messages?limit=1000`);
  return messages.parse(body).map(({ role, content }) => `${role}: ${content}`);
};
const promptCount = async () =>
  z.object({ promptCount: z.number() }).parse((await product.api("GET", `/api/sessions/${talk.id}`)).body).promptCount;

/** One turn of which hooks tell, and what the client will write of it some time. */
interface Turn {
  readonly id: string;
  readonly prompt: string;
  readonly tool: string;
  readonly reply: string;
}
const turn = (prompt: string, reply: string): Turn => ({ id: newId(), tool: `toolu_${newId()}`, prompt, reply });

async function tell(one: Turn, transcript: boolean): Promise<void> {
  const hook = (event: string, fields: Readonly<Record<string, unknown>>) => {
    const { transcript_path, ...rest } = talk.payload({ ...fields, prompt_id: one.id });
    return product.hook(event, transcript ? { ...rest, transcript_path } : rest);
  };
  await hook("user-prompt-submit", { hook_event_name: "UserPromptSubmit", prompt: one.prompt });
  const call = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: one.tool };
  await hook("post-tool-use", { hook_event_name: "PostToolUse", ...call, tool_response: { stdout: "made" } });
  await hook("turn-end", { hook_event_name: "Stop", last_assistant_message: one.reply });
}

const assistant = (block: unknown) =>
  talk.write({ type: "assistant", message: { id: newId(), role: "assistant", content: [block] } });

function write(one: Turn): void {
  talk.write({ type: "user", promptId: one.id, message: { role: "user", content: one.prompt } });
  assistant({ type: "tool_use", id: one.tool, name: "Bash", input: { command: "make" } });
  const result = { type: "tool_result", tool_use_id: one.tool, content: "made" };
  talk.write({ type: "user", message: { role: "user", content: [result] } });
  assistant({ type: "text", text: one.reply });
}

const heard = (one: Turn) => [
  `user: ${one.prompt}`,
  expect.stringMatching(/^assistant: .*make/),
  "tool: made",
  `assistant: ${one.reply}`,
];

/** The session begins again and ends: everything its files hold has been read then, and what hooks told is settled. */
async function readToTheEnd(): Promise<void> {
  await talk.start("resume");
  const begun = (await said()).length;
  await talk.prompt("Good night.", { written: false });
  await talk.end();
  await product.until(async () => ((await said()).length > begun ? true : undefined));
}

test("S8: a transcript that is named only after replies became messages doubles none of them", async () => {
  const turns = [turn("Build it.", "Done."), turn("Build it.", "Done."), turn("Once more.", "It is built.")];
  for (const one of turns) await tell(one, false);
  expect(await said()).toEqual(turns.flatMap(heard));
  for (const one of turns) write(one);
  await readToTheEnd();
  expect(await said()).toEqual([...turns.flatMap(heard), "user: Good night."]);
  expect(await promptCount()).toBe(4);
});

test("S8: lines that the client writes after its session's end double nothing", async () => {
  const turns = [turn("Build it.", "Done."), turn("Again.", "Done.")];
  for (const one of turns) await tell(one, true);
  await talk.end();
  await product.until(async () => ((await said()).length === 8 ? true : undefined));
  for (const one of turns) write(one);
  await readToTheEnd();
  expect(await said()).toEqual([...turns.flatMap(heard), "user: Good night."]);
  expect(await promptCount()).toBe(3);
});

test("S8: a reply that was read from the transcript before its hook tells it is one message", async () => {
  const [first, second] = [turn("Build it.", "Done."), turn("Again.", "Done.")];
  for (const one of [first, second]) {
    const before = (await said().catch(() => [])).length;
    const prompt = { hook_event_name: "UserPromptSubmit", prompt: one.prompt, prompt_id: one.id };
    await product.hook("user-prompt-submit", talk.payload(prompt));
    write(one);
    await product.until(async () => ((await said()).length === before + 4 ? true : undefined));
    await tell(one, true);
  }
  await readToTheEnd();
  expect(await said()).toEqual([...heard(first), ...heard(second), "user: Good night."]);
  expect(await promptCount()).toBe(3);
});

test("S8: what only the transcript has is taken, though the same words were settled long before", async () => {
  const settled = turn("Build it.", "Done.");
  await tell(settled, false);
  write(settled);
  const unseen = turn("Build it.", "Done.");
  const later = new Date(Date.now() + 3_600_000).toISOString();
  talk.write({
    type: "user",
    timestamp: later,
    promptId: unseen.id,
    message: { role: "user", content: unseen.prompt },
  });
  talk.write({
    type: "assistant",
    timestamp: later,
    message: { role: "assistant", content: [{ type: "text", text: unseen.reply }] },
  });
  await readToTheEnd();
  expect(await said()).toEqual([...heard(settled), "user: Build it.", "assistant: Done.", "user: Good night."]);
});
