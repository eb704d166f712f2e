import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { isAlive } from "../../src/core/index.ts";
import { PROJECT_ROOT } from "../../src/extensions/ledgers/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

const CLI = join(import.meta.dirname, "..", "..", "bin", "throughline.cjs");
const answer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })).min(1),
});
const checkpoint = z.object({ sessionKey: z.string(), trigger: z.string(), digest: z.string() });
const memory = z.object({ id: z.string(), content: z.string() });

let product: Product;
const cleanUps: (() => unknown)[] = [];
beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await product.dispose();
});

/** An agent's client, connected by `throughline mcp`; its process is this one unless a shell stands between. */
async function connected({
  behindShell = false,
  cwd = product.folder,
  env: more = {},
}: {
  behindShell?: boolean;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
} = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const command = behindShell
    ? { command: "sh", args: ["-c", '"$0" "$@"; exit 0', process.execPath, CLI, "mcp"] }
    : { command: process.execPath, args: [CLI, "mcp"] };
  const env = Object.fromEntries(
    Object.entries(product.environment(more)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await client.connect(new StdioClientTransport({ ...command, env, cwd }));
  cleanUps.push(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}, toolUseId?: string) {
  const meta = toolUseId === undefined ? {} : { _meta: { "claudecode/toolUseId": toolUseId } };
  const { isError = false, content } = answer.parse(await client.callTool({ name, arguments: args, ...meta }));
  return { isError, text: content[0]?.text ?? "" };
}

const result = async <Shape extends z.ZodType>(shape: Shape, asked: Promise<{ isError: boolean; text: string }>) => {
  const { isError, text } = await asked;
  if (isError) throw new Error(text);
  return shape.parse(JSON.parse(text));
};

const NOTHING = "Nothing found.";
const recalled = async (client: Client, q: string, more: Record<string, unknown> = {}) =>
  (await call(client, "recall", { q, ...more })).text;

const digestFor = (client: Client, toolUseId?: string, session?: string) =>
  result(
    checkpoint,
    call(client, "session_digest", { summary: "So it stands.", ...(session && { session }) }, toolUseId),
  );

/** A process that lives until the test is over: another client. */
function otherClient(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  cleanUps.push(() => child.kill("SIGKILL"));
  return child.pid ?? 0;
}

test("an unknown request before `initialize` is answered with -32601 and breaks nothing", async () => {
  const bridge = spawn(process.execPath, [CLI, "mcp"], { env: product.environment(), cwd: product.folder });
  const lines = createInterface({ input: bridge.stdout })[Symbol.asyncIterator]();
  const ask = async (message: unknown): Promise<unknown> => {
    bridge.stdin.write(
      `${typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...Object(message) })}\n`,
    );
    return JSON.parse((await lines.next()).value);
  };
  expect(await ask({ id: 1, method: "server/discover", params: {} })).toMatchObject({ id: 1, error: { code: -32601 } });
  expect(await ask("this is no JSON")).toMatchObject({ error: { code: -32700 } });
  expect(await ask(" [ ]")).toMatchObject({ id: null, error: { code: -32600 } });
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  expect(await ask({ id: 2, method: "initialize", params })).toMatchObject({
    id: 2,
    result: { serverInfo: { name: "throughline" }, instructions: expect.stringContaining("session_digest") },
  });
  // When its client is gone, so is the bridge.
  const left = new Promise((resolve) => bridge.on("exit", resolve));
  bridge.stdin.end();
  expect(await left).toBe(0);
});

test("the tools tell when to call them", async () => {
  const { tools } = await (await connected()).listTools();
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining([
      "session_digest",
      "remember",
      "recall",
      "expand",
      "forget",
      "memory_list",
      "memory_edit",
      "session_status",
      "note",
      "working_state",
      ...["checkpoint_save", "checkpoint_list", "checkpoint_resume", "checkpoint_delete"],
      ...["record_decision", "record_handoff", "cite", "task_ready", "task_show", "synthesize"],
    ]),
  );
  for (const { name, description = "", inputSchema } of tools) {
    expect(`${name}: ${description}`).toMatch(/\b(?:call|use) it (?:when|after|before|at|to|whenever)\b/i);
    expect(inputSchema.type).toBe("object");
  }
});

test("N1 to N6: an agent saves its place, lists it, resumes only by the user's word, and deletes it", async () => {
  const project = join(product.folder, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  const talk = new Conversation(product, project);
  await talk.start();
  await talk.prompt("Build the login page in src/auth.py.");
  const client = await connected();
  const refused = await call(client, "checkpoint_save", { name: "build-login-page", progress: ["Worked on auth"] });
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/Progress is vague/) });
  const fields = {
    progress: ["Wrote src/auth.py lines 45-120"],
    nextAction: "Run pytest tests/auth_test.py to verify login",
  };
  const saved = await call(client, "checkpoint_save", { name: "build-login-page", ...fields });
  const file = join(project, ".throughline", "checkpoints", "build-login-page.md");
  expect(JSON.parse(saved.text)).toMatchObject({ path: file, task: "Build the login page in src/auth.py.", ...fields });
  expect(JSON.parse((await call(client, "checkpoint_list")).text)).toMatchObject([{ name: "build-login-page" }]);
  const resume = async (input: Record<string, unknown> = {}) =>
    JSON.parse((await call(client, "checkpoint_resume", input)).text);
  expect(await resume()).toMatchObject({
    confirmed: null,
    question: expect.stringMatching(/Ready to continue\? \(yes\/no\)$/),
    ifNo: expect.stringMatching(
      /^"no" moves this checkpoint to the trash; `throughline checkpoint restore \S+` brings it back\.$/,
    ),
  });
  expect(await resume({ name: "build-login-page", confirmed: true })).toMatchObject({ confirmed: true });
  expect(existsSync(file)).toBe(true);
  const remove = (input: Record<string, unknown> = {}) =>
    call(client, "checkpoint_delete", { name: "build-login-page", ...input });
  // The session is still at it.
  expect(await remove()).toMatchObject({ isError: true, text: expect.stringMatching(/active/) });
  expect(existsSync(file)).toBe(true);
  expect(JSON.parse((await remove({ force: true })).text)).toMatchObject({ trashedTo: expect.any(String) });
  expect(existsSync(file)).toBe(false);
});

