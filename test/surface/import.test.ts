import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { packageRoot } from "../../src/version.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const fixtures = join(import.meta.dirname, "..", "fixtures");
const CLI = join(packageRoot, "bin", "throughline.cjs");

const accountShape = z.looseObject({
  state: z.string(),
  sessions: z.number(),
  sessionsDone: z.number(),
  newSessions: z.number(),
  messages: z.number(),
  bytes: z.number(),
  bytesRead: z.number(),
  brokenCount: z.number(),
  broken: z.array(z.object({ path: z.string(), where: z.string(), why: z.string() })),
});
const messagesShape = z.array(z.looseObject({ id: z.string(), content: z.string(), kind: z.string() }));
const sessionShape = z.looseObject({
  id: z.string(),
  harness: z.string(),
  state: z.string(),
  totalMessages: z.number(),
});

const CLAUDE_SESSION = "47caaa67-ec13-491e-a562-5796cf891073";
const CODEX_SESSION = "01a1dcc6-53e5-7b42-9b1b-0dc2905ea660";
const projects = () => join(product.folder, ".claude", "projects", "-home-dev-acme");

function put(from: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(fixtures, from), to);
  return to;
}

/** What both clients have left on a machine. */
function leaveHistories(): void {
  put("claude-code/claude-code-with-compaction.jsonl", join(projects(), `${CLAUDE_SESSION}.jsonl`));
  put("claude-code/claude-code-subagent.jsonl", join(projects(), CLAUDE_SESSION, "subagents", "agent-a7.jsonl"));
  const rollout = `rollout-2026-11-15T01-15-47-${CODEX_SESSION}.jsonl`;
  put(
    "codex/codex-rollout-with-compaction.jsonl",
    join(product.folder, ".codex", "sessions", "2026", "11", "15", rollout),
  );
}

const line = (session: string, at: number, content: string) =>
  `${JSON.stringify({
    ...{ type: "user", uuid: `${session}-${at}`, sessionId: session, cwd: "/gone/acme", isSidechain: false },
    timestamp: new Date(Date.UTC(2025, 0, 1) + at * 1000).toISOString(),
    message: { role: "user", content },
  })}\n`;

const LONG_SESSIONS = 24;
const LINES_EACH = 600;
const longId = (n: number) => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;

/** Histories that take a while: some 12 MB of text that is not all the same. */
function leaveLongHistories(): void {
  mkdirSync(projects(), { recursive: true });
  const filler = Array.from({ length: 120 }, (_, n) => `value${n} = ${n * 7919};`).join(" ");
  for (let n = 0; n < LONG_SESSIONS; n++) {
    const lines = Array.from({ length: LINES_EACH }, (_, at) =>
      line(longId(n), at, `okapi${n}x${at} ${filler.slice(at)}`),
    );
    writeFileSync(join(projects(), `${longId(n)}.jsonl`), lines.join(""));
  }
}

const importJson = async (...args: string[]) => accountShape.parse(await product.cliJson(["import", ...args]));
const progress = async () => accountShape.parse((await product.api("GET", "/api/import")).body);
const messagesOf = async (session: string) =>
  messagesShape.parse((await product.api("GET", `/api/sessions/${session}/messages?limit=100000`)).body);

const recall = async (query: string): Promise<string> => {
  const { stdout } = await product.cli(["recall", query, "--project", "/gone/acme"]);
  return stdout;
};

