import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { installClaude } from "../support/claude/install.ts";
import { Machine } from "../support/claude/machine.ts";
import type { Product } from "../support/product/product.ts";
import type { Standin } from "../support/standin/standin.ts";

const HEADING = /## Session Recovery Context/g;
const BLOCK = /<throughline-context>\n[\s\S]*?<\/throughline-context>/g;
const DECISION = "We decided to use rotating refresh tokens because stolen ones replay.";
const PLANTED = "rotating refresh tokens";

let machine: Machine;
let product: Product;
let standin: Standin;
let project: string;

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  machine = await Machine.setUp();
  ({ product, standin, project } = machine);
});

afterEach(() => machine.dispose());

const claude = (...args: string[]) => machine.claude(args);
/** A client whose context is full at 100,000 tokens. */
const smallClaude = () => machine.claude([], { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" });

const message = z.looseObject({
  kind: z.string(),
  content: z.string(),
  toolName: z.string().nullable(),
  isError: z.boolean().nullable(),
  sourceId: z.string(),
});

async function ledger(session: string) {
  const { body } = await product.api("GET", `/api/sessions/${encodeURIComponent(session)}/messages?limit=1000`);
  return z.array(message).parse(body);
}

/**
 * What the model was told with the last request, and the blocks in it; a line that asks to record something is none of
 * them.
 */
function lastTold(): { text: string; blocks: string[] } {
  const text = machine.lastTold();
  const blocks: string[] = text.match(BLOCK) ?? [];
  return { text, blocks: blocks.filter((block) => !block.includes("\nThroughline: ")) };
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

test("R1: an automatic compaction in the middle of a turn is survived within that turn", {
  timeout: SLOW,
}, async () => {
  const agent = await smallClaude();
  await agent.send(DECISION);
  await agent.send('Go on. [[tokens 95000]] [[tool Bash {"command":"echo x","description":"x"}]]');
  expect(standin.requests.some((request) => request.kind === "summary")).toBe(true);
  expectRecovery();
});

test("R4: what the summary of a compaction left out reaches the model, once, within one budget", {
  timeout: SLOW,
}, async () => {
  const agent = await claude();
  writeFileSync(join(project, "notes.txt"), "buildOtterIndex is called from src/river/otters.ts since 3f9ac02b\n");
  await agent.send('Count the otters. [[tool Bash {"command":"cat notes.txt","description":"look"}]]');
  await agent.send("/compact");
  await agent.send("go on");
  const left = /## What the compaction left out/g;
  const { text, blocks } = lastTold();
  expect(text.match(left)).toHaveLength(1);
  for (const name of ["buildOtterIndex", "otters.ts", "3f9ac02"]) expect(blocks.join("\n")).toContain(name);
  expect(blocks.join("\n").length).toBeLessThanOrEqual(2000);
  await agent.send("and on");
  expect(lastTold().text.match(left)).toHaveLength(1);
  const { code, stdout } = await product.cli(["compaction", "show", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ trigger: "manual", given: expect.stringContaining("buildOtterIndex") });
});

describe("G3: in a strict project", () => {
  const strict = "grounding: { enforcement: strict }\n";
  const claims = async (session: string, ...more: string[]) => {
    const place = ["--project", project, "--session", session];
    expect((await product.cli(["cite", "The otters are counted", ...more, ...place])).code).toBe(0);
  };

  test("the user's own compaction waits until the session's claims hold", { timeout: SLOW }, async () => {
    writeFileSync(join(project, "throughline.yaml"), strict);
    const agent = await claude();
    const { session_id } = await agent.send("Count the otters.");
    await claims(session_id, "--assumption");
    await agent.send("/compact");
    expect(standin.requests.some(({ kind }) => kind === "summary")).toBe(false);
    writeFileSync(join(project, "throughline.yaml"), strict.replace("strict", "warn"));
    // Settings are remembered for a second.
    await product.until(async () => {
      await agent.send("/compact");
      return standin.requests.some(({ kind }) => kind === "summary") || undefined;
    });
  });

  test("an automatic compaction is never held up", { timeout: SLOW }, async () => {
    writeFileSync(join(project, "throughline.yaml"), strict);
    const agent = await smallClaude();
    const { session_id } = await agent.send("Count the otters.");
    await claims(session_id, "--assumption");
    await agent.send('Go on. [[tokens 95000]] [[tool Bash {"command":"echo x","description":"x"}]]');
    expect(standin.requests.some(({ kind }) => kind === "summary")).toBe(true);
  });
});

test("capture: what the client did is in the ledger once, its subagent's work as a child", {
  timeout: SLOW,
}, async () => {
  const agent = await claude();
  await agent.send('Look around. [[tool Bash {"command":"echo hi","description":"look"}]]');
  await agent.send('This fails. [[tool Bash {"command":"echo broken >&2; exit 3","description":"fail"}]]');
  const subagent =
    '{"description":"look","prompt":"Summarise it.","subagent_type":"general-purpose","run_in_background":false}';
  const { session_id } = await agent.send(`Ask another. [[tool Agent ${subagent}]]`);
  await agent.close();
  const said = await product.until(async () => {
    const messages = await ledger(session_id);
    return messages.filter((one) => one.kind === "tool_result").length === 3 ? messages : undefined;
  });
  expect(said.filter((one) => one.kind === "prompt").map((one) => one.content.split(".")[0])).toEqual([
    "Look around",
    "This fails",
    "Ask another",
  ]);
  expect(said.filter((one) => one.kind === "tool_use").map((one) => one.toolName)).toEqual(["Bash", "Bash", "Agent"]);
  expect(said.find((one) => one.isError === true)?.content).toContain("broken");
  expect(new Set(said.map((one) => one.sourceId)).size).toBe(said.length);
  const session = z.looseObject({ promptCount: z.number(), childIds: z.array(z.string()), state: z.string() });
  const { body } = await product.api("GET", `/api/sessions/${session_id}`);
  expect(session.parse(body)).toMatchObject({ promptCount: 3, state: "complete" });
  const [child = ""] = session.parse(body).childIds;
  expect((await ledger(child)).map((one) => one.content)).toContain("Summarise it.");
});

test("H2: the plugin connects as the settings do", { timeout: SLOW }, async () => {
  await product.cli(["uninstall", "--yes"]);
  const plugin = join(import.meta.dirname, "..", "..", "plugin");
  const agent = await claude("--plugin-dir", plugin);
  await agent.send(DECISION);
  await agent.send("/compact");
  await agent.send("go on");
  expectRecovery();
  await agent.send(
    `Remember. [[tool mcp__plugin_throughline_throughline__remember {"content":"The staging port is 8443."}]]`,
  );
  expect((await product.api("GET", "/api/memories")).body).toMatchObject([{ content: "The staging port is 8443." }]);
});

test("H1: doctor proves an installed plugin by its own programs, and init leaves it alone", {
  timeout: SLOW,
}, async () => {
  await product.cli(["uninstall", "--yes"]);
  const plugin = async (...args: string[]) =>
    expect(await machine.runClaude(["plugin", ...args])).toMatchObject({ code: 0 });
  await plugin("marketplace", "add", join(import.meta.dirname, "..", ".."));
  await plugin("install", "throughline@throughline");
  const healthy = await product.cli(["doctor"]);
  expect(healthy.stdout).toContain("✓ Claude Code: plugin: throughline@throughline");
  expect(healthy).toMatchObject({ code: 0 });
  const { stdout } = await product.cli(["init", "--yes"]);
  expect(stdout).toContain("Claude Code: already connected");
  expect(await product.cli(["doctor"])).toMatchObject({ code: 0 });

  const hook = join(product.folder, ".claude/plugins/cache/throughline/throughline/0.1.0/bin/hook");
  writeFileSync(hook, "#!/bin/sh\n");
  const broken = await product.cli(["doctor"]);
  expect(broken.stdout).toContain("✗ hook round trip");
  expect(broken.stdout).not.toContain("throughline init");
});

test("R3: /throughline:ride runs the start sequence", { timeout: SLOW }, async () => {
  const first = await claude();
  await first.send(DECISION);
  await first.close();
  await product.cli(["task", "new", "Count the otters", "--project", project]);
  const next = await claude();
  await next.send("/throughline:ride");
  const { text } = lastTold();
  for (const step of ["Ready tasks\n", "Session continuity\n"]) expect(text).toContain(step);
  expect(text).toContain("count-the-otters: Count the otters (open)");
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

test("M2: a second session is given a line about what the first one decided, and nothing for a prompt about something else", {
  timeout: SLOW,
}, async () => {
  const first = await claude();
  const { session_id } = await first.send(DECISION);
  await product.until(async () => ((await ledger(session_id)).length >= 2 ? true : undefined));
  // The first one is still open: a start is not told of somebody's work at this moment.
  const second = await claude();
  await second.send("Rename the parser's visitor classes and sort the imports.");
  expect(lastTold().blocks).toHaveLength(0);
  await second.send("Do we use rotating refresh tokens, and why?");
  const { blocks } = lastTold();
  expect(blocks).toHaveLength(1);
  expect(blocks[0]).toMatch(
    /- .* ago, the user decided: We decided to use rotating refresh tokens.* \(throughline expand \S+\)/,
  );
  expect(blocks[0]?.length).toBeLessThanOrEqual(600);
});
