import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(join(project, "src"), { recursive: true });
  git("init", "-q");
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const git = (...args: string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" });
const own = (...path: string[]) => join(project, ".throughline", ...path);
const read = (...path: string[]) => readFileSync(own(...path), "utf8");
const LOG = ["checkpoints", "autosave-log.md"];
const says = (words: RegExp, ...path: string[]) =>
  product.until(async () => (existsSync(own(...path)) && words.test(read(...path)) ? read(...path) : undefined));

/** The client reports how full the context is. */
async function replyAt(session: Conversation, text: string, tokens: number): Promise<void> {
  session.write({
    type: "assistant",
    message: {
      ...{ id: newId(), role: "assistant", model: "claude-test" },
      content: [{ type: "text", text }],
      usage: { input_tokens: tokens },
    },
  });
  await product.hook("turn-end", session.payload({ hook_event_name: "Stop", last_assistant_message: text }));
}

describe("N7: autosave in a real repository", () => {
  test("a close word saves the place without a word, with the work that was captured, and git has nothing to tell of", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Build the login page with OAuth fallback in src/login.ts.");
    writeFileSync(join(project, "src", "login.ts"), "export const login = 1;\n");
    await session.tool(
      "Write",
      { file_path: join(project, "src", "login.ts"), content: "export const login = 1;\n" },
      "ok",
    );
    await session.tool("Bash", { command: "npm test" }, "Error: expected 200, got 401\nexit code 1", { isError: true });
    await session.reply("I will set up `src/oauth.ts`. Understood: nothing in `src/legacy` is touched.");
    await session.reply("The page is there; the OAuth test still fails. Next: fix the token check in src/login.ts.");
    // What the end of the turn saved, a close word need not save again: there is something new.
    await says(/## Next Action\nFix the token check/, "checkpoints", "autosave.md");
    await session.tool("Bash", { command: "npm run lint" }, "No problems.");
    const bye = await product.hook(
      "user-prompt-submit",
      session.payload({ hook_event_name: "UserPromptSubmit", prompt: "晚安！", prompt_id: newId() }),
    );
    expect(bye).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await says(/good-bye/, ...LOG)).toMatch(
      /^# Autosave log\n\n(?:- \S+Z \| the end of a turn [^\n]+\n)+- \d{4}-\S+Z \| the user said good-bye \| claude-code /,
    );
    const text = read("checkpoints", "autosave.md");
    expect(text).toMatch(/^# Checkpoint: autosave\n/);
    expect(text).toMatch(/\*\*Task:\*\* Build the login page with OAuth fallback/);
    expect(text).toMatch(/## Progress[\s\S]*src\/login\.ts[\s\S]*## Next Action\n\S/);
    expect(text).toContain("expected 200, got 401");
    // What was announced or taken note of is no progress.
    expect(text).not.toMatch(/src\/oauth|src\/legacy/);
    expect(git("status", "--porcelain")).toBe("?? src/\n");
  });

  test("the context that the transcript tells of saves it above 70 %, and `session_status` says how full it is", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Refactor the parser.");
    await replyAt(session, "The lexer is done.", 150_000);
    expect(await says(/context at 75 %/, ...LOG)).toContain("150,000 of 200,000 tokens");
    const { body } = await product.api("GET", `/api/session-status?session=${session.id}`);
    expect(body).toMatchObject({
      ...{ usedTokens: 150_000, contextWindow: 200_000, usedPercent: 75, autosaveAtPercent: 70 },
      lastAutosave: { why: "context at 75 % (150,000 of 200,000 tokens)", task: "Refactor the parser." },
    });
  });

  test("the end of a turn that changed something saves it, and the hook does not wait", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("What does src/login.ts do?");
    await session.tool("Bash", { command: "cat src/login.ts" }, "export const login = 1;");
    await session.reply("It exports a number.");
    await session.prompt("Make it a function.");
    await session.tool("Edit", { file_path: join(project, "src", "login.ts"), old_string: "1", new_string: "2" }, "ok");
    expect(existsSync(own(...LOG))).toBe(false);
    await session.reply("Done. Next: run `npm test`.");
    const log = await says(/the end of a turn that changed something/, ...LOG);
    expect(log.trim().split("\n").slice(2)).toHaveLength(1);
    await product.until(
      async () => /## Next Action\nRun `npm test`\./.test(read("checkpoints", "autosave.md")) || undefined,
    );
  });

  test("nothing is written where a link leads out of the repository, or where continuity is off", async () => {
    const outside = join(product.folder, "outside");
    mkdirSync(outside);
    symlinkSync(outside, own());
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Make the build pass.");
    expect(await session.prompt("goodnight")).toBe("");
    const quiet = join(product.folder, "quiet");
    mkdirSync(quiet);
    writeFileSync(join(quiet, "throughline.yaml"), "continuity: { enabled: false }\n");
    const other = new Conversation(product, quiet);
    await other.start();
    await other.prompt("Make the build pass.");
    await other.prompt("goodnight");
    // The daemon ends once all it had begun is done.
    await product.cli(["down"]);
    expect(execFileSync("ls", ["-A", outside], { encoding: "utf8" })).toBe("");
    expect(execFileSync("ls", ["-A", quiet], { encoding: "utf8" })).toBe("throughline.yaml\n");
  });

  test("in OpenClaw's layout the files stand where that project has them", async () => {
    writeFileSync(join(project, "throughline.yaml"), "layout: openclaw\n");
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Build the login page.");
    await session.prompt("明天见");
    const path = join(project, "memory", "checkpoints", "autosave.md");
    await product.until(async () => (existsSync(path) ? true : undefined));
    expect(readFileSync(join(project, "SESSION-STATE.md"), "utf8")).toContain("**Task:** Build the login page.");
  });
});

describe("N8: SESSION-STATE.md and the working buffer, by hook and file", () => {
  test("what was said in the danger zone is told to the session that starts next, once, and put away", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Refactor the parser. Never touch the migrations.");
    await replyAt(session, "I will begin with the lexer.", 130_000);
    await session.prompt("Split the grammar into three files.");
    await replyAt(session, "The grammar is in three files now.", 131_000);
    await says(/three files now/, "working-buffer.md");
    await replyAt(session, "And the printer is next.", 132_000);
    await says(/printer is next/, "working-buffer.md");
    expect(read("SESSION-STATE.md")).toMatch(/## Preferences\n\n- Never touch the migrations\./);
    await session.end();
    const told = await new Conversation(product, project).start();
    expect(told).toContain("The grammar is in three files now.");
    await says(/three files now/, "history", `${new Date().toISOString().slice(0, 7)}.md`);
    await product.until(async () => (read("working-buffer.md").includes("grammar") ? undefined : true));
  });
});

test("R6: asked in words where we stopped, a session is told; an open checkpoint is offered at its start", async () => {
  mkdirSync(own("checkpoints"), { recursive: true });
  writeFileSync(
    own("checkpoints", "q1-data-analysis.md"),
    `# Checkpoint: q1-data-analysis\n**Created:** ${new Date().toISOString()}\n**Task:** Analyse Q1\n`,
  );
  const told = await new Conversation(product, project).start();
  expect(told).toMatch(
    /Open checkpoint "q1-data-analysis", saved \d+ s ago: Analyse Q1\..*`checkpoint_resume` q1-data-analysis/,
  );
  const later = new Conversation(product, join(product.folder, "acme"));
  expect(await later.prompt("¿En qué estábamos trabajando?")).toContain("q1-data-analysis");
});