describe("H4: throughline import", () => {
  test("a dry run tells what there is, for people and for programs, and changes nothing", async () => {
    leaveHistories();
    const { code, stdout } = await product.cli(["import", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/HARNESS\s+SESSIONS\s+NEW\s+SIZE\s+UNREAD\s+OLDEST\s+NEWEST/);
    expect(stdout).toMatch(/Claude Code\s+2\s+2\s+108 kB\s+108 kB\s+2026-11-15/);
    expect(stdout).toMatch(/Codex\s+1\s+1\s+28 kB\s+28 kB\s+2026-11-15/);
    expect(await product.cliJson(["import", "--dry-run", "--harness", "codex"])).toMatchObject([
      {
        harness: "codex",
        sessions: 1,
        newSessions: 1,
        bytes: statSync(join(fixtures, "codex", "codex-rollout-with-compaction.jsonl")).size,
      },
    ]);
    expect((await product.api("GET", "/api/sessions")).body).toEqual([]);
    await importJson();
    expect(await product.cliJson(["import", "--dry-run"])).toMatchObject([
      { newSessions: 0, unread: 0 },
      { newSessions: 0, unread: 0 },
    ]);
    expect((await product.cli(["import", "--dry-run"])).stdout).toContain("Everything is already imported");
    appendFileSync(join(projects(), `${CLAUDE_SESSION}.jsonl`), line(CLAUDE_SESSION, 1, "One thing more."));
    expect((await product.cli(["import", "--dry-run"])).stdout).toContain("to read the new parts (1 kB");
  });

  test("takes in what both clients left, once; a second import takes in nothing", async () => {
    leaveHistories();
    const { code, stdout, stderr } = await product.cli(["import"]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("Reading 3 sessions") });
    expect(stdout).toMatch(/Codex\s+1\s+1\s+6\s+28 kB/);
    expect(stdout).toContain("Imported 25 new messages, 3 new sessions.");
    const before = await messagesOf(CLAUDE_SESSION);
    expect(before.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["boundary", "summary", "tool_result"]));
    expect(await importJson()).toMatchObject({ state: "done", messages: 0, newSessions: 0, bytesRead: 0 });
    const again = await product.cli(["import"]);
    expect(again.stdout).toContain("Everything was already imported.");
    expect(again.stderr).not.toContain("Taking in");
    expect(await messagesOf(CLAUDE_SESSION)).toEqual(before);
    const tree = await product.cli(["sessions", "tree", CLAUDE_SESSION]);
    expect(tree.stdout).toMatch(/\n {2}.*\(a subagent of it\)/);
  });

  test("when the client deletes its history, ours still answers: recall, sessions show, expand", async () => {
    leaveHistories();
    const file = join(projects(), `${longId(1)}.jsonl`);
    writeFileSync(file, line(longId(1), 1, "The okapi enclosure has the door code of room 12."));
    await importJson();
    for (const folder of [".claude", ".codex"]) rmSync(join(product.folder, folder), { recursive: true });
    const found = await product.until(async () => {
      const told = await recall("okapi enclosure door");
      return told.includes("room 12") ? told : undefined;
    });
    expect(found).toContain("okapi");
    const shown = sessionShape.parse(await product.cliJson(["sessions", "show", CODEX_SESSION]));
    expect(shown).toMatchObject({ harness: "codex", state: "complete", totalMessages: 6 });
    const [first] = await messagesOf(CODEX_SESSION);
    expect((await product.cli(["expand", first?.id ?? ""])).stdout).toBe("Read the whole log.\n");
  });

  test("a session that hooks captured gains only what they missed, and hooks read on in an imported one", async () => {
    await product.ensureDaemon();
    const played = new Conversation(product, product.folder);
    await played.start();
    await played.prompt("Fix the parser.");
    await played.reply("Which one?");
    await played.end();
    const before = await product.until(async () => {
      const told = await messagesOf(played.id);
      return told.length >= 2 ? told : undefined;
    });
    // Without a daemon nobody looks at the file by itself.
    await product.cli(["down"]);
    appendFileSync(played.transcript, line(played.id, 99_999_999, "The old one."));
    expect(await importJson()).toMatchObject({ messages: 1, newSessions: 0 });
    const words = (await messagesOf(played.id)).map(({ content }) => content);
    expect(words).toEqual([...before.map(({ content }) => content), "The old one."]);
    await played.start("resume");
    await played.prompt("And the tests?");
    await product.until(async () => {
      const [last, ...others] = (await messagesOf(played.id)).reverse();
      return others.length === 3 && !last?.id.startsWith("prompt:") ? true : undefined;
    });
    expect(await importJson()).toMatchObject({ messages: 0 });
  });

  test("broken lines are counted and told by file and line", async () => {
    const file = join(projects(), `${longId(2)}.jsonl`);
    mkdirSync(projects(), { recursive: true });
    writeFileSync(file, `${line(longId(2), 1, "one")}{"half\n${line(longId(2), 2, "two")}`);
    const { code, stdout } = await product.cli(["import"]);
    expect(code).toBe(0);
    expect(stdout).toContain("1 line could not be read:");
    expect(stdout).toContain(`${file}, line 2: `);
    expect((await messagesOf(longId(2))).map(({ content }) => content)).toEqual(["one", "two"]);
  });

  test("paths are files or folders wherever they lie; one that nobody can read is an error and changes nothing", async () => {
    leaveHistories();
    mkdirSync(join(product.folder, "empty"));
    for (const [path, exit, words] of [
      ["nowhere.jsonl", 1, "there is no"],
      ["empty", 2, "holds no history that Throughline can read"],
    ] as const) {
      const { code, stderr } = await product.cli(["import", ".codex", path]);
      expect(code).toBe(exit);
      expect(stderr).toContain(words);
      expect(stderr).toMatch(/hint: .*a folder that holds some/s);
    }
    const wrong = await product.cli(["import", "--harness", "emacs"]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("claude-code, codex") });
    expect((await product.api("GET", "/api/sessions")).body).toEqual([]);
    expect(await importJson(".codex")).toMatchObject({ sessions: 1, newSessions: 1 });
    expect(await importJson(join(projects(), `${CLAUDE_SESSION}.jsonl`))).toMatchObject({
      sessions: 1,
      newSessions: 1,
    });
  });

  test("one is told as one, and no line is longer than the terminal is wide", async () => {
    mkdirSync(projects(), { recursive: true });
    writeFileSync(join(projects(), `${longId(1)}.jsonl`), line(longId(1), 1, "one"));
    const { stdout, stderr } = await product.cli(["import"], { columns: 60 });
    expect(stderr).toContain("Reading 1 session.");
    expect(stdout).toContain("Imported 1 new message, 1 new session.");
    expect(stdout.split("\n").filter((told) => told.length > 60)).toEqual([]);
  });

  test("where there is nothing, it says so", async () => {
    const { code, stdout } = await product.cli(["import"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("No histories were found.") });
  });

  test("a program can drive it over HTTP; two at once are refused, and a wrong request says what is wrong", async () => {
    leaveLongHistories();
    await product.ensureDaemon();
    expect((await product.api("GET", "/api/import")).body).toMatchObject({ state: "idle" });
    const asked = { userHome: product.folder };
    expect(await product.api("POST", "/api/import", asked)).toMatchObject({ status: 200, body: { state: "running" } });
    expect(await product.api("POST", "/api/import", asked)).toMatchObject({
      status: 409,
      body: { error: { code: "refused" } },
    });
    expect(await product.api("DELETE", "/api/import")).toMatchObject({ status: 200, body: { state: "stopped" } });
    expect(await product.api("POST", "/api/import", { paths: ["relative"] })).toMatchObject({ status: 400 });
    const { body } = await product.api("GET", "/api/openapi.json");
    expect(body).toMatchObject({ paths: { "/api/import": { get: {}, post: {}, delete: {} } } });
  });
});

