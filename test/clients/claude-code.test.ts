import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClaudeProcess, openClaude } from "../support/claude/client.ts";
import { installClaude } from "../support/claude/install.ts";
import { Product } from "../support/product/product.ts";
import { requestText } from "../support/standin/request.ts";
import { type Standin, startStandin } from "../support/standin/standin.ts";

const HEADING = /## Session Recovery Context/g;
const BLOCK = /<throughline-context>\n[\s\S]*?<\/throughline-context>/g;
const DECISION = "We decided to use rotating refresh tokens because stolen ones replay.";
const PLANTED = "rotating refresh tokens";

let product: Product;
let standin: Standin;
let project: string;
const open: ClaudeProcess[] = [];

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(join(product.folder, ".claude"), { recursive: true });
  mkdirSync(project);
  standin = await startStandin();
  const { code, stderr } = await product.cli(["init", "--harness", "claude-code", "--yes"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

afterEach(async () => {
  for (const claude of open.splice(0)) await claude.close();
  await standin.close();
  await product.dispose();
});

async function claude(...args: string[]): Promise<ClaudeProcess> {
  const started = await openClaude(
    { home: product.folder, standinUrl: standin.url, project, env: { THROUGHLINE_HOME: product.home.dir } },
    ["--dangerously-skip-permissions", ...args],
  );
  open.push(started);
  return started;
}

/** What the model was told with the last request, and the recovery in it. */
function lastTold(): { text: string; blocks: string[] } {
  const last = standin.requests.at(-1);
  const text = last ? requestText(last) : "";
  return { text, blocks: text.match(BLOCK) ?? [] };
}

function expectRecovery(): void {
  const { text, blocks } = lastTold();
  expect(text.match(HEADING)).toHaveLength(1);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]).toContain(PLANTED);
  expect(blocks[0]?.length).toBeLessThanOrEqual(2000);
}

const SLOW = 120_000;

describe("H2: a real Claude Code session survives its context window", () => {
  test("a compaction", { timeout: SLOW }, async () => {
    const agent = await claude();
    await agent.send(`${DECISION} Look around first. [[tool Bash {"command":"echo hi","description":"look"}]]`);
    expect(lastTold().blocks).toHaveLength(0);
    await agent.send("/compact");
    const { session_id } = await agent.send("go on");
    expectRecovery();
    await agent.close();
    const resumed = await claude("--resume", session_id);
    await resumed.send("and on");
    expectRecovery();
    const forked = await claude("--resume", session_id, "--fork-session");
    await forked.send("and elsewhere");
    expectRecovery();
  });

  test("/clear", { timeout: SLOW }, async () => {
    const agent = await claude();
    await agent.send(DECISION);
    await agent.send("/clear");
    await agent.send("go on");
    expectRecovery();
  });

  test("resuming the next day", { timeout: SLOW }, async () => {
    const agent = await claude();
    const { session_id } = await agent.send(DECISION);
    await agent.close();
    const again = await claude("--resume", session_id);
    await again.send("go on");
    expectRecovery();
    await again.close();
    const third = await claude("--resume", session_id);
    await third.send("go on");
    expectRecovery();
  });

  test("a killed process", { timeout: SLOW }, async () => {
    const agent = await claude();
    const turn = agent.send(`${DECISION} [[tool Bash {"command":"sleep 60","description":"wait"}]]`);
    turn.catch(() => {});
    await product.until(async () => {
      const { body } = await product.api("GET", "/api/sessions");
      return Array.isArray(body) && body[0]?.promptCount === 1 ? true : undefined;
    });
    await agent.kill9();
    const next = await claude();
    await next.send("go on");
    expectRecovery();
  });
});

test("C5, S8: the agent's own digest through MCP belongs to its session, also after /clear", {
  timeout: SLOW,
}, async () => {
  const agent = await claude();
  await agent.send(
    `Save it. [[tool mcp__throughline__session_digest {"summary":"We chose ${PLANTED}.","next_steps":["write the store"]}]]`,
  );
  await agent.send("/clear");
  expect((await agent.send("go on")).is_error).toBe(false);
  expectRecovery();
  await agent.send(`Remember. [[tool mcp__throughline__remember {"content":"The staging port is 8443."}]]`);
  const { body } = await product.api("GET", "/api/memories");
  expect(body).toMatchObject([{ content: "The staging port is 8443." }]);
});
