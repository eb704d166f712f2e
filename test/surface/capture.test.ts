import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;

beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const message = z.object({ seq: z.number(), role: z.string(), kind: z.string(), content: z.string() });

async function ledger(session: string) {
  const { body } = await product.api("GET", `/api/sessions/${encodeURIComponent(session)}/messages?limit=1000`);
  return z.array(message).parse(body);
}

async function sessionOf(key: string) {
  const { body } = await product.api("GET", `/api/sessions/${encodeURIComponent(key)}`);
  return z
    .looseObject({ id: z.string(), promptCount: z.number(), totalMessages: z.number(), childIds: z.array(z.string()) })
    .parse(body);
}

test("S8: what hooks and transcript both tell is stored once, in the transcript's order, verbatim", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt("Read the parser.");
  await session.tool("Read", { file_path: "/a/parser.ts" }, "  1→export function parse() {}\n");
  await session.reply("It has one function.");
  await session.prompt("Now test it.");
  await session.tool("Bash", { command: "npm test" }, "Exit code 1\n1 failing", { isError: true });
  await session.reply("One test fails.");
  await session.end();
  await product.until(async () => ((await ledger(session.id)).length >= 8 ? true : undefined));
  const said = await ledger(session.id);
  expect(said.map(({ seq, role, kind }) => `${seq} ${role} ${kind}`)).toEqual([
    "1 user prompt",
    "2 assistant tool_use",
    "3 tool tool_result",
    "4 assistant text",
    "5 user prompt",
    "6 assistant tool_use",
    "7 tool tool_result",
    "8 assistant text",
  ]);
  expect(said[2]?.content).toBe("  1→export function parse() {}\n");
  expect(await sessionOf(session.id)).toMatchObject({ promptCount: 2, totalMessages: 8 });
});

test("item 2, 4: our tags in a prompt and in 3 MB of output are kept and hold nothing up; what was injected is not stored", async () => {
  const first = new Conversation(product, product.folder);
  await first.start();
  await first.prompt("Count the otters in the harbour, and never count a seal.");
  await first.tool("Edit", { file_path: "/a/otters.ts", old_string: "a", new_string: "b" }, "ok");
  await first.reply("The counter is in.");
  await first.end();
  const session = new Conversation(product, product.folder);
  const given = await session.start();
  expect(given).toContain("never count a seal");
  const mine = "<throughline-context>\nI wrote this myself.\n</throughline-context>\nWhat do these tags do?";
  await session.prompt(mine);
  const output = "<throughline-context>\n".repeat(140_000);
  await session.tool("Bash", { command: "cat tags.txt" }, output);
  // A client that puts what it was given in front of the next prompt.
  session.write({ type: "user", promptId: "p-2", message: { role: "user", content: `${given}\nAnd now the seals.` } });
  await session.reply("They fence what was injected.");
  await session.end();
  const said = await product.until(async () => {
    const all = await ledger(session.id);
    return all.some(({ content }) => content.includes("And now the seals.")) ? all : undefined;
  });
  expect(said.map(({ content }) => content.trim())).toEqual(
    expect.arrayContaining([mine, output.trim(), "And now the seals."]),
  );
});