test("C5: the agent's digest is kept word for word, secrets replaced, with the trigger agent", async () => {
  const talk = new Conversation(product, product.folder);
  await talk.start();
  const client = await connected();
  const secret = `ghp_${randomBytes(18).toString("hex")}`;
  const summary = `Half of "src/auth.ts" is done.\n\n  Indented — “quoted” 東京 \u2028 behind a line separator 🙂\n`;
  const given = await result(checkpoint, call(client, "session_digest", { summary, state: `GITHUB_TOKEN=${secret}` }));
  expect(given).toEqual({
    sessionKey: talk.id,
    trigger: "agent",
    digest: `${summary}\nState: GITHUB_TOKEN=[REDACTED]`,
  });
  const { body } = await product.api("GET", `/api/checkpoints/${talk.id}`);
  expect(z.array(checkpoint).parse(body)).toEqual([given]);
});

test("D6: a note and the working state of a coding session are kept and given back after a compaction", async () => {
  const talk = new Conversation(product, product.folder);
  await talk.start();
  await talk.prompt("Rename the parser.");
  const client = await connected();
  const kept = z.object({ state: z.string().nullable() });
  expect(await result(kept, call(client, "working_state"))).toEqual({ state: null });
  await call(client, "working_state", { state: "Step 2 of 5: lexer.ts is renamed, parser.ts is next." });
  await call(client, "note", { content: "The user likes small commits.", category: "taste" });
  expect(await result(kept, call(client, "working_state"))).toEqual({
    state: "Step 2 of 5: lexer.ts is renamed, parser.ts is next.",
  });
  const given = await talk.start("compact");
  expect(given).toContain("parser.ts is next");
  expect(given).toContain("small commits");
});

