import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

/** An agent's own program, over HTTP: the conversation that never ends. */
let product: Product;
beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const receipt = z.looseObject({ id: z.string(), summary: z.string(), messagesBefore: z.number() });
const appended = z.object({
  id: z.string(),
  sessionId: z.string(),
  contextTokens: z.number(),
  distillation: receipt.nullable(),
});
const contextShape = z.object({
  system: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string(), id: z.string().optional() })),
  recalled: z.array(z.looseObject({ content: z.string(), score: z.number() })),
  tokens: z.number(),
});

const PAINTERS = ["Bruegel", "Turner", "Monet", "Hokusai", "Friedrich", "Aivazovsky", "Homer"];

async function say(content: string, fields: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await product.api("POST", "/api/agents/ada/messages", { role: "user", content, ...fields });
  expect(status).toBe(200);
  return appended.parse(body);
}

async function context(query = "") {
  const { body } = await product.api("GET", `/api/agents/ada/context?query=${encodeURIComponent(query)}`);
  return contextShape.parse(body);
}

describe("S4: one conversation", () => {
  test("every channel of an agent lands in its primary session, tagged; the first message makes it, fifty at once make one", async () => {
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, n) => say(`hello ${n}`, { channel: n % 2 ? "signal" : "webchat" })),
    );
    expect(new Set(said.map(({ sessionId }) => sessionId)).size).toBe(1);
    const { body } = await product.api("GET", `/api/sessions/${said[0]?.sessionId}`);
    expect(body).toMatchObject({ key: "agent:ada:main", type: "primary", agent: "ada", totalMessages: 50 });
    const messages = await product.api("GET", `/api/sessions/${said[0]?.sessionId}/messages`);
    const channels = z.array(z.object({ channel: z.string() })).parse(messages.body);
    expect(new Set(channels.map(({ channel }) => channel))).toEqual(new Set(["signal", "webchat"]));
  });

  test("S3: other sessions are classified by their key, and two agents may use the same", async () => {
    await say("beat", { sessionKey: "prosoche" });
    await say("what time is it", { sessionKey: "ask:7" });
    await say("a synonym for acronym?", { sessionKey: "webchat:acronyms" });
    await product.api("POST", "/api/agents/bob/messages", { role: "user", content: "beat", sessionKey: "prosoche" });
    const { body } = await product.api("GET", "/api/sessions");
    const told = z.array(z.object({ agent: z.string(), key: z.string(), type: z.string() })).parse(body);
    expect(told.map(({ agent, key, type }) => `${agent} ${key} ${type}`).sort()).toEqual([
      "ada agent:ada:main primary",
      "ada ask:7 ephemeral",
      "ada prosoche background",
      "bob prosoche background",
    ]);
  });

  test("S3, S4: made by hand, a session has the type that is given; a second primary one is the first", async () => {
    const make = async (fields: Readonly<Record<string, unknown>>) =>
      (await product.api("POST", "/api/sessions", { agent: "ada", ...fields })).body;
    const first = await make({ type: "primary" });
    expect(first).toMatchObject({ key: "agent:ada:main", type: "primary", agent: "ada" });
    expect(await make({ key: "another", type: "primary" })).toEqual(first);
    expect(await make({})).toEqual(first);
    expect(await make({ key: "nightly", type: "background" })).toMatchObject({ key: "nightly", type: "background" });
    const refused = await product.api("POST", "/api/sessions", { type: "primary" });
    expect(refused).toMatchObject({ status: 400 });
  });

  test("S1, S5: made by hand, an agent's session keeps task, project and previous session; nothing given is dropped", async () => {
    const make = (fields: Readonly<Record<string, unknown>>) => product.api("POST", "/api/sessions", fields);
    const made = z.object({ id: z.string() });
    const coding = made.parse((await make({ key: "yesterday", harness: "claude-code" })).body);
    const given = { task: "parser", project: product.folder, previousSessionKey: "yesterday" };
    const wanted = { task: "parser", project: product.folder, parentId: coding.id, lineage: "previous_key" };
    const nightly = await make({ agent: "ada", key: "cron:nightly", ...given });
    expect(nightly).toMatchObject({ status: 200, body: { ...wanted, type: "background" } });
    const { id } = made.parse(nightly.body);
    expect((await product.api("GET", `/api/sessions/${id}`)).body).toMatchObject(wanted);
    await say("I am here first.");
    expect((await make({ agent: "ada", ...given })).body).toMatchObject({ ...wanted, key: "agent:ada:main" });
    const next = await make({ key: "today", harness: "codex", previousSessionKey: "cron:nightly" });
    expect(next.body).toMatchObject({ parentId: id, lineage: "previous_key" });
    for (const [field, fields] of [
      ["previousSessionKey", { previousSessionKey: "never-seen" }],
      ["previousSessionKey", { agent: "ada", previousSessionKey: "never-seen" }],
      ["harness", { agent: "ada", harness: "codex" }],
      ["taks", { agent: "ada", taks: "parser" }],
    ] as const) {
      const { status, body } = await make(fields);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(`^${field}:`) } },
      });
    }
  });

  test("what is sent twice under the client's own id is stored once", async () => {
    const first = await say("only once", { sourceId: "m-1" });
    expect((await say("only once", { sourceId: "m-1" })).id).toBe(first.id);
    expect(await product.cliJson(["sessions", "show", first.sessionId])).toMatchObject({ totalMessages: 1 });
  });

  test("deleting the primary session is refused by every surface, and it is never given up", async () => {
    const { sessionId } = await say("I am here to stay.");
    for (const [method, path, body] of [
      ["DELETE", `/api/sessions/${sessionId}?yes=true`, undefined],
      ["POST", "/api/purge", { session: sessionId, yes: true }],
      ["POST", `/api/sessions/${sessionId}/terminate`, {}],
    ] as const) {
      const answer = await product.api(method, path, body);
      expect(answer.status).toBe(409);
      expect(JSON.stringify(answer.body)).toContain("primary session");
    }
    const purge = await product.cli(["purge", "--session", sessionId, "--yes"]);
    expect(purge).toMatchObject({ code: 1 });
    expect(purge.stderr).toContain("never deleted");
    expect(await product.cliJson(["sessions", "messages", sessionId])).toMatchObject([
      { content: "I am here to stay." },
    ]);
  });
});