test("S8: a prompt that only its hook has reported is visible at once, marked, and never doubled", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  const prompt = "Rotate the refresh tokens every fortnight.";
  const payload = session.payload({ prompt, prompt_id: "p-1" });
  await product.hook("user-prompt-submit", payload, session.options);
  const seen = z.object({ confirmed: z.literal(false).optional() });
  const look = async () => {
    const messages = (await product.api("GET", `/api/sessions/${session.id}/messages`)).body;
    const timeline = (await product.api("GET", `/api/sessions/${session.id}/timeline`)).body;
    const found = (await product.api("GET", "/api/memories/recall?query=rotate+refresh+tokens")).body;
    return {
      messages: z.array(seen.extend({ content: z.string() })).parse(messages),
      timeline: z
        .array(seen.extend({ what: z.string(), text: z.string() }))
        .parse(timeline)
        .filter(({ what }) => what === "prompt"),
      recall: z
        .array(seen.extend({ content: z.string() }))
        .parse(found)
        .filter(({ content }) => content === prompt),
    };
  };
  expect(await look()).toEqual({
    messages: [{ content: prompt, confirmed: false }],
    timeline: [{ what: "prompt", text: prompt, confirmed: false }],
    recall: [{ content: prompt, confirmed: false }],
  });
  expect(await sessionOf(session.id)).toMatchObject({ promptCount: 1, totalMessages: 0 });
  expect((await product.cli(["sessions", "messages", session.id])).stdout).toContain("unconfirmed");
  const [shown] = z
    .array(z.looseObject({ id: z.string() }))
    .parse((await product.api("GET", "/api/memories/recall?query=rotate+refresh+tokens")).body);
  expect((await product.cli(["expand", shown?.id ?? ""])).stdout.trim()).toBe(prompt);

  session.write({ type: "user", promptId: "p-1", message: { role: "user", content: prompt } });
  await session.end();
  await product.until(async () => ((await sessionOf(session.id)).totalMessages === 1 ? true : undefined));
  await product.until(async () => ((await look()).recall.length > 0 ? true : undefined));
  expect(await look()).toEqual({
    messages: [{ content: prompt }],
    timeline: [{ what: "prompt", text: prompt }],
    recall: [{ content: prompt }],
  });
  expect(await sessionOf(session.id)).toMatchObject({ promptCount: 1 });
});

test("C2: a prompt is counted whether or not its hook fired", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  session.write({
    type: "user",
    promptId: "p-unseen",
    message: { role: "user", content: "The hook for this one never fired." },
  });
  await session.prompt("And this one was reported.");
  await session.end();
  await product.until(async () => ((await sessionOf(session.id)).totalMessages === 2 ? true : undefined));
  expect(await sessionOf(session.id)).toMatchObject({ promptCount: 2 });
});

test("S8: two integrations that report the same session count each prompt once", async () => {
  const settings = new Conversation(product, product.folder);
  const plugin = new Conversation(product, product.folder, { id: settings.id, runtime: "plugin" });
  await settings.start();
  await plugin.start();
  for (const text of ["one thing", "another thing"]) {
    const promptId = `p-${text}`;
    await Promise.all([settings.prompt(text, { promptId }), plugin.prompt(text, { promptId, written: false })]);
  }
  await Promise.all([settings.end(), plugin.end()]);
  await product.until(async () => ((await sessionOf(settings.id)).totalMessages === 2 ? true : undefined));
  expect(await sessionOf(settings.id)).toMatchObject({ promptCount: 2, totalMessages: 2 });
});

test("S8: the same words said twice are two prompts", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt("try it again");
  await session.prompt("try it again");
  await session.end();
  await product.until(async () => ((await sessionOf(session.id)).totalMessages === 2 ? true : undefined));
  expect(await sessionOf(session.id)).toMatchObject({ promptCount: 2 });
});

test("capture: a transcript that Claude Code itself wrote is in the ledger, its subagents as children", async () => {
  const fixtures = join(import.meta.dirname, "..", "fixtures", "claude-code");
  const session = new Conversation(product, product.folder);
  await session.start();
  writeFileSync(session.transcript, readFileSync(join(fixtures, "claude-code-with-compaction.jsonl")));
  const agentFile = join(session.transcript.replace(/\.jsonl$/, ""), "subagents", "agent-a7.jsonl");
  mkdirSync(dirname(agentFile), { recursive: true });
  copyFileSync(join(fixtures, "claude-code-subagent.jsonl"), agentFile);
  await session.end();
  await product.until(async () => ((await sessionOf(session.id)).childIds.length === 1 ? true : undefined));
  const said = await ledger(session.id);
  expect(said.filter((one) => one.kind === "prompt").map((one) => one.content)).toEqual([
    "Run the tests and recall what we know about the parser.",
    "second turn",
    "third turn",
    "turn after compact",
  ]);
  const child = await product.until(async () => {
    const messages = await ledger(`${session.id}/a7`);
    return messages.length > 0 ? messages : undefined;
  });
  expect(child.map((one) => one.content)).toEqual(["Summarise src/parser.ts.", "Done."]);
});