test("D6: an agent that has a name keeps both beside its conversation", async () => {
  const client = await connected();
  await call(client, "working_state", { agent: "ada", state: "Reading chapter 4." });
  await call(client, "note", { agent: "ada", content: "Cody's cat is Fritz.", category: "people" });
  const { body } = await product.api("GET", "/api/agents/ada/context");
  expect(JSON.stringify(body)).toMatch(/Reading chapter 4\.[\s\S]*Cody's cat is Fritz\./);
});

test("remember, recall, expand and session_status do what they say", async () => {
  const talk = new Conversation(product, product.folder);
  await talk.prompt("Where do the zebra migrations live?");
  await talk.end();
  const client = await connected();
  const content = "The zebra migrations live in db/zebra.";
  const kept = await result(memory, call(client, "remember", { content }));
  const found = await recalled(client, "zebra migrations");
  expect(found).toMatch(
    new RegExp(`\\[0\\.\\d\\d\\] \\d+ s ago; fact, from .*; id ${kept.id.slice(-12)}\n${content}\n`),
  );
  expect(found).toMatch(/\[0\.\d\d\] \d+ s ago; checkpoint; id \S+\n/);
  const { body } = await product.api("GET", `/api/sessions/${talk.id}/messages`);
  const [message] = z.array(memory).min(1).parse(body);
  expect(await result(memory, call(client, "expand", { id: message?.id }))).toEqual(message);
  expect(await result(memory, call(client, "expand", { id: kept.id }))).toEqual(kept);
  const digest = await result(
    checkpoint.extend({ id: z.string() }),
    call(client, "session_digest", { summary: "So." }),
  );
  expect(await result(checkpoint, call(client, "expand", { id: digest.id }))).toMatchObject({ digest: "So." });
  const status = z.object({ promptCount: z.number(), contextWindow: z.number() });
  expect(await result(status, call(client, "session_status"))).toEqual({ promptCount: 1, contextWindow: 200_000 });
});

describe("M1: where no session is known, the project is", () => {
  const content = "The heron queue drains at noon.";
  const elsewhere = (name: string) => {
    const folder = join(product.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };

  test("the folder that the client started the server in, when writing and when reading", async () => {
    const [here, there] = [elsewhere("here"), elsewhere("there")];
    const client = await connected({ behindShell: true, cwd: here });
    const kept = await result(memory.extend({ project: z.string() }), call(client, "remember", { content }));
    expect(kept.project).toBe(here);
    expect(await recalled(client, "heron queue")).toContain(content);
    const stranger = await connected({ behindShell: true, cwd: there });
    expect(await recalled(stranger, "heron queue")).toBe(NOTHING);
  });

  test("the one that the client names in its environment", async () => {
    const [here, there] = [elsewhere("here"), elsewhere("there")];
    const client = await connected({ behindShell: true, cwd: there, env: { CLAUDE_PROJECT_DIR: here } });
    const kept = await result(memory.extend({ project: z.string() }), call(client, "remember", { content }));
    expect(kept.project).toBe(here);
  });

  test("none for what belongs to an agent, holds everywhere, or comes from a client without a folder", async () => {
    const client = await connected({ behindShell: true, cwd: elsewhere("here") });
    const kept = memory.extend({ project: z.string().nullable() });
    for (const given of [{ agent: "ada" }, { everywhere: true }])
      expect(await result(kept, call(client, "remember", { content, ...given }))).toMatchObject({ project: null });
    expect(await recalled(client, "heron", { agent: "ada" })).toContain(content);
    const rootless = await connected({ behindShell: true, cwd: "/" });
    expect(await result(kept, call(rootless, "remember", { content }))).toMatchObject({ project: null });
  });

  test("M1: what an agent remembers whose session is not known is the agent's, not the user's", async () => {
    const client = await connected({ behindShell: true, cwd: elsewhere("here") });
    const kept = await result(memory.extend({ source: z.string() }), call(client, "remember", { content }));
    expect(kept.source).toBe("agent");
  });
});

test("K4: a new value takes the place of the old one, and the agent learns which", async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "remember")?.description).toContain("replaces the old one");
  const old = await result(memory, call(client, "remember", { content: "The zebra port is 8080." }));
  const told = memory.extend({ supersedes: z.array(z.unknown()) });
  const next = await result(told, call(client, "remember", { content: "The zebra port is 9090." }));
  expect(next.supersedes).toEqual([{ ...old, why: "The zebra port: 8080 → 9090" }]);
  const found = await recalled(client, "zebra port");
  expect(found).toContain("The zebra port is 9090.");
  expect(found).not.toContain("8080");
});

