import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestText } from "../standin/request.ts";
import { type Standin, startStandin } from "../standin/standin.ts";
import { openClaude, runClaude } from "./client.ts";
import type { ClaudeOptions } from "./environment.ts";
import { installClaude, installInto } from "./install.ts";

const FIRST_INSTALL_MS = 300_000;

let standin: Standin;
let options: ClaudeOptions;

beforeEach(async () => {
  await installClaude();
  standin = await startStandin();
  options = { home: await mkdtemp(join(tmpdir(), "throughline-claude-")), standinUrl: standin.url };
}, FIRST_INSTALL_MS);
afterEach(async () => {
  await standin.close();
  await rm(options.home, { recursive: true, force: true, maxRetries: 5 });
});

async function settings(hooks: object): Promise<string> {
  const file = join(options.home, "settings.json");
  await writeFile(file, JSON.stringify({ hooks }));
  return file;
}

const lastRequest = () => {
  const request = standin.requests.at(-1);
  if (!request) throw new Error("the client asked nothing");
  return requestText(request);
};
const sleepingTool = '[[tool Bash {"command":"sleep 2","description":"wait"}]]';
const toolCalled = () => vi.waitUntil(() => standin.requests.at(-1)?.kind === "tools", { timeout: 60_000 });

describe("the real Claude Code", () => {
  it("shows the model what a SessionStart hook says", async () => {
    const hook = { type: "command", command: "echo", args: ["HELLO-FROM-THE-HOOK"] };
    const file = await settings({ SessionStart: [{ hooks: [hook] }] });
    const { code, stdout } = await runClaude(options, ["-p", "--settings", file], { input: "hello [[say hi there]]" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "hi there\n" });
    expect(lastRequest()).toMatch(/^SessionStart.*HELLO-FROM-THE-HOOK$/m);
  });

  it("takes many turns in one process, through a compaction and a clear", async () => {
    const claude = await openClaude(options, ["--dangerously-skip-permissions"]);
    const first = await claude.send('keep this [[tool Bash {"command":"echo done","description":"say done"}]]');
    expect(first.result).toBe("STANDIN-FINAL after tool");
    await claude.send("/compact");
    await claude.send("go on");
    expect(standin.requests.map(({ kind }) => kind)).toEqual(["tools", "text", "summary", "text"]);
    expect(lastRequest()).toContain("STANDIN-SUMMARY-1");
    expect(lastRequest()).not.toContain("keep this");
    const cleared = await claude.send("/clear");
    expect(cleared.session_id).not.toBe(first.session_id);
    expect((await claude.close()).code).toBe(0);
  });

  it("compacts by itself, in the middle of a turn, when the model reports a full window", async () => {
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" };
    const claude = await openClaude({ ...options, env }, ["--dangerously-skip-permissions"]);
    await claude.send(`fill up [[tokens 95000]] ${sleepingTool}`);
    await claude.send("go on");
    await claude.close();
    expect(standin.requests.filter(({ kind }) => kind === "summary")).toHaveLength(1);
  });

  it("is interrupted, and talked to while it works", async () => {
    const claude = await openClaude(options, ["--dangerously-skip-permissions"]);
    const turn = claude.send(sleepingTool);
    await toolCalled();
    claude.interject("by the way");
    await turn;
    expect(lastRequest()).toContain("by the way");
    const cut = claude.send(sleepingTool);
    await toolCalled();
    claude.interrupt();
    expect((await cut).subtype).toBe("error_during_execution");
    await claude.close();
  });

  it("dies at once when killed, and the turn under way fails", async () => {
    const claude = await openClaude(options, ["--dangerously-skip-permissions"]);
    const turn = claude.send(sleepingTool);
    const failure = expect(turn).rejects.toThrow("ended in the middle of a turn (SIGKILL)");
    await toolCalled();
    expect((await claude.kill9()).signal).toBe("SIGKILL");
    await failure;
  });

  it("is stopped when a turn takes too long", async () => {
    const claude = await openClaude({ ...options, timeoutMs: 1_500 }, ["--dangerously-skip-permissions"]);
    await expect(claude.send(sleepingTool)).rejects.toThrow("took longer than 1500 ms");
  });

  it("says plainly that it needs the registry when that cannot be reached", async () => {
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
    vi.stubEnv("npm_config_fetch_retries", "0");
    vi.stubEnv("npm_config_cache", join(options.home, "npm"));
    try {
      const attempt = installInto(join(options.home, "claude-code"));
      await expect(attempt).rejects.toThrow(/could not be installed from the npm registry[\s\S]*ECONNREFUSED/);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
