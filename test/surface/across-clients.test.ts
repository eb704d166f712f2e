import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";
import { CODEX_SESSION, leaveRollout, type RolloutOptions } from "../support/product/rollout.ts";

let product: Product;
let project: string;

beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const continuation = z.object({
  sessionId: z.string(),
  harness: z.string(),
  title: z.string(),
  command: z.string(),
  key: z.string().nullable(),
  path: z.string().nullable(),
  text: z.string().nullable(),
  notCarried: z.array(z.object({ what: z.string(), count: z.number(), why: z.string() })),
  isDone: z.boolean(),
});
const installed = continuation.extend({ key: z.string(), path: z.string(), isDone: z.literal(true) });
const sessionShape = z.looseObject({ id: z.string(), key: z.string(), parentId: z.string().nullable() });
const messagesShape = z.array(z.looseObject({ content: z.string() }));

async function importRollout(options?: RolloutOptions): Promise<string> {
  const path = leaveRollout(product, project, options);
  await product.cliJson(["import"]);
  return path;
}

const resumeIn = async (session: string, harness: string, ...more: string[]) =>
  continuation.parse(await product.cliJson(["sessions", "resume", session, "--in", harness, ...more]));
const install = async (session: string, harness: string) => installed.parse(await resumeIn(session, harness, "--yes"));
const shown = async (session: string) => sessionShape.parse(await product.cliJson(["sessions", "show", session]));
const contents = async (session: string) =>
  messagesShape.parse(await product.cliJson(["sessions", "messages", session])).map(({ content }) => content);

const linesOf = (path: string): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");

