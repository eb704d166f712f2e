import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lastIncidents } from "../../audit/index.ts";
import { newId } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";

const MINUTE = 60_000;

let stage: Stage;
let project: string;

async function openStage(config: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const home = scratchFolder();
  const opened = await Stage.open({ home, config });
  stage = opened;
  onTestFinished(() => opened.engine.close());
}

beforeEach(async () => {
  project = join(scratchFolder(), "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  await openStage();
});

const own = (...path: string[]) => join(project, ".throughline", ...path);
const read = (...path: string[]) => readFileSync(own(...path), "utf8");
const autosave = () => read("checkpoints", "autosave.md");
const log = () => read("checkpoints", "autosave-log.md").trim().split("\n").slice(2);
const isSaved = () => existsSync(own("checkpoints", "autosave.md"));

async function hook(event: Parameters<Stage["hook"]>[0], key: string, fields: Readonly<Record<string, unknown>>) {
  const { answer } = await stage.hook(event, key, { cwd: project, ...fields });
  await stage.engine.hooks.idle();
  return answer.inject ?? "";
}
const start = (key: string, source = "startup") => hook("session-start", key, { source });
const prompt = (key: string, text: string) => hook("user-prompt-submit", key, { prompt: text });
const turnEnd = async (key: string, reply: string) => {
  await hook("turn-end", key, { last_assistant_message: reply });
  await stage.pass(3000);
  await stage.engine.hooks.idle();
};
const use = (key: string, tool_name: string, tool_input: Readonly<Record<string, unknown>>, tool_response: unknown) =>
  hook("post-tool-use", key, { tool_name, tool_input, tool_response, tool_use_id: newId() });
const bash = (key: string, command: string) => use(key, "Bash", { command }, "ok");
const fill = async (key: string, tokens: number) =>
  stage.store.sessions.change((await stage.session(key)).id, { lastInputTokens: tokens });

describe("N7: autosave", () => {
  test("is written when the user says goodnight, in the checkpoint's form, with why, when and for whom in the log", async () => {
    await prompt("a", "Build the login page with OAuth fallback in src/login.ts.");
    expect(isSaved()).toBe(false);
    expect(await prompt("a", " Goodnight! ")).toBe("");
    expect(autosave()).toMatch(
      /^# Checkpoint: autosave\n\*\*Created:\*\* \d{4}-\d\d-\d\d .*\n\*\*Task:\*\* Build the login page/,
    );
    expect(autosave()).toMatch(/\*\*Why:\*\* the user said good-bye\n\*\*Session:\*\* claude-code a/);
    expect(log()).toEqual([
      "- 2026-01-01T00:00:00.000Z | the user said good-bye | claude-code a | Build the login page with OAuth fallback in src/login.ts.",
    ]);
  });

  test("is not written for the close words inside a sentence, nor where nothing is open", async () => {
    await prompt("a", "what does git rebase do?");
    await prompt("a", "goodnight");
    await prompt("b", "the tests end with exit code 1, fix the exit handler");
    await prompt("b", "commit this and goodnight");
    expect(isSaved()).toBe(false);
  });

  test.each(["goodnight", "Goodnight.", "晚安。", " LOGOUT\n", "`exit`", "/exit", "“明天见！”"])(
    "%j closes",
    async (word) => {
      await prompt("a", "Build the login page.");
      await prompt("a", word);
      expect(log()).toEqual([expect.stringContaining("the user said good-bye")]);
      expect(autosave()).toContain("**Task:** Build the login page.");
      expect(read("SESSION-STATE.md")).not.toContain(word.trim());
    },
  );

  test("above 70 % of the model's window it is written at every turn's end that changed something, and says so first", async () => {
    await prompt("a", "Refactor the parser.");
    await fill("a", 140_000);
    await turnEnd("a", "Done with the lexer.");
    expect(isSaved()).toBe(false);
    await fill("a", 140_001);
    await prompt("a", "Refactor the printer, too.");
    expect(log()).toEqual([expect.stringContaining("context at 70 % (140,001 of 200,000 tokens)")]);
    await turnEnd("a", "I renamed `print` to `render` in src/printer.ts.");
    expect(log()).toHaveLength(2);
  });

  test("the window is the model's own", async () => {
    await openStage({ models: { default: { contextWindow: 1_000_000 } } });
    await prompt("a", "Refactor the parser.");
    await fill("a", 150_000);
    await turnEnd("a", "Done.");
    expect(isSaved()).toBe(false);
  });

  test("is written once for each silence of ten minutes with work open", async () => {
    await prompt("a", "Refactor the parser.");
    await stage.pass(9 * MINUTE);
    await stage.engine.runDueWork();
    expect(isSaved()).toBe(false);
    await stage.pass(2 * MINUTE);
    await stage.engine.runDueWork();
    expect(log()).toEqual([expect.stringContaining("idle for 11 minutes")]);
    for (let n = 0; n < 20; n++) {
      await stage.pass(MINUTE);
      await stage.engine.runDueWork();
    }
    expect(log()).toHaveLength(1);
  });

  test("a session that was idle for long does not write over what a later one saved", async () => {
    await prompt("a", "Refactor the parser.");
    await stage.pass(5 * MINUTE);
    await prompt("b", "Write the release notes.");
    await prompt("b", "goodnight");
    await stage.pass(6 * MINUTE);
    await stage.engine.runDueWork();
    expect(log()).toHaveLength(1);
    expect(autosave()).toContain("Write the release notes.");
  });

  const edit = (key: string, file: string) =>
    use(key, "Edit", { file_path: join(project, file), old_string: "a", new_string: "b" }, "ok");

  test("is written at the end of a turn that edited a file, ran a command or decided something, and at no other", async () => {
    await prompt("a", "Make the build pass.");
    await bash("a", "git status");
    await turnEnd("a", "The build uses webpack.");
    expect(isSaved()).toBe(false);
    await edit("a", "src/build.ts");
    expect(isSaved()).toBe(false);
    await turnEnd("a", "I changed `src/build.ts`.");
    expect(log()).toEqual([expect.stringContaining("the end of a turn that changed something")]);
    await prompt("a", "What does it print?");
    await turnEnd("a", "It prints nothing.");
    expect(log()).toHaveLength(1);
    await prompt("a", "Run it then.");
    await bash("a", "npm run build");
    await turnEnd("a", "It passes.");
    expect(log()).toHaveLength(2);
    await prompt("a", "Let's go with esbuild instead of webpack because it is faster.");
    await turnEnd("a", "Understood.");
    expect(log()).toHaveLength(3);
  });

  test("a call that was refused changes nothing", async () => {
    await prompt("a", "Make the build pass.");
    const refusal = { is_error: true, content: "<tool_use_error>Blocked: run it in the background</tool_use_error>" };
    await hook("post-tool-use", "a", {
      ...{ hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_use_id: "t0", error: refusal.content },
      tool_input: { command: "sleep 60; npm test" },
    });
    await turnEnd("a", "It was refused.");
    expect(isSaved()).toBe(false);
  });

  test("is skipped within five minutes when nothing changed, and written when something did, or later", async () => {
    await prompt("a", "Make the build pass.");
    await prompt("a", "goodnight");
    await prompt("a", "exit");
    expect(log()).toHaveLength(1);
    await prompt("a", "Use esbuild instead of webpack.");
    await prompt("a", "exit");
    expect(log()).toHaveLength(2);
    await stage.pass(6 * MINUTE);
    await prompt("a", "exit");
    expect(log()).toHaveLength(3);
  });

  test("never touches a named checkpoint, keeps a person's .gitignore, and stays out of git automatically", async () => {
    mkdirSync(own("checkpoints"), { recursive: true });
    writeFileSync(own("checkpoints", "build-login-page.md"), "# mine\n");
    await prompt("a", "Make the build pass.");
    await prompt("a", "goodnight");
    expect(read("checkpoints", "build-login-page.md")).toBe("# mine\n");
    expect(read(".gitignore")).toContain("/checkpoints/autosave.md\n");
    expect(read(".gitignore")).not.toContain("build-login-page");
    writeFileSync(own(".gitignore"), "");
    await prompt("a", "Also make the tests pass.");
    await prompt("a", "goodnight");
    expect(read(".gitignore")).toBe("");
  });

  test("writes nothing where continuity is off, in a project without a folder, and for a session without one", async () => {
    await openStage({ continuity: { enabled: false } });
    await prompt("a", "Make the build pass.");
    await prompt("a", "goodnight");
    expect(readdirSync(project)).toEqual([".git"]);
    await openStage();
    await stage.prompt("c", "Make the build pass.");
    await stage.prompt("c", "goodnight");
    await stage.engine.hooks.idle();
  });

  test("secrets are redacted in every file of it", async () => {
    await fill("a", 0).catch(() => undefined);
    await prompt("a", "Deploy with the key AKIAZ7Q4WMX2LTV9KJ3D and never log it.");
    await fill("a", 160_000);
    await prompt("a", "Run the deploy with AKIAZ7Q4WMX2LTV9KJ3D.");
    await bash("a", "AWS_KEY=AKIAZ7Q4WMX2LTV9KJ3D npm run deploy");
    const all = ["SESSION-STATE.md", "working-buffer.md", "checkpoints/autosave.md", "checkpoints/autosave-log.md"];
    for (const file of all) expect(read(file)).not.toContain("AKIAZ7Q4WMX2LTV9KJ3D");
    expect(read("working-buffer.md")).toContain("[REDACTED]");
  });
});

describe("N8: SESSION-STATE.md", () => {
  test("holds task, goal, decisions, corrections and preferences as the user says them", async () => {
    await prompt("a", "Build the login page with OAuth fallback.");
    await prompt("a", "Let's go with Hono for the server because it is small.");
    await prompt("a", "No, that's wrong: use argon2id instead of bcrypt.");
    await prompt("a", "I prefer verbose error messages. Now write the tests for it.");
    const text = read("SESSION-STATE.md");
    expect(text).toMatch(/^\*\*Task:\*\* Build the login page with OAuth fallback\.$/m);
    expect(text).toMatch(/^\*\*Goal:\*\* Now write the tests for it\.$/m);
    expect(text).toMatch(/## Decisions\n\n- Let's go with Hono/);
    expect(text).toMatch(/## Corrections\n\n- No, that's wrong: use argon2id/);
    expect(text).toMatch(/## Preferences\n\n- I prefer verbose error messages/);
  });

  test("people's and agents' own lines stay, outside our markers and inside them", async () => {
    mkdirSync(own(), { recursive: true });
    writeFileSync(own("SESSION-STATE.md"), "# Mine\r\nKeep caf\u00e9.\r\n");
    await prompt("a", "Build the login page.");
    const first = read("SESSION-STATE.md");
    expect(first.startsWith("# Mine\r\nKeep caf\u00e9.\r\n")).toBe(true);
    const edited = first
      .replace("Build the login page.", "Build the sign-in page.")
      .replace("<!-- throughline:end", "Remember the milk.\r\n<!-- throughline:end");
    writeFileSync(own("SESSION-STATE.md"), edited);
    await prompt("a", "Now write the tests.");
    const text = read("SESSION-STATE.md");
    expect(text.startsWith("# Mine\r\nKeep caf\u00e9.\r\n")).toBe(true);
    expect(text).toContain("**Task:** Build the sign-in page.");
    expect(text.match(/Remember the milk\./g)).toHaveLength(1);
  });

  test("what is said while a marker is missing is reported as an incident, and written once it is back", async () => {
    await prompt("a", "Build the login page.");
    const whole = read("SESSION-STATE.md");
    writeFileSync(own("SESSION-STATE.md"), whole.replace(/^.*throughline:end.*$/m, ""));
    await prompt("a", "We decided to use DuckDB because it is faster.");
    await prompt("a", "We decided to use Hono because it is small.");
    const kinds = (await lastIncidents(stage.engine.services.store, 10)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "state_not_written")).toHaveLength(1);
    writeFileSync(own("SESSION-STATE.md"), whole);
    await prompt("a", "We decided to keep sessions in Redis because two servers share them.");
    for (const word of ["DuckDB", "Hono", "Redis"]) expect(read("SESSION-STATE.md")).toContain(word);
  });

  test("another session's work takes its place, and what was there is archived, not lost", async () => {
    await prompt("a", "Build the login page.");
    await stage.end("a");
    await prompt("b", "Write the release notes.");
    expect(read("SESSION-STATE.md")).not.toContain("login page");
    expect(read("history", "2026-01.md")).toContain("**Task:** Build the login page.");
  });

  test("a session that asks to continue keeps it", async () => {
    await prompt("a", "Build the login page.");
    await stage.end("a");
    await prompt("b", "continue where we left off");
    await prompt("b", "Now write its tests.");
    expect(read("SESSION-STATE.md")).toMatch(
      /\*\*Session:\*\* claude-code b[\s\S]*\*\*Task:\*\* Build the login page\./,
    );
  });

  test("is archived when a session ends whose task is complete, and kept when it is not", async () => {
    await openStage({ grounding: { minTestScenarios: 0 } });
    const { ledger } = stage.engine;
    const location = await ledger.at(project);
    const { slug } = await ledger.tasks.add(location, { title: "Login page" });
    await prompt("a", "Build the login page.");
    await stage.store.sessions.change((await stage.session("a")).id, { task: slug });
    await stage.end("a");
    expect(read("SESSION-STATE.md")).toContain("Build the login page.");
    await ledger.tasks.update(location, slug, { status: "complete" });
    await stage.end("a");
    expect(read("SESSION-STATE.md")).not.toContain("Build the login page.");
    expect(read("history", "2026-01.md")).toContain("**Task:** Build the login page.");
  });

  test("a slash command is no work", async () => {
    await prompt("a", "/checkpoint save build-login-page");
    expect(existsSync(own("SESSION-STATE.md"))).toBe(false);
  });

  test("two sessions at once do not mix: each finds its own state when it speaks again", async () => {
    await prompt("a", "Build the login page.");
    await prompt("b", "Write the release notes.");
    await prompt("a", "Now write the tests.");
    expect(read("SESSION-STATE.md")).toMatch(
      /\*\*Task:\*\* Build the login page\.[\s\S]*\*\*Goal:\*\* Now write the tests\./,
    );
    expect(existsSync(own("history"))).toBe(false);
  });
});

describe("N8: the working buffer", () => {
  test("logs exchanges above 60 %, is shown to the next session, and then archived", async () => {
    await prompt("a", "Refactor the parser.");
    await fill("a", 120_000);
    await prompt("a", "Keep the lexer as it is for now.");
    expect(existsSync(own("working-buffer.md"))).toBe(false);
    await fill("a", 126_000);
    await prompt("a", "Split the grammar into three files.");
    await turnEnd("a", "The grammar is in three files: `a.ts`, `b.ts`, `c.ts`.");
    await prompt("a", "Now the printer.");
    await turnEnd("a", "The printer is next.");
    const text = read("working-buffer.md");
    expect(text).toMatch(
      /context 63 %\n\*\*User:\*\* Split the grammar[\s\S]*\*\*Agent:\*\* The grammar is in three files/,
    );
    await stage.end("a");
    const shown = await start("b");
    expect(shown).toContain("## Session Recovery Context");
    // The ledger has it as well, and says it better.
    expect(shown).toMatch(/The grammar is in three files.* \[agent, \d+s\]/);
    expect(shown.length).toBeLessThanOrEqual(2000);
    expect(read("working-buffer.md")).not.toContain("grammar");
    expect(read("history", "2026-01.md")).toContain("The grammar is in three files");
  });

  test("is shown after a compaction, too, and archived", async () => {
    await prompt("a", "Refactor the parser.");
    await fill("a", 126_000);
    await turnEnd("a", "The grammar is in three files: `a.ts`, `b.ts`, `c.ts`.");
    await hook("pre-compaction", "a", { trigger: "auto" });
    expect(await start("a", "compact")).toMatch(/The grammar is in three files.* \[working-buffer\.md, \d+s\]/);
    expect(read("working-buffer.md")).not.toContain("grammar");
  });

  test("does not grow for ever: what is old is put away", async () => {
    await prompt("a", "Refactor the parser.");
    await fill("a", 126_000);
    writeFileSync(own("working-buffer.md"), "an agent's own line\n".repeat(15_000));
    await prompt("a", "Split the grammar.");
    expect(read("working-buffer.md")).toMatch(/Split the grammar/);
    expect(read("working-buffer.md").length).toBeLessThan(1000);
    expect(read("history", "2026-01.md").match(/an agent's own line/g)).toHaveLength(15_000);
  });

  test("a session that starts in parallel is not shown the other's entries, and leaves them there", async () => {
    await prompt("a", "Refactor the parser.");
    await fill("a", 130_000);
    await prompt("a", "Split the grammar into three files.");
    mkdirSync(own("checkpoints"), { recursive: true });
    writeFileSync(own("checkpoints", "q1-analysis.md"), "# Checkpoint: q1-analysis\n**Task:** Analyse Q1\n");
    expect(await start("b")).not.toContain("grammar");
    expect(read("working-buffer.md")).toContain("Split the grammar");
  });
});

describe("R1: an open checkpoint is offered in one line", () => {
  const offerOf = (text: string) => text.split("\n").filter((line) => line.startsWith("Open checkpoint"));

  test("the newest, with name, age, task and how to resume", async () => {
    mkdirSync(own("checkpoints"), { recursive: true });
    const file = (name: string, at: string) =>
      writeFileSync(
        own("checkpoints", `${name}.md`),
        `# Checkpoint: ${name}\n**Created:** ${at}\n**Task:** Task of ${name}\n`,
      );
    file("build-login-page", "2025-12-31 21:00 GMT+0");
    file("older-work", "2025-12-30 21:00 GMT+0");
    file("ancient-work", "2025-11-01 21:00 GMT+0");
    expect(offerOf(await start("a"))).toEqual([
      'Open checkpoint "build-login-page", saved 3 h ago: Task of build-login-page. To go on from it: `checkpoint_resume` build-login-page (1 more: `checkpoint_list`).',
    ]);
  });

  test("next to what is recovered, inside its budget; an autosave of a session that is over among them", async () => {
    await prompt("a", `Refactor the parser. ${"It is long. ".repeat(200)}`);
    await prompt("a", "goodnight");
    await stage.end("a");
    await stage.pass(30 * MINUTE);
    const shown = await start("b");
    expect(offerOf(shown)).toEqual([
      expect.stringMatching(/^Open checkpoint "autosave", saved 30 min ago\. To go on from it: /),
    ]);
    expect(shown.length).toBeLessThanOrEqual(2000);
  });

  test("not the autosave of a session in which somebody works right now", async () => {
    await prompt("a", "Refactor the parser.");
    await prompt("a", "goodnight");
    expect(isSaved()).toBe(true);
    expect(await start("b")).toBe("");
  });
});