test("capture: a line that is still being written is taken when it is whole, and broken lines stop nothing", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  const whole = JSON.stringify({
    type: "user",
    uuid: "u-torn",
    promptId: "p",
    message: { role: "user", content: "torn in the middle ✂ of a word" },
  });
  appendFileSync(session.transcript, `{"type":"user",,,\n\u0000\u0001 no json\n${whole.slice(0, 60)}`);
  await session.prompt("first reported", { written: false });
  appendFileSync(session.transcript, `${whole.slice(60)}\n`);
  await session.end();
  const said = await product.until(async () => {
    const messages = await ledger(session.id);
    return messages.length === 2 ? messages : undefined;
  });
  expect(said.map((one) => one.content).sort()).toEqual(["first reported", "torn in the middle ✂ of a word"]);
});

test("secrets never reach the store: prompts, tool results, digests, memory, answers", async () => {
  const secret = ["ghp", "x7Kq2Lm9Vt4Rb8Nw3Yc6Zd1Hf5Gj0Ps7Qa2E"].join("_");
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt(`Use GITHUB_TOKEN=${secret} for the push.`);
  await session.tool(
    "Bash",
    { command: `curl -H "Authorization: Bearer ${secret}" https://api.github.com` },
    `token: ${secret}`,
  );
  await product.api("POST", "/api/session-digest", { summary: `The token is ${secret}.`, session: session.id });
  await product.api("POST", "/api/memories", { content: `deploy with ${secret}` });
  await session.end();
  await product.until(async () => ((await sessionOf(session.id)).totalMessages >= 3 ? true : undefined));
  const given = await new Conversation(product, product.folder).start();
  expect(given).toContain("[REDACTED]");
  expect(given).not.toContain(secret);
  await product.cli(["down"]);
  for (const file of [product.home.database, `${product.home.database}-wal`, product.home.log]) {
    expect(existsSync(file) && readFileSync(file).includes(secret), file).toBe(false);
  }
});

test("S1: a session, a project and an end named after secrets are kept without them, and still told apart", async () => {
  const secrets = ["x7Kq2Lm9Vt4Rb8Nw3Yc6Zd1Hf5Gj0Ps7Qa2E", "Qa2Ex7Kq2Lm9Vt4Rb8Nw3Yc6Zd1Hf5Gj0Ps7"].map(
    (one) => `ghp_${one}`,
  );
  const shown = z.looseObject({ id: z.string(), key: z.string(), project: z.string(), projectNormalized: z.string() });
  const get = async (path: string) => (await product.api("GET", path)).body;
  const seen = [];
  for (const secret of secrets) {
    const cwd = join(product.folder, `clone-${secret}`);
    mkdirSync(cwd);
    const hook = (event: string, fields: object) => product.hook(event, { session_id: `s:${secret}`, cwd, ...fields });
    await hook("session-start", { source: "startup" });
    for (const prompt of ["Chart the reefs.", "Sail on."]) await hook("user-prompt-submit", { prompt });
    await hook("session-end", { reason: `token ${secret} expired` });
    const session = shown.parse(await get(`/api/sessions/${encodeURIComponent(`s:${secret}`)}`));
    expect(session).toMatchObject({ promptCount: 2, endReason: "token [REDACTED] expired" });
    expect(shown.parse(await get(`/api/sessions/${encodeURIComponent(session.key)}`)).id).toBe(session.id);
    for (const name of [cwd, session.projectNormalized])
      expect(z.array(shown).parse(await get(`/api/sessions?project=${encodeURIComponent(name)}`))).toHaveLength(1);
    seen.push(session);
  }
  const [one, other] = seen;
  expect(one?.key).not.toBe(other?.key);
  expect(one?.projectNormalized).not.toBe(other?.projectNormalized);
  const next = new Conversation(product, join(product.folder, `clone-${secrets[0]}`));
  expect(await product.injection("session-start", { session_id: next.id, cwd: next.cwd, source: "startup" })).toContain(
    "Sail on.",
  );
  await product.cli(["down"]);
  for (const file of [product.home.database, `${product.home.database}-wal`, product.home.log])
    for (const secret of secrets)
      expect(existsSync(file) && readFileSync(file).includes(secret.slice(4)), `${secret} in ${file}`).toBe(false);
});