/** The command as a person runs it, who may press Ctrl-C. */
function runImport() {
  const child = spawn(process.execPath, [CLI, "import"], {
    cwd: product.folder,
    env: product.environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout })),
  );
  return { child, ended, complaint: () => stderr };
}

const underWay = () =>
  product.until(async () => {
    const account = await progress();
    return account.state === "running" && account.messages > 500 ? account : undefined;
  });

describe("H4: a long import", () => {
  beforeEach(async () => {
    leaveLongHistories();
    await product.ensureDaemon();
  });

  test("Ctrl-C stops it cleanly, and the next run goes on where it stopped", async () => {
    const { child, ended } = runImport();
    await underWay();
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/Stopped after \d+ of 24 sessions: .* continues there/);
    const stopped = await progress();
    expect(stopped.state).toBe("stopped");
    expect(stopped.messages).toBeGreaterThan(500);
    expect(stopped.messages).toBeLessThan(LONG_SESSIONS * LINES_EACH);
    const rest = await importJson();
    expect(rest.messages + stopped.messages).toBe(LONG_SESSIONS * LINES_EACH);
    const words = (await messagesOf(longId(3))).map(({ content }) => content.split(" ")[0]);
    expect(words).toEqual(Array.from({ length: LINES_EACH }, (_, at) => `okapi3x${at}`));
  });

  test("when the command is killed, the next one shows the import that goes on; --stop stops it", async () => {
    const { child, ended } = runImport();
    await underWay();
    child.kill("SIGKILL");
    await ended;
    const second = runImport();
    const named = product.cli(["import", projects()]);
    await product.until(async () => second.complaint().includes("is already running") || undefined);
    expect(await named).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`throughline import --stop` stops it"),
    });
    const stopping = await product.cli(["import", "--stop"]);
    expect(stopping).toMatchObject({ code: 0, stdout: expect.stringMatching(/Stopped after \d+ of 24 sessions/) });
    const { code, stdout } = await second.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/Stopped after \d+ of 24 sessions/);
    expect(await product.cli(["import", "--stop"])).toMatchObject({ code: 0, stdout: "No import is running.\n" });
    expect((await product.cli(["import", "--dry-run"])).stdout).toMatch(/MB to read\)/);
  });

  test("a daemon that is killed in the middle leaves nothing doubled or lost", async () => {
    const first = await product.api("POST", "/api/import", { userHome: product.folder });
    expect(first.status).toBe(200);
    await underWay();
    const { body } = await product.api("GET", "/health");
    process.kill(z.looseObject({ pid: z.number() }).parse(body).pid, "SIGKILL");
    const rest = await importJson();
    expect(rest.state).toBe("done");
    for (const n of [0, 11, LONG_SESSIONS - 1]) expect(await messagesOf(longId(n))).toHaveLength(LINES_EACH);
    expect(readdirSync(product.home.dir)).not.toContainEqual(expect.stringContaining("damaged"));
  });

  test("hooks are answered in time while it runs", async () => {
    await product.api("POST", "/api/import", { userHome: product.folder });
    await underWay();
    // How much was read of the histories meanwhile: who waits for the import gets an answer when all is read.
    const shares: number[] = [];
    for (let n = 0, before = await progress(); before.state === "running" && n < 40; n++) {
      const payload = { session_id: "live", cwd: product.folder, prompt: `prompt ${n}`, prompt_id: `p-${n}` };
      const { status } = await product.api("POST", "/api/hooks/user-prompt-submit?harness=claude-code", payload);
      expect(status).toBe(200);
      const after = await progress();
      shares.push((after.bytesRead - before.bytesRead) / after.bytes);
      before = after;
    }
    expect(shares.length).toBeGreaterThan(3);
    expect(Math.max(...shares)).toBeLessThan(0.25);
  });
});