describe("R7: sessions resume --in", () => {
  test("tells where the session would go on, the command on a line of its own and what is not carried; writes nothing", async () => {
    await importRollout({ compacted: true });
    const { code, stdout } = await product.cli(["sessions", "resume", CODEX_SESSION, "--in", "claude-code"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Would write for Claude Code:\n {2}~?\S+\/projects\/\S+-acme\/[0-9a-f-]{36}\.jsonl$/m);
    expect(stdout).toMatch(/^- messages before the last compaction \(2\): /m);
    expect(stdout).toMatch(/^cd \S+acme && claude --resume [0-9a-f-]{36}$/m);
    expect(existsSync(join(product.folder, ".claude"))).toBe(false);
    expect(await product.cliJson(["sessions", "list"])).toHaveLength(1);
  });

  test("with --yes the file is there, its owner's alone, and it is never overwritten", async () => {
    await importRollout();
    const told = await resumeIn(CODEX_SESSION, "claude-code");
    const { path, key, command } = await install(CODEX_SESSION, "claude-code");
    expect({ path, key, command }).toEqual({ path: told.path, key: told.key, command: told.command });
    expect(path).toBe(
      join(product.folder, ".claude", "projects", project.replace(/[^a-zA-Z0-9]/g, "-"), `${key}.jsonl`),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = readFileSync(path, "utf8");
    const again = await product.cli(["sessions", "resume", CODEX_SESSION, "--in", "claude-code", "--yes"]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`claude --resume ${key}`) });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(before).toContain("Read the whole log.");
  });

  test("when its client reports it, it is the old session going on: nothing twice, and nothing to recover", async () => {
    await importRollout();
    const { path, key } = await install(CODEX_SESSION, "claude-code");
    const payload = { session_id: key, cwd: project, transcript_path: path };
    const start = { ...payload, hook_event_name: "SessionStart", source: "resume" };
    expect(await product.injection("session-start", start)).toBe("");
    const prompt = { ...payload, hook_event_name: "UserPromptSubmit", prompt: "go on", prompt_id: "p1" };
    await product.injection("user-prompt-submit", prompt);
    const line = { type: "user", uuid: "u1", sessionId: key, cwd: project, promptId: "p1", isSidechain: false };
    const said = { ...line, timestamp: new Date().toISOString(), message: { role: "user", content: "go on" } };
    appendFileSync(path, `${JSON.stringify(said)}\n`);
    expect(await product.cliJson(["import"])).toMatchObject({ state: "done", newSessions: 0 });
    expect(await contents(key)).toEqual(["go on"]);
    expect((await product.cli(["sessions", "timeline", key])).stdout).toContain("handed over; from session");
    const origin = await shown(CODEX_SESSION);
    expect(await shown(key)).toMatchObject({ parentId: origin.id, lineage: "previous_key", promptCount: 1 });
  });

  test("a session that came from another client goes on to the next with all that is in its context, and no more", async () => {
    const rollout = await importRollout();
    const { path, key } = await install(CODEX_SESSION, "claude-code");
    const timestamp = new Date(Date.now() + 1000).toISOString();
    const line = { type: "user", uuid: "u1", sessionId: key, cwd: project, isSidechain: false, timestamp };
    const said = { ...line, message: { role: "user", content: "now the okapi" } };
    appendFileSync(path, `${JSON.stringify(said)}\n`);
    const content = [{ type: "input_text", text: "meanwhile in Codex" }];
    const payload = { type: "message", id: "msg_later", role: "user", content };
    appendFileSync(rollout, `${JSON.stringify({ timestamp, type: "response_item", payload })}\n`);
    await product.cliJson(["import"]);
    expect(await contents(CODEX_SESSION)).toContain("meanwhile in Codex");
    const back = await install(key, "codex");
    const text = linesOf(back.path).join("\n");
    expect(text).toContain("now the okapi");
    expect(text).not.toContain("meanwhile in Codex");
    expect(text.match(/"role":"user","content":\[\{"type":"input_text","text":"Read the whole log\."/g)).toHaveLength(
      1,
    );
    expect(text).toMatch(/"name":"exec_command","arguments":"\{\\"cmd\\":\\"echo x\\"\}"/);
    await product.cliJson(["import"]);
    expect(await contents(back.key)).toEqual([]);
  });

  test("for Codex, the file lies by day below CODEX_HOME where that is set, and holds no secret", async () => {
    const conversation = new Conversation(product, project);
    await conversation.start();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await conversation.prompt(`Fix the okapi parser. The token is ${secret}`);
    await conversation.tool("Bash", { command: "npm test" }, "1 failed", { isError: true });
    await conversation.tool("Edit", { file_path: "/a/b.ts", old_string: "x", new_string: "y" }, "done");
    await conversation.reply("The test fails still.");
    await conversation.end();
    const home = join(product.folder, "elsewhere");
    const { stdout } = await product.cliProcess(
      ["sessions", "resume", conversation.id, "--in", "codex", "--yes", "--json"],
      {
        env: { CODEX_HOME: home },
      },
    );
    const { path, key, notCarried } = installed.parse(JSON.parse(stdout));
    expect(path).toMatch(/elsewhere\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-[\dT-]{19}-[0-9a-f-]{36}\.jsonl$/);
    const text = linesOf(path).join("\n");
    for (const words of ["Fix the okapi parser.", "npm test", "1 failed", "The test fails still.", key])
      expect(text).toContain(words);
    expect(text).toContain("[REDACTED]");
    expect(text).not.toContain(secret);
    expect(notCarried).toContainEqual(expect.objectContaining({ what: "tool calls in their own form", count: 1 }));
  });

  test("a client that takes no file is given the recovery text; with --yes the project's next session gets it", async () => {
    await importRollout();
    const { text, command, path, notCarried } = await resumeIn(CODEX_SESSION, "gemini");
    expect(text).toContain("Read the whole log.");
    expect({ command, path }).toEqual({ command: `cd ${project} && gemini`, path: null });
    expect(notCarried).toMatchObject([{ what: "messages word for word", count: 4 }]);
    const { stdout } = await product.cli(["sessions", "resume", CODEX_SESSION, "--in", "opencode", "--yes"]);
    expect(stdout).toMatch(/^cd \S+ && opencode$/m);
    expect(await new Conversation(product, project).start()).toContain("Read the whole log.");
    const { stdout: timeline } = await product.cli(["sessions", "timeline", CODEX_SESSION]);
    expect(timeline).toContain("explicit");
  });

  test("`recover` shows what was chosen for the next session, as often as it is asked, and the next session then gets it", async () => {
    await importRollout();
    const other = new Conversation(product, project);
    await other.start();
    await other.prompt("Paint the zebra.");
    await other.end();
    await product.cli(["sessions", "resume", CODEX_SESSION, "--in", "opencode", "--yes"]);
    for (let n = 0; n < 2; n++) {
      const { stdout } = await product.cli(["recover", "--project", project]);
      expect(stdout).toContain("Read the whole log.");
      expect(stdout).not.toContain("Paint the zebra.");
    }
    expect(await new Conversation(product, project).start()).toContain("Read the whole log.");
    expect((await product.cli(["recover", "--project", project])).stdout).toContain("Paint the zebra.");
  });

  test("what was written before is told as such, and is promised no second time", async () => {
    await importRollout();
    const { path, command } = await install(CODEX_SESSION, "claude-code");
    const { code, stdout } = await product.cli(["sessions", "resume", CODEX_SESSION, "--in", "claude-code"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Already written for");
    expect(stdout).toContain(path);
    expect(stdout).toContain(command);
    expect(stdout).not.toMatch(/would be written|--yes/);
    expect(await product.cliJson(["sessions", "resume", CODEX_SESSION, "--in", "claude-code"])).toMatchObject({
      isThere: true,
    });
  });

  test("a session that was handed over and not gone on with yet goes on in any client, from what it was handed", async () => {
    await importRollout();
    const { key } = await install(CODEX_SESSION, "claude-code");
    const { text, sessionId } = await resumeIn(key, "gemini");
    expect(text).toContain("Read the whole log.");
    expect(sessionId).toBe((await shown(key)).id);
    expect((await resumeIn(key, "codex")).path).toContain("rollout-");
  });

  test("over HTTP it is the same, and it is described", async () => {
    await importRollout();
    const { status, body } = await product.api("POST", `/api/sessions/${CODEX_SESSION}/resume-in`, {
      in: "claude-code",
      userHome: product.folder,
    });
    expect(status).toBe(200);
    expect(continuation.parse(body)).toEqual(await resumeIn(CODEX_SESSION, "claude-code"));
    const { body: description } = await product.api("GET", "/api/openapi.json");
    expect(JSON.stringify(description)).toContain("/api/sessions/{session}/resume-in");
  });
});

describe("R7: what a client itself kept across its compaction goes on with the summary", () => {
  const fileOf = async (session: string, harness: string) => linesOf((await install(session, harness)).path);

  test("Codex keeps the user's messages", async () => {
    await importRollout({ compacted: true });
    const lines = await fileOf(CODEX_SESSION, "claude-code");
    const summary = lines.findIndex((line) => line.includes("SUMMARY-3"));
    const asked = lines.findIndex((line) => line.includes('"content":"Read the whole log."'));
    expect(summary).toBe(0);
    expect(asked).toBeGreaterThan(summary);
    expect(lines.join("\n")).toContain("is from before the summary");
    expect(lines.join("\n")).not.toContain("echo x");
  });

  test("Claude Code tells which messages it keeps; calls and answers among them are known by their place", async () => {
    const conversation = new Conversation(product, project);
    const assistant = (uuid: string, block: Record<string, unknown>) =>
      conversation.write({ type: "assistant", uuid, message: { id: uuid, role: "assistant", content: [block] } });
    await conversation.start();
    await conversation.prompt("Count the okapis.");
    assistant("a1", { type: "text", text: "Counting the first okapi." });
    assistant("a2", { type: "tool_use", id: "t1", name: "Bash", input: { command: "okapi --count" } });
    const result = { type: "tool_result", tool_use_id: "t1", content: "7 okapis", is_error: false };
    conversation.write({ type: "user", uuid: "a3", message: { role: "user", content: [result] } });
    assistant("a4", { type: "text", text: "Seven it is." });
    const allUuids = ["a2", "a3", "a4"];
    const compactMetadata = { trigger: "auto", preservedMessages: { uuids: allUuids, allUuids } };
    conversation.write({
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      compactMetadata,
    });
    conversation.write({ type: "user", isCompactSummary: true, message: { role: "user", content: "OKAPI-SUMMARY" } });
    await conversation.prompt("And the zebras?");
    await conversation.end();
    await product.until(async () => ((await contents(conversation.id)).includes("And the zebras?") ? true : undefined));
    const lines = await fileOf(conversation.id, "codex");
    const places = ["OKAPI-SUMMARY", "okapi --count", "7 okapis", "Seven it is.", "And the zebras?"].map((words) =>
      lines.findIndex((line) => line.includes(words)),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toContain("Counting the first okapi.");
  });
});

describe("R7: what cannot go on says why, and what to do", () => {
  const refusal = (session: string, harness = "claude-code") =>
    product.cli(["sessions", "resume", session, "--in", harness, "--yes"]);

  test("a session or a client that nobody knows", async () => {
    await importRollout();
    expect((await refusal("no-such-session")).stderr).toMatch(/there is no session[\s\S]*sessions list/);
    const { code, stderr } = await refusal(CODEX_SESSION, "vim");
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/claude-code, codex, gemini, opencode, openclaw/);
    const forgotten = await product.cli(["sessions", "resume", CODEX_SESSION, "--yes"]);
    expect(forgotten).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes has no effect") });
    const { status, body } = await product.api("POST", `/api/sessions/${CODEX_SESSION}/resume-in`, { in: "vim" });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("in:");
  });

  test("a session without messages", async () => {
    await product.api("POST", "/api/sessions", { key: "silent", project });
    for (const harness of ["claude-code", "gemini"])
      expect((await refusal("silent", harness)).stderr).toMatch(/has no messages in its context[\s\S]*sessions list/);
  });

  test("an agent's primary session", async () => {
    await product.api("POST", "/api/agents/ada/messages", { role: "user", content: "hello" });
    expect((await refusal("agent:ada:main")).stderr).toMatch(/primary session of the agent ada[\s\S]*\/context/);
  });

  test("a project whose folder is gone, or none", async () => {
    await importRollout();
    rmSync(project, { recursive: true });
    expect((await refusal(CODEX_SESSION)).stderr).toMatch(/folder \S+acme is gone[\s\S]*Restore it/);
    const elsewhere = join(product.folder, "acme-moved");
    const wish = ["sessions", "resume", CODEX_SESSION, "--in", "claude-code", "--folder", elsewhere];
    expect((await product.cli(wish)).stderr).toMatch(/there is no folder \S+acme-moved[\s\S]*Make it first/);
    mkdirSync(elsewhere);
    expect((await product.cli(wish)).stdout).toMatch(/^cd \S+acme-moved && claude --resume [0-9a-f-]{36}$/m);
    await product.api("POST", "/api/sessions", { key: "homeless" });
    expect((await refusal("homeless")).stderr).toMatch(/has no project[\s\S]*sessions messages/);
  });
});

test("R7: work that Codex left in a project is given to Claude Code when it starts there", async () => {
  await importRollout({ request: "Write the whole log to a file.", edited: "src/log.ts" });
  const given = await new Conversation(product, project).start();
  expect(given).toContain("## Session Recovery Context");
  expect(given).toMatch(/\*\*Open work\*\*:\n- Goal: "Write the whole log to a file\." \[user, \d+\w+\]/);
  const { threads } = z
    .looseObject({ threads: z.array(z.looseObject({ files: z.array(z.string()) })) })
    .parse(await product.cliJson(["work", "--project", project]));
  expect(threads).toMatchObject([{ files: ["src/log.ts"] }]);
});

test("R7: what Codex was only asked in a project is there for Claude Code: found by recall, and not given as open", async () => {
  await importRollout();
  expect(await new Conversation(product, project).start()).toBe("");
  expect(
    await product.until(async () => {
      const { stdout } = await product.cli(["recall", "Read the whole log", "--project", project]);
      return stdout.includes("Read the whole log.") || undefined;
    }),
  ).toBe(true);
});
