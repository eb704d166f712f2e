import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requestText } from "./request.ts";
import { FINAL, REPLY } from "./script.ts";
import { type Standin, startStandin } from "./standin.ts";

const TOOLS = [{ name: "Bash" }];
const toolUse = { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Bash", input: {} }] };
const toolResult = { type: "tool_result", tool_use_id: "t1", content: "[[say from a tool]]" };
const summaryRequest = "Your task is to create a detailed summary of the conversation so far.";

let standin: Standin;
beforeEach(async () => {
  standin = await startStandin();
});
afterEach(() => standin.close());

async function ask(...messages: object[]) {
  const response = await fetch(`${standin.url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model: "m", tools: TOOLS, messages }),
  });
  return response.json();
}
const user = (...texts: string[]) => ({ role: "user", content: texts.map((text) => ({ type: "text", text })) });
const system = (text: string) => ({ role: "system", content: text });

describe("the stand-in", () => {
  it("answers as the prompt says", async () => {
    expect(await ask(user("hello"))).toMatchObject({ content: [{ text: REPLY }], stop_reason: "end_turn" });
    expect(await ask(user("x [[say one\ntwo]]"))).toMatchObject({ content: [{ text: "one\ntwo" }] });
    expect(await ask(user("x [[tokens 95000]]"))).toMatchObject({ usage: { input_tokens: 95000 } });
  });

  it("calls the scripted tools once and then ends the turn", async () => {
    const prompt = user('go [[tool Bash {"command":"[[ -f a ]] && b"}]] [[tool Read {"file_path":"/a"}]]');
    expect(await ask(prompt)).toMatchObject({
      stop_reason: "tool_use",
      content: [
        { name: "Bash", input: { command: "[[ -f a ]] && b" } },
        { name: "Read", input: { file_path: "/a" } },
      ],
    });
    const after = [prompt, toolUse, { role: "user", content: [toolResult] }, system("PostToolUse:Bash hook: x")];
    expect(await ask(...after)).toMatchObject({ content: [{ text: FINAL }] });
  });

  it("hears a prompt that shares its message with tool results", async () => {
    const shared = { role: "user", content: [toolResult, { type: "text", text: "next [[say heard]]" }] };
    expect(await ask(user("first"), toolUse, shared)).toMatchObject({ content: [{ text: "heard" }] });
  });

  it("takes no directives from injected text", async () => {
    const quoted = "<system-reminder>\nearlier: [[say old]] [[tokens 9]]\n</system-reminder>";
    const reply = await ask(user(quoted, "hello"), system("SessionStart hook additional context: [[say older]]"));
    expect(reply).toMatchObject({ content: [{ text: REPLY }], usage: { input_tokens: 1000 } });
  });

  it("summarises without repeating anything, and forgets the reported size", async () => {
    const shared = { role: "user", content: [toolResult, { type: "text", text: summaryRequest }] };
    const big = user("secret plan [[tokens 95000]] [[say no]]");
    const summary = (n: number) => ({
      content: [{ text: expect.stringContaining(`STANDIN-SUMMARY-${n}: earlier work, condensed.`) }],
    });
    expect(await ask(big, toolUse, shared)).toMatchObject(summary(1));
    expect(await ask(big, user(summaryRequest))).toMatchObject(summary(2));
    expect(standin.requests.map(({ kind }) => kind)).toEqual(["summary", "summary"]);
    const resumed = await ask(big, user("STANDIN-SUMMARY-2: earlier work, condensed.", "go on"));
    expect(resumed).toMatchObject({ usage: { input_tokens: 1000 } });
  });

  it("streams the same reply as events", async () => {
    const response = await fetch(`${standin.url}/v1/messages?beta=true`, {
      method: "POST",
      body: JSON.stringify({ model: "m", stream: true, messages: [user("[[say streamed]]")] }),
    });
    const events = (await response.text()).match(/(?<=^event: ).*$/gm);
    expect(events?.at(0)).toBe("message_start");
    expect(events?.at(-1)).toBe("message_stop");
  });

  it("records what the model was told, without tool schemas", async () => {
    await ask(user("find me"), system("and me"));
    const [record] = standin.requests;
    expect(record && requestText(record)).toMatch(/find me[\s\S]*and me/);
    expect(record && requestText(record)).not.toContain("Bash");
  });

  it("refuses what it does not know", async () => {
    const post = (path: string, body: string) => fetch(`${standin.url}${path}`, { method: "POST", body });
    expect((await post("/v1/unknown", "{}")).status).toBe(404);
    expect((await post("/v1/messages", "{}")).status).toBe(400);
    expect(await (await post("/v1/messages/count_tokens", "{}")).json()).toEqual({ input_tokens: 1000 });
  });
});
