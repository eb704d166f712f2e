import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;
let session: Conversation;
beforeEach(async () => {
  ({ product, project } = await productWithProject());
  session = new Conversation(product, project);
  const made = { key: session.id, harness: "claude-code", project, task: "count-otters" };
  expect((await product.api("POST", "/api/sessions", made)).status).toBe(200);
  await session.start();
});
afterEach(() => product.dispose());

const WRITE = { tool_name: "Write", tool_input: { file_path: "/a", content: "x" }, tool_use_id: "toolu_1" };
const asks = async (fields: object) => {
  const { code, stdout } = await product.hook(
    "pre-tool-use",
    session.payload({ hook_event_name: "PreToolUse", ...fields }),
  );
  expect(code).toBe(0);
  return stdout;
};

test("V7: the sandbox denies by the client's own form, tells who can lift it, and outlives the daemon", async () => {
  expect(await asks(WRITE)).toBe("");
  const shown = await product.cli(["sessions", "sandbox", session.id]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("has all its tools") });
  const wrong = await product.cli(["sessions", "sandbox", session.id, "--enter"]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("reason") });
  expect((await product.cli(["sessions", "sandbox", session.id, "--lift", "--reason", "x"])).stderr).toContain(
    "in no sandbox",
  );
  const entered = await product.cli(["sessions", "sandbox", session.id, "--enter", "--reason", "it looks odd"]);
  expect(entered).toMatchObject({ code: 0, stdout: expect.stringContaining("is read-only") });
  const denied = z.object({
    hookSpecificOutput: z.object({ permissionDecision: z.literal("deny"), permissionDecisionReason: z.string() }),
  });
  const deny = async () =>
    denied.parse(JSON.parse(await asks({ ...WRITE, agent_id: "sub" }))).hookSpecificOutput.permissionDecisionReason;
  expect(await deny()).toMatch(/it looks odd.*The user can lift it: throughline sandbox lift$/);
  expect((await product.cli(["down"])).code).toBe(0);
  await product.ensureDaemon();
  expect(await deny()).toContain("it looks odd");
  expect(await asks({ tool_name: "Bash", tool_input: { command: "git log | head -3" }, tool_use_id: "toolu_2" })).toBe(
    "",
  );
  const { body } = await product.api("GET", `/api/sessions/${session.id}/timeline`);
  expect(JSON.stringify(body)).toContain("the session continues in a sandbox: it looks odd");
  const lifted = await product.cliJson(["sessions", "sandbox", session.id, "--lift", "--reason", "looked at"]);
  expect(lifted).toMatchObject({ isSandboxed: false, history: [{ cause: "person", liftedReason: "looked at" }] });
  expect(await asks(WRITE)).toBe("");
});

test("V7: one short command in the project's folder lifts the sandbox; with several it asks which, and an agent's shell may not run it", async () => {
  const lift = (...args: string[]) => product.cli(["sandbox", "lift", "--project", project, ...args]);
  expect((await lift()).stderr).toContain("no session of this project is in a sandbox");
  const enter = (id: string) => product.api("POST", `/api/sessions/${id}/sandbox/enter`, { reason: "it looks odd" });
  await enter(session.id);
  const bash = { tool_name: "Bash", tool_input: { command: "throughline sandbox lift" }, tool_use_id: "toolu_3" };
  expect(await asks(bash)).toContain('"deny"');
  expect(await lift()).toMatchObject({ code: 0, stdout: expect.stringContaining("has all its tools") });
  expect(await asks(WRITE)).toBe("");
  await product.api("POST", "/api/sessions", { key: "second", harness: "claude-code", project, task: "count-otters" });
  await enter(session.id);
  await enter("second");
  expect((await lift()).stderr).toMatch(/several sessions[\s\S]*Say which/);
  expect((await lift("second", "--reason", "looked at")).code).toBe(0);
  expect((await lift()).code).toBe(0);
});

test("V7: no MCP tool lets an agent lift its own sandbox", async () => {
  const { body } = await product.api("GET", "/api/openapi.json");
  expect(JSON.stringify(body)).toContain("/api/sessions/{session}/sandbox/lift");
  const listed = await product.run(process.execPath, [join(import.meta.dirname, "../../bin/throughline.cjs"), "mcp"], {
    input: [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
      "",
    ].join("\n"),
  });
  expect(listed.stdout).toContain("session_digest");
  expect(listed.stdout).not.toMatch(/"name":"[^"]*(?:sandbox|lift)/);
});

test("V7: a session that begins to refuse is in the sandbox from its next checkpoint on", async () => {
  for (let n = 0; n < 6; n++) await session.reply(`I moved part ${n} of the parser and its tests pass.`);
  for (let n = 0; n < 4; n++) await session.reply(`I must decline, this is request ${n} that I can't help with.`);
  expect((await product.cli(["checkpoint", "save", "--session", session.id])).code).toBe(0);
  expect(await asks(WRITE)).toContain('"permissionDecision":"deny"');
  const { stdout } = await product.cli(["sessions", "safety", session.id]);
  expect(stdout).toContain("degrade_to_sandbox");
  const manifest = JSON.parse(
    readFileSync(join(project, ".throughline/tasks/count-otters/json/run-manifest.json"), "utf8"),
  );
  expect(manifest.long_context_runs).toMatchObject([{ cause: "probe", lifted_at: null }]);
  const { stdout: shown } = await product.cli(["sessions", "show", session.id, "--json"]);
  expect(manifest.long_context_runs[0].session_id).toBe(JSON.parse(shown).id);
});

test("V4: the third failure of a step in a row gives a fixer's brief, which ends in a fix or an escalation", async () => {
  const fails = () =>
    session.tool("Bash", { command: "npm test" }, "Exit code 1\nAssertionError: 1 is not 2", { isError: true });
  expect(await fails()).toBe("");
  expect(await fails()).toContain("has failed 2 times in a row (test failure)");
  const told = await fails();
  const id = /throughline fixer show (\S+)`/.exec(told)?.[1] ?? "";
  const shown = await product.cli(["fixer", "show", id]);
  expect(shown.stdout).toMatch(/# Fixer brief[\s\S]*Permissions: read only[\s\S]*AssertionError: 1 is not 2/);
  const listed = await product.cli(["sessions", "retries", session.id]);
  expect(listed.stdout).toMatch(/npm test[\s\S]*test[\s\S]*3[\s\S]*open until/);
  expect(await product.cli(["fixer", "close", id, "--outcome", "maybe"])).toMatchObject({ code: 2 });
  const closed = await product.cliJson([
    "fixer",
    "close",
    id,
    "--outcome",
    "escalate",
    "--note",
    "needs the other team",
  ]);
  expect(closed).toMatchObject({ outcome: "escalate", note: "needs the other team" });
  const blank = await product.cli(["fixer", "close", id, "--outcome", "fix", "--note", " "]);
  expect(blank).toMatchObject({ code: 2, stderr: expect.stringContaining("describe the fix") });
  const again = ["fixer", "close", id, "--outcome", "fix", "--note", "a lock around the counter"];
  expect((await product.cli(again)).stderr).toContain("closed before");
  const { body } = await product.api("GET", `/api/sessions/${session.id}/retries`);
  expect(body).toMatchObject({ steps: [{ step: "npm test", failures: 3, kind: "persistent", fixerId: id }] });
  expect(JSON.stringify((await product.api("GET", "/api/incidents")).body)).toContain("fixer_escalated");
});
