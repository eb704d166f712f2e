import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { purge } from "../../sessions/index.ts";
import { hasOnlyReminders } from "../../text/index.ts";
import type { OpenOptions } from "../../throughline.ts";

const MINUTE = 60_000;
const RULE = "Never edit src/legacy/rates.ts: finance owns that file.";

let stage: Stage;
const open = async (options: OpenOptions = {}) => {
  stage = await Stage.open(options, new ManualClock("2026-06-15T12:00:00.000Z"));
};
beforeEach(() => open());
afterEach(() => stage.engine.close());

const lineOf = (text: string): string => text.split("\n")[1] ?? "";

/** What the hook after a call injects. */
async function call(key: string, tool_name: string, tool_input: unknown, error?: string): Promise<string> {
  const fields = { tool_name, tool_input, tool_use_id: `${Math.random()}` };
  const outcome = error === undefined ? { tool_response: { stdout: "ok" } } : { error };
  const hook_event_name = error === undefined ? "PostToolUse" : "PostToolUseFailure";
  const { answer } = await stage.hook("post-tool-use", key, { hook_event_name, ...fields, ...outcome });
  await stage.pass(10);
  return answer.inject ?? "";
}
const read = (key: string, file_path: string) => call(key, "Read", { file_path });
const edit = (key: string, file_path: string) => call(key, "Edit", { file_path, old_string: "a", new_string: "b" });
const run = (key: string, command: string, error?: string) => call(key, "Bash", { command }, error);

async function say(key: string, prompt: string): Promise<string> {
  const injected = await stage.prompt(key, prompt);
  await stage.pass(10);
  return injected;
}

/** A session with a rule and a failing command. */
async function sessionBefore(): Promise<void> {
  await stage.start("then");
  await say("then", RULE);
  await run("then", "npm run export", "Exit code 1\nError: no BIC");
  await stage.end("then");
}

describe("K6: a prompt that sounds like a rule or a decision asks the agent to record it", () => {
  test("in one short line that names the words and the tool, and is no recovery", async () => {
    await stage.start("now");
    const injected = await say("now", `Add an export to the page. ${RULE}`);
    expect(lineOf(injected)).toBe(
      `Throughline: if "${RULE}" is meant to last beyond this task, record it with set_rule.`,
    );
    expect(hasOnlyReminders(injected)).toBe(true);
    await stage.start("other");
    const long = `we go with one index per tenant instead of one big one, ${"and so on ".repeat(12)}`;
    const decided = lineOf(await say("other", long));
    expect(decided).toMatch(/^Throughline: if "we go with one .*…" is meant.*record_decision\.$/);
    expect(decided.length).toBeLessThanOrEqual(160);
  });

  test.each([
    ["a question", "Should we never edit src/legacy/rates.ts?"],
    ["a request", "Add an export to the report page"],
    ["what was pasted", `Have a look at this:\n\`\`\`\nnever edit the file rates.ts by hand\n\`\`\``],
    ["what is quoted", "My colleague wrote this, what do you think?\n> you must never edit the file rates.ts"],
    ["for now", "don't commit yet"],
  ])("%s does not", async (_, prompt) => {
    await stage.start("now");
    expect(await say("now", prompt)).toBe("");
  });

  test("once for the same words and at most at every fifth prompt", async () => {
    await stage.start("now");
    expect(await say("now", RULE)).not.toBe("");
    expect(await say("now", "Never log the names of customers.")).toBe("");
    for (let n = 0; n < 3; n++) await say("now", `Go on with part ${n} of the page`);
    expect(await say("now", RULE)).toBe("");
    expect(lineOf(await say("now", "Never log the names of customers."))).toContain("names of customers");
  });

  test("not what is on record already, by whichever session", async () => {
    await stage.start("now");
    const project = (await stage.session("now")).projectNormalized ?? "";
    await stage.engine.work.record({ project, kind: "rule", text: RULE, by: "user" });
    await stage.start("other");
    await stage.pass(10);
    expect(await say("other", `And remember: ${RULE}`)).toBe("");
  });

  test("not where the client certainly lacks the tools", async () => {
    const client = { pid: 4_000_000, startTime: "1" };
    const rule = (n: number) => `Never touch the folder number ${n} of the archive.`;
    const ask = async (key: string, n: number) => (await stage.prompt(key, rule(n), client)) !== "";
    await stage.start("now", "startup", client);
    // Tools may still be connecting.
    expect(await ask("now", 1)).toBe(true);
    for (let n = 0; n < 5; n++) await say("now", `Go on with part ${n} of the page`);
    expect(await ask("now", 2)).toBe(false);
    stage.engine.notices.connected(client.pid);
    expect(await ask("now", 3)).toBe(true);
  });

  test("not where it is switched off, nor for an event that comes late", async () => {
    await stage.engine.close();
    await open({ config: { work: { askToRecord: false } } });
    await stage.start("now");
    expect(await say("now", RULE)).toBe("");
    await stage.engine.close();
    await open();
    await stage.start("now");
    const body = JSON.stringify({ session_id: "now", cwd: "/projects/alpha", prompt: RULE });
    const spooled = {
      event: "user-prompt-submit",
      harness: "claude-code",
      body,
      runtime: "hooks",
      hookPid: "x",
    } as const;
    const late = await stage.engine.hooks.handle({ ...spooled, spooledAt: stage.clock.now() - MINUTE });
    expect(late.answer.inject).toBeUndefined();
  });
});

