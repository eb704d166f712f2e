import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/core/index.ts";
import { ask } from "../../src/daemon/index.ts";
import { HOOK_EVENTS } from "../../src/harnesses/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { type Output, Product } from "../support/product/product.ts";

const sessions = z.array(z.object({ key: z.string(), promptCount: z.number() }));
const refused = z.object({ error: z.object({ code: z.literal("bad_input"), message: z.string() }) });

let product: Product;
let pid: number;
beforeAll(async () => {
  product = new Product(undefined, "daemon: { port: 0 }\nhooks: { deadlineMs: 60000 }\n");
  pid = (await product.startDaemon()).pid ?? 0;
});
afterAll(() => product.dispose());

/**
 * After each attack the same process is there, answers, and takes an honest prompt; nothing is tried again for ever.
 */
afterEach(async () => {
  const honest = new Conversation(product, product.folder);
  await honest.prompt("An honest prompt.", { written: false });
  expect(z.object({ pid: z.number() }).parse((await product.api("GET", "/health")).body).pid).toBe(pid);
  expect(await promptsOf(honest.id)).toBe(1);
  const { spooled } = z.object({ spooled: z.number() }).parse((await product.api("GET", "/api/status")).body);
  expect(spooled).toBe(0);
});

async function promptsOf(key: string): Promise<number | undefined> {
  const found = sessions.parse((await product.api("GET", "/api/sessions?limit=1000")).body);
  return found.find((session) => session.key === key)?.promptCount;
}

function expectQuiet(output: Output): void {
  expect(output).toEqual({ code: 0, stdout: "", stderr: "" });
}

const post = (event: string, body: string, query = "") =>
  ask(product.home, { method: "POST", path: `/api/hooks/${event}?harness=claude-code${query}`, body });

const INPUTS: Record<string, string | Buffer> = {
  nothing: "",
  "blank lines": " \n\n ",
  "not JSON": "hello",
  truncated: '{"session_id":"t","prompt":"half a sen',
  "random bytes": randomBytes(4096),
  NULs: Buffer.concat([Buffer.from('{"session_id":"nul'), Buffer.alloc(64), Buffer.from('","prompt":"x"}')]),
  "half a character": Buffer.from([0x7b, 0xff, 0xfe, 0xc3]),
  "an array": "[1,2,3]",
  "a string": '"session_id"',
  "a number": "42",
  null: "null",
  "100,000 opening brackets": "[".repeat(100_000),
  "100,000 levels in a field": `{"session_id":"deep","prompt":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  "no session": '{"prompt":"x"}',
  "a session without a name": '{"session_id":"","prompt":"x"}',
  "a session that is an object": '{"session_id":{"toString":1},"prompt":"x"}',
  "a prompt that is a number": '{"session_id":"n","prompt":7}',
  "prototype keys": '{"__proto__":{"session_id":"p"},"constructor":{"prototype":{"x":1}},"prompt":"x"}',
};

describe.each(["script", "node"] as const)("item 8, the %s hook on hostile input", (by) => {
  test.each(Object.keys(INPUTS))("%s: exit 0, silence, no block", async (name) => {
    const input = INPUTS[name] ?? "";
    expectQuiet(await product.hook("user-prompt-submit", input, { by }));
  });

  test("an event that nobody knows", async () => {
    expectQuiet(await product.hook("no-such-event", { session_id: "x" }, { by }));
    expectQuiet(await product.hook("../../etc/passwd", { session_id: "x" }, { by }));
  });

  test("a byte order mark in front of the payload does not hide it", async () => {
    const key = newId();
    expectQuiet(await product.hook("user-prompt-submit", `\uFEFF{"session_id":"${key}","prompt":"Marked."}`, { by }));
    expect(await promptsOf(key)).toBe(1);
  });

  test("a prompt of 50 MB is kept once, and the daemon's memory comes back", async () => {
    const talk = new Conversation(product, product.folder, { by });
    const prompt = "Words upon words. ".repeat((50 << 20) / 18);
    expectQuiet(await product.hook("user-prompt-submit", talk.payload({ prompt }), { by }));
    await product.until(async () => ((await promptsOf(talk.id)) === 1 ? true : undefined));
    await product.until(async () => (residentMegabytes() < 600 ? true : undefined));
  });
});

const residentMegabytes = (): number =>
  Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;

describe("item 8, POST /api/hooks/:event", () => {
  test.each([
    ["user-prompt-submit", { prompt: "x" }, "session_id"],
    ["user-prompt-submit", { session_id: "s" }, "prompt"],
    ["user-prompt-submit", { session_id: "s", prompt: ["x"] }, "prompt"],
    ["pre-tool-use", { session_id: "s", tool_name: 3 }, "tool_name"],
    ["post-tool-use", { session_id: "s" }, "tool_name"],
    ["no-such-event", { session_id: "s" }, "event"],
  ])("%s with %j is 400 and names %s", async (event, payload, field) => {
    const { status, body } = await post(event, JSON.stringify(payload));
    expect(status).toBe(400);
    expect(refused.parse(JSON.parse(body)).error.message).toMatch(new RegExp(`^${field}:`));
  });

  test("an unknown harness is 400 and named", async () => {
    const path = "/api/hooks/turn-end?harness=emacs";
    const { status, body } = await ask(product.home, { method: "POST", path, body: '{"session_id":"s"}' });
    expect(status).toBe(400);
    expect(refused.parse(JSON.parse(body)).error.message).toMatch(/^harness: "emacs"/);
  });

  const FIELDS =
    "session_id cwd transcript_path prompt prompt_id model source previousSessionKey tool_name tool_input tool_use_id tool_response error trigger compact_summary last_assistant_message agent_id agent_type agent_transcript_path reason hook_event_name";
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "grapheme" }),
    fc.constant("__proto__"),
    fc.constant("\u0000"),
  );
  const payload = fc.record(Object.fromEntries(FIELDS.split(" ").map((field) => [field, value])), {
    requiredKeys: [],
  });

  test("whatever the fields hold, it is taken or refused by name; a client is never told", async () => {
    const check = async (event: string, fields: unknown) => {
      const body = JSON.stringify(fields);
      const plain = await post(event, body);
      expect([200, 400]).toContain(plain.status);
      if (plain.status === 400)
        expect(refused.parse(JSON.parse(plain.body)).error.message).toMatch(/^(session_id|prompt|tool_name): /);
      expect((await post(event, body, "&as=client")).status).toBe(200);
    };
    await fc.assert(fc.asyncProperty(fc.constantFrom(...HOOK_EVENTS), payload, check), { numRuns: 150 });
  });

  test.each([
    "a/b/../../c",
    "../../../evil",
    `it's "quoted" \`and\` $(worse)`,
    "line\nbreak\r\n",
    "🙂 東京 ß",
    "%2e%2e%2fevil",
    "x".repeat(10_000),
  ])("a session called %j is a session like any other", async (key) => {
    const talk = new Conversation(product, product.folder);
    const payload = { session_id: key, cwd: product.folder, transcript_path: talk.transcript, prompt: "Hello there." };
    expectQuiet(await product.hook("user-prompt-submit", payload));
    expect(await promptsOf(key)).toBe(1);
    expect(existsSync(join(product.folder, "evil"))).toBe(false);
    if (key.length < 1000)
      expect((await product.api("GET", `/api/sessions/${encodeURIComponent(key)}`)).status).toBe(200);
  });
});