describe("D1 to D8: a conversation that is distilled", () => {
  test("a hundred turns, three distillations: the beginning is answered from memory, and every receipt holds", async () => {
    const opening = "My grandmother's recipe needs 350 g of plum jam and it is called Zwetschkenfleck.";
    const { sessionId } = await say(opening);
    const receipts = [];
    for (let turn = 1; turn <= 220; turn++) {
      const asked = await say(`Tell me about painting number ${turn} please.`);
      const told = await say(`The ${PAINTERS[turn % 7]} of ${1500 + turn} shows ${turn} boats at sea.`, {
        role: "assistant",
      });
      receipts.push(...[asked.distillation, told.distillation].filter((one) => one !== null));
    }
    expect(receipts.length).toBeGreaterThanOrEqual(3);
    const { messages, recalled } = await context("What was that recipe of my grandmother's?");
    expect(messages.filter(({ id }) => id !== undefined).map(({ content }) => content)).not.toContain(opening);
    const given = [...messages, ...recalled].map(({ content }) => content).join("\n");
    expect(given).toContain("350 g of plum jam");
    expect(await product.cliJson(["receipts", "--verify"])).toMatchObject([{ ok: true, receipts: receipts.length }]);
    const listed = z.array(z.looseObject({ continuityScore: z.number().nullable(), flushSucceeded: z.boolean() }));
    for (const one of listed.parse(await product.cliJson(["receipts", "--session", sessionId]))) {
      expect(one.flushSucceeded).toBe(true);
      expect(one.continuityScore ?? 1).toBeGreaterThanOrEqual(0.95);
    }
  });

  test("distill, its dry run, receipts and expand at the command line", async () => {
    const said = [];
    for (let n = 0; n < 30; n++) said.push(await say(`We decided on plan ${n} because of the weather on day ${n}.`));
    const session = said[0]?.sessionId ?? "";
    const dry = await product.cliJson(["distill", session, "--dry-run"]);
    expect(dry).toMatchObject({ dryRun: true, messagesBefore: 30, messagesAfter: 10 });
    expect(await product.cliJson(["receipts"])).toEqual([]);
    expect(await product.cliJson(["distill", session])).toMatchObject({ messagesBefore: 30, messagesAfter: 10 });
    const shown = await product.cli(["receipts"]);
    expect(shown.stdout).toContain("30 → 10");
    const expanded = await product.cliJson(["expand", said[3]?.id ?? "", said[4]?.id ?? ""]);
    expect(expanded).toMatchObject([{ content: expect.stringContaining("plan 3") }, { id: said[4]?.id }]);
    const again = await product.cli(["distill", session]);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("would not make the thread smaller");
  });

  test("one byte that was flipped in the database is found and named", async () => {
    const said = [];
    for (let n = 0; n < 30; n++) said.push(await say(`Harbour number ${n} has ${n + 5} boats.`));
    await product.cliJson(["distill", said[0]?.sessionId ?? ""]);
    await product.cli(["down"]);
    const database = new DatabaseSync(product.home.database);
    database.exec("UPDATE messages SET content = replace(content, 'boats', 'goats') WHERE seq = 4");
    database.close();
    const verified = await product.cli(["receipts", "--verify"]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain(`message 4 was altered (${said[3]?.id})`);
  });
});

describe("D6: what an agent keeps", () => {
  test("profile, state, relationship and notes are read and written over HTTP and the command line, and go along", async () => {
    const profile = { systemPrompt: "You are Ada.", toolDefinitions: [{ name: "look" }], model: "m-1" };
    expect((await product.api("PUT", "/api/agents/ada/profile", profile)).body).toEqual(profile);
    await product.api("PUT", "/api/agents/ada/relationship", { relationship: "Cody trusts Ada." });
    await product.cli(["agent", "state", "ada", "Page 3 of the form."]);
    await product.cli(["agent", "note", "ada", "Cody hates calls.", "--category", "taste"]);
    await say("Go on.");
    const { system, messages } = await context();
    expect(system).toBe("You are Ada.");
    expect(messages.map(({ content }) => content).join("\n")).toMatch(
      /Cody trusts Ada\.[\s\S]*Page 3 of the form\.[\s\S]*\[taste\] Cody hates calls\.[\s\S]*Go on\./,
    );
    const notes = z.array(z.object({ id: z.string() })).parse(await product.cliJson(["agent", "note", "ada"]));
    await product.cli(["agent", "forget-note", "ada", notes[0]?.id ?? ""]);
    expect(await product.cliJson(["agent", "show", "ada"])).toMatchObject({ notes: [], state: "Page 3 of the form." });
  });

  test("S4: an agent has its primary session as soon as it has a profile", async () => {
    await product.api("PUT", "/api/agents/ada/profile", { systemPrompt: "You are Ada." });
    const { body } = await product.api("GET", "/api/sessions");
    expect(body).toMatchObject([{ agent: "ada", key: "agent:ada:main", type: "primary", totalMessages: 0 }]);
    const { sessionId } = await say("Hello.");
    expect(await product.cliJson(["agent", "show", "ada"])).toMatchObject({ sessionId, totalMessages: 1 });
  });

  test("wrong input is refused with what to do, and nothing is made", async () => {
    for (const [path, body] of [
      ["/api/agents/ada/messages", { role: "king", content: "x" }],
      ["/api/agents/ada/messages", { role: "user" }],
      ["/api/agents/ada/messages", { role: "user", content: "x", usage: { inputTokens: -1 } }],
      ["/api/agents/..%2Fetc/messages", { role: "user", content: "x" }],
      ["/api/agents/%20/messages", { role: "user", content: "x" }],
    ] as const) {
      const { status, body: answer } = await product.api("POST", path, body);
      expect(status, path).toBe(400);
      expect(JSON.stringify(answer)).toContain("hint");
    }
    expect(await product.cliJson(["agent", "list"])).toEqual([]);
    expect(await context()).toMatchObject({ messages: [], recalled: [] });
    expect(await product.cliJson(["agent", "list"])).toEqual([]);
  });
});

test("S6: ephemeral sessions that are over long enough are deleted on demand, and it is said how many", async () => {
  for (const sessionKey of [undefined, "prosoche", "ask:1", "ask:2", "ask:3"]) await say("Which port?", { sessionKey });
  const database = new DatabaseSync(product.home.database);
  const before = new Date(Date.now() - 25 * 3_600_000).toISOString();
  // The daemon may be writing at the same moment.
  database.exec("PRAGMA busy_timeout = 5000");
  database.prepare("UPDATE sessions SET last_activity_at = ? WHERE key <> 'ask:3'").run(before);
  database.close();
  const { status, body } = await product.api("POST", "/api/sessions/clear-ephemeral");
  expect({ status, body }).toMatchObject({ status: 200, body: { deleted: 2 } });
  const keys = z.array(z.object({ key: z.string() }));
  expect(
    keys
      .parse((await product.api("GET", "/api/sessions")).body)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(["agent:ada:main", "ask:3", "prosoche"]);
  expect((await product.cli(["sessions", "clear-ephemeral"])).stdout).toBe("Deleted 0 ephemeral sessions.\n");
  expect(await product.cliJson(["sessions", "clear-ephemeral"])).toEqual({ deleted: 0, sessions: [] });
});

test("no field of a message or a profile keeps a secret, nor does an error that quotes it", async () => {
  const secret = `ghp_${randomBytes(18).toString("hex")}`;
  const tools = [{ name: secret, [secret]: { description: `use ${secret}` } }];
  await product.api("PUT", "/api/agents/ada/profile", { systemPrompt: secret, toolDefinitions: tools, model: secret });
  const { sessionId } = await say(`here: ${secret}`, { channel: secret, sourceId: secret, model: secret });
  const answers = await Promise.all(
    [
      "/api/agents/ada",
      "/api/agents",
      "/api/agents/ada/context",
      `/api/sessions/${sessionId}/messages`,
      "/api/sessions",
      `/api/sessions/${secret}`,
      `/api/agents/ada?${secret}=1`,
    ].map((path) => product.api("GET", path)),
  );
  expect(JSON.stringify(answers)).not.toContain(secret);
  await product.cli(["down"]);
  const bytes = readFileSync(product.home.database, "latin1");
  expect(bytes.includes(secret)).toBe(false);
});

test("S7: a database that was found damaged is told of by up, status and doctor until somebody has looked after it", async () => {
  await say("I was here.");
  await product.cli(["down"]);
  writeFileSync(product.home.database, "this is no database any more\n".repeat(500));
  const up = await product.cli(["up"]);
  expect(up.stdout).toContain("the database was damaged");
  expect((await product.cli(["status"])).stdout).toContain("the database was damaged");
  expect(await product.cliJson(["status"])).toMatchObject({ warnings: [expect.stringContaining("damaged-")] });
  const doctor = await product.cli(["doctor"]);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain("the database was damaged");
});

test("W3: purge says what would go, and removes only what it is told to, with a trace", async () => {
  const projects = ["one", "two"].map((name) => join(product.folder, name));
  const talks = projects.map((project) => {
    mkdirSync(project);
    return new Conversation(product, project);
  });
  for (const talk of talks) {
    await talk.start();
    await talk.prompt("The password of the garden door is swordfish.");
    await talk.end();
  }
  const dry = await product.cli(["purge", "--project", projects[0] ?? ""]);
  expect(dry).toMatchObject({ code: 1 });
  expect(dry.stdout).toContain("Nothing was removed yet");
  expect(await product.cliJson(["sessions", "list"])).toHaveLength(2);
  expect(await product.cli(["purge", "--project", projects[0] ?? "", "--yes"])).toMatchObject({ code: 0 });
  expect(await product.cliJson(["sessions", "list"])).toMatchObject([{ key: talks[1]?.id }]);
  expect(await product.cliJson(["incidents"])).toMatchObject([
    { kind: "purged", detail: expect.stringMatching(/ \(messages: 1, checkpoints: 1, memories: 0\)$/) },
  ]);
});