describe("K6: the agent is asked for its digest", () => {
  const DIGEST = /^<throughline-context>\nThroughline: .*session_digest.*\n<\/throughline-context>$/;
  const fill = async (key: string, lastInputTokens: number) =>
    stage.store.sessions.change((await stage.session(key)).id, { lastInputTokens });
  const digest = (key: string) => call(key, "mcp__throughline__session_digest", { summary: "So it stands." });

  test("when its context is more than 60 % full and something changed, at whichever hook comes first", async () => {
    await stage.start("now");
    await say("now", "Add an export to the report page");
    await fill("now", 125_000);
    expect(await read("now", "/projects/alpha/a.ts")).toBe("");
    await fill("now", 119_000);
    expect(await edit("now", "/projects/alpha/a.ts")).toBe("");
    await fill("now", 125_000);
    expect(await say("now", "Go on with the page")).toMatch(DIGEST);
    expect(await edit("now", "/projects/alpha/a.ts")).toBe("");
  });

  test("at most every half hour, and after one only when something changed since", async () => {
    await stage.start("now");
    await fill("now", 125_000);
    expect(await edit("now", "/projects/alpha/a.ts")).toMatch(DIGEST);
    stage.clock.advance(29 * MINUTE);
    expect(await edit("now", "/projects/alpha/a.ts")).toBe("");
    stage.clock.advance(2 * MINUTE);
    expect(await edit("now", "/projects/alpha/a.ts")).toMatch(DIGEST);
    expect(await digest("now")).toBe("");
    stage.clock.advance(31 * MINUTE);
    expect(await read("now", "/projects/alpha/a.ts")).toBe("");
    expect(await edit("now", "/projects/alpha/a.ts")).toMatch(DIGEST);
  });

  test("after a commit that went through and after a finished thread", async () => {
    await stage.start("now");
    await edit("now", "/projects/alpha/a.ts");
    expect(await run("now", 'git commit -m "x"', "Exit code 1\nhook failed")).toBe("");
    expect(await run("now", "git log --grep commit")).toBe("");
    expect(lineOf(await run("now", 'cd /projects/alpha && git add -A && git commit -qm "Add it"'))).toContain(
      "committed",
    );
    stage.clock.advance(31 * MINUTE);
    expect(lineOf(await call("now", "mcp__throughline__finish", {}))).toContain("finished");
    await stage.start("asks");
    expect(await call("asks", "mcp__throughline__finish", { thread: "t-12345" })).toBe("");
  });

  test("not by the size that a context had before its compaction, nor where it is switched off", async () => {
    await stage.start("now");
    await fill("now", 125_000);
    await stage.start("now", "compact");
    expect(await edit("now", "/projects/alpha/a.ts")).not.toMatch(/session_digest/);
    await stage.engine.close();
    await open({ config: { work: { askForDigest: false } } });
    await stage.start("now");
    await fill("now", 125_000);
    expect(await edit("now", "/projects/alpha/a.ts")).toBe("");
  });
});

describe("K8: at the moment of action", () => {
  test("a file that a rule names brings up the rule with its age, once per session", async () => {
    await sessionBefore();
    await stage.pass(3 * 3_600_000);
    await stage.start("now");
    await stage.pass(10);
    expect(await read("now", "/projects/alpha/src/main.ts")).toBe("");
    const injected = await edit("now", "/projects/alpha/src/legacy/rates.ts");
    expect(lineOf(injected)).toBe(`Throughline: a rule names src/legacy/rates.ts: "${RULE}" [user, 3 h ago]`);
    expect(hasOnlyReminders(injected)).toBe(true);
    expect(await read("now", "/projects/alpha/src/legacy/rates.ts")).toBe("");
    await stage.start("other");
    expect(await run("other", "cat src/legacy/rates.ts")).toContain(RULE);
  });

  test("a command that fails as it failed before brings up that failure; one that passes does not", async () => {
    await sessionBefore();
    await stage.start("now");
    await stage.pass(10);
    expect(await run("now", "cd /projects/alpha && npm run export 2>&1", "Exit code 1\nError: no BIC")).toMatch(
      /Throughline: this command failed before: .*no BIC.* \[.* ago\]/,
    );
    await stage.start("other");
    expect(await run("other", "npm run export")).toBe("");
  });

  test("a rule of the session itself is not repeated to it, nor anything where continuity is off", async () => {
    await stage.start("now");
    await say("now", RULE);
    await run("now", "npm run export", "Exit code 1\nError: no BIC");
    await stage.hook("turn-end", "now", { hook_event_name: "Stop", last_assistant_message: "Good." });
    await stage.pass(5000);
    await stage.engine.work.catchUp();
    await read("now", "/projects/alpha/README.md");
    expect(await read("now", "/projects/alpha/src/legacy/rates.ts")).toBe("");
    expect(await run("now", "npm run export", "Exit code 1\nError: no BIC")).not.toContain("failed before");
    await stage.engine.close();
    await open({ config: { continuity: { enabled: false } } });
    await sessionBefore();
    await stage.start("now");
    expect(await read("now", "/projects/alpha/src/legacy/rates.ts")).toBe("");
  });

  test("what another session records is brought up from then on; what is purged is not", async () => {
    await sessionBefore();
    await stage.start("now");
    const session = await stage.session("now");
    const project = session.projectNormalized ?? "";
    await stage.engine.work.record({ project, kind: "rule", text: "config.yaml is generated", by: "user" });
    // The hook that comes first does not wait for it.
    await read("now", "/projects/alpha/README.md");
    await stage.pass(10);
    expect(await read("now", "/projects/alpha/config.yaml")).toContain("config.yaml is generated");
    await purge(stage.engine.services, await stage.session("then"));
    expect(await read("now", "/projects/alpha/src/legacy/rates.ts")).toBe("");
  });
});