test("K4: what may speak against each other is given together, newest first, and the agent says what no longer holds", async () => {
  const client = await connected();
  const [npm, pnpm] = ["The zebra shop installs with npm.", "In the zebra shop, pnpm has replaced npm."];
  const old = await result(memory, call(client, "remember", { content: npm }));
  const related = memory.extend({ related: z.array(memory) });
  const next = await result(related, call(client, "remember", { content: pnpm }));
  expect(next.related).toEqual([old]);
  expect(await recalled(client, "what installs")).toMatch(
    new RegExp(`\n${pnpm}\n\n.*; older than ${next.id.slice(-12)} on the same subject: judge which holds\n${npm}\n`),
  );
  await call(client, "remember", { content: pnpm, supersedes: [old.id.slice(-12)] });
  expect(await recalled(client, "zebra shop npm")).not.toContain(npm);
});

test("M1: an agent forgets by the id that it was given, and it is never recalled again", async () => {
  const client = await connected();
  const { id } = await result(memory, call(client, "remember", { content: "The zebra gate is green." }));
  expect(JSON.parse((await call(client, "forget", { id })).text)).toEqual({ id, forgotten: true });
  expect(await recalled(client, "zebra gate")).toBe(NOTHING);
});

test("L2, L4, G1: an agent records decisions and claims, hands a task on, and is told what does not hold", async () => {
  const client = await connected();
  const project = join(product.folder, "acme");
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "src", "auth.ts"), "export function rotate() {\n  return 1;\n}\n");
  await product.cli(["task", "new", "Auth", "--project", project]);
  const evidence = [
    { path: `${PROJECT_ROOT}/src/auth.ts`, line: 2, quote: "return 1;" },
    { path: `${PROJECT_ROOT}/src/auth.ts:1`, quote: "export function spin()" },
  ];
  const rationale = "They cannot be replayed";
  const told = await call(client, "record_decision", {
    project,
    task: "auth",
    decision: "Rotate",
    rationale,
    evidence,
  });
  expect(JSON.parse(told.text)).toMatchObject({
    evidence: [{ grounded: true }, { grounded: false, note: "quote not found" }],
  });
  expect(
    JSON.parse((await call(client, "cite", { project, claim: "It rotates", assumption: true })).text),
  ).toMatchObject({
    grounded: false,
  });
  await call(client, "record_handoff", { project, task: "auth", nextSteps: ["Test it"] });
  const shown = JSON.parse((await call(client, "task_show", { project, task: "auth" })).text);
  expect(shown).toMatchObject({
    nextSteps: ["Test it"],
    decisions: [{ decision: "Rotate" }],
    handoffs: [{ groundingRatio: 0 }],
  });
  expect(JSON.parse((await call(client, "task_ready", { project })).text)).toMatchObject([{ slug: "auth" }]);
  expect(JSON.parse((await call(client, "synthesize", { project, mode: "compact" })).text)).toMatchObject({
    permitted: true,
  });
  const wrong = await call(client, "record_decision", {
    project,
    decision: "x",
    rationale,
    evidence: ["src/auth.ts:1 x"],
  });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("PROJECT_ROOT") });
});

test("M1: an agent lists what is remembered and puts other words in its place; the old ones stay in the history", async () => {
  const client = await connected();
  const list = (args: Record<string, unknown> = {}) => result(z.array(memory), call(client, "memory_list", args));
  const here = { project: product.folder };
  const old = await result(memory, call(client, "remember", { content: "The zebra gate is grene.", ...here }));
  await call(client, "remember", { content: "Tea is served at five.", everywhere: true });
  expect((await list()).map(({ content }) => content)).toEqual(["Tea is served at five.", old.content]);
  const edited = { id: old.id, content: "The zebra gate is green." };
  const fresh = await result(memory.extend({ changed: z.literal(true) }), call(client, "memory_edit", edited));
  expect(await list(here)).toEqual([{ id: fresh.id, content: edited.content }]);
  expect((await list({ ...here, history: true })).map(({ content }) => content)).toEqual([edited.content, old.content]);
  expect(await recalled(client, "zebra gate")).toContain(`\n${edited.content}\n`);
});

describe("S8: a call belongs to", () => {
  test("the session whose hook announced it, though another has this process", async () => {
    const [mine, other] = [
      new Conversation(product, product.folder),
      new Conversation(product, product.folder, { clientPid: otherClient() }),
    ];
    await other.start();
    await mine.start();
    const announced = { tool_name: "mcp__throughline__session_digest", tool_use_id: "toolu_announced" };
    await product.hook("pre-tool-use", other.payload(announced), other.options);
    const client = await connected();
    expect((await digestFor(client, "toolu_announced", mine.id)).sessionKey).toBe(other.id);
    expect((await digestFor(client, "toolu_never_heard_of")).sessionKey).toBe(mine.id);
  });

  test("the session of the client's process, though another is named", async () => {
    const [mine, other] = [
      new Conversation(product, product.folder),
      new Conversation(product, product.folder, { clientPid: otherClient() }),
    ];
    await mine.start();
    await other.start();
    expect((await digestFor(await connected(), undefined, other.id)).sessionKey).toBe(mine.id);
  });

  test("the session that is named, where nothing else tells; without a name the agent learns how", async () => {
    const talk = new Conversation(product, product.folder);
    await talk.start();
    const client = await connected({ behindShell: true });
    expect((await digestFor(client, undefined, talk.id)).sessionKey).toBe(talk.id);
    const refused = await call(client, "session_digest", { summary: "So it stands." });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^session: .*\n.*`session`/) });
  });

  test("the session that /resume went back to, not the newer one that it left", async () => {
    const older = new Conversation(product, product.folder);
    await older.start();
    await older.prompt("Do the first thing.");
    await older.end("clear");
    const newer = new Conversation(product, product.folder);
    await newer.start("clear");
    await newer.prompt("Do the second thing.");
    await newer.end("resume");
    await older.start("resume");
    await older.prompt("Back to the first thing.");
    expect((await digestFor(await connected())).sessionKey).toBe(older.id);
  });

  test("the new session after /clear, not the one before it", async () => {
    const before = new Conversation(product, product.folder);
    await before.start();
    await before.prompt("Do the first thing.");
    const client = await connected();
    expect((await digestFor(client)).sessionKey).toBe(before.id);
    await before.end("clear");
    const after = new Conversation(product, product.folder);
    await after.start("clear");
    expect((await digestFor(client)).sessionKey).toBe(after.id);
  });
});

describe("what goes wrong is said in a way that helps", () => {
  test.each([
    ["session_digest", {}, /^summary: /],
    ["session_digest", { summary: "x", colour: "red" }, /^colour: there is no such field/],
    ["remember", { content: 7 }, /^content: .*\n.*remember/],
    ["recall", { q: "" }, /^q: /],
    ["expand", { id: "none" }, /^there is no message, memory or checkpoint "none"\n.*recall/],
    ["forget", { id: "none" }, /^there is no memory "none"/],
    ["memory_list", { kind: "song" }, /^kind: /],
    ["memory_edit", { id: "none", content: "Other words." }, /^there is no memory "none"/],
    ["forget_all", {}, /no tool "forget_all"\nTools: .*recall/],
  ])("%s with %j", async (name, args, text) => {
    expect(await call(await connected(), name, args)).toMatchObject({
      isError: true,
      text: expect.stringMatching(text),
    });
  });

  test("more than the door lets in is refused in the protocol's own form, and the next call works", async () => {
    const client = await connected();
    await expect(call(client, "remember", { content: "x".repeat(5 << 20) })).rejects.toThrow(/larger than 4 MB/);
    expect((await call(client, "remember", { content: "Something smaller." })).isError).toBe(false);
  });
});

test("the daemon is killed between two calls: the next one works, with a new daemon", async () => {
  await product.cli(["down"]);
  const daemon = await product.startDaemon();
  const client = await connected();
  await call(client, "remember", { content: "Said to the first daemon." });
  const gone = new Promise((resolve) => daemon.on("exit", resolve));
  daemon.kill("SIGKILL");
  await gone;
  // All at once: each would start the daemon.
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => call(client, "remember", { content: `Fact ${at} for the second one.` })),
  );
  expect(answers.filter((one) => one.isError)).toEqual([]);
  expect(await recalled(client, "first daemon")).toContain("Said to the first daemon.");
  expect(await isAlive({ pid: daemon.pid ?? 0 })).toBe(false);
});
