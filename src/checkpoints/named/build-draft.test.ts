import { describe, expect, test } from "vitest";
import { callContent, type Spoken } from "../../capture/index.ts";
import { BUFFER_HEAD, formatBufferEntry } from "../autosave/working-buffer.ts";
import { EMPTY_DRAFT, filledFrom } from "./draft.ts";
import { draftFromState } from "./draft-from-state.ts";
import { qualityProblems } from "./quality.ts";
import { buildDraft } from "./sources.ts";

const createdAt = "2026-11-15T10:00:00.000Z";
let calls = 0;

const asked = (content: string): Spoken => ({ kind: "prompt", role: "user", content, createdAt });
const replied = (content: string): Spoken => ({ kind: "text", role: "assistant", content, createdAt });
function called(name: string, input: object, result: string, isError = false): Spoken[] {
  calls += 1;
  const toolUseId = `call-${calls}`;
  return [
    { kind: "tool_use", role: "assistant", content: callContent(name, input), toolName: name, toolUseId, createdAt },
    { kind: "tool_result", role: "tool", content: result, toolUseId, isError, createdAt },
  ];
}

const root = "/projects/shop";
const FILES: Readonly<Record<string, string>> = {
  "/projects/shop/src/auth.py": `${"# head\n".repeat(44)}def login():\n    check()\n    return token\n\nrest = 1\n`,
  "/projects/shop/src/new.py": "a = 1\nb = 2\n",
};
const fill = (messages: readonly Spoken[], sessionState?: string, workingBuffer?: string) =>
  buildDraft({ sessionState, workingBuffer, captured: { messages, root, textOf: (path) => FILES[path] } });

describe("N1: a checkpoint is filled from SESSION-STATE.md first", () => {
  const expected = {
    task: "Build the login page",
    progress: ["Wrote src/auth.py lines 45-120", "Ran pytest: 14 passed"],
    nextAction: "Run pytest tests/auth_test.py",
    blockers: ["Git conflict in src/main.py lines 80-95"],
    keyDecisions: ["Redis, because two servers share the sessions"],
    relevantContext: ["Goal: Ship on Friday", "User prefers verbose error messages"],
  };

  test("by its headings", () => {
    const text =
      "# SESSION-STATE\n## Active Task\nBuild the login page\n\n## Current Goal\nShip on Friday\n## Progress\n- Wrote src/auth.py lines 45-120\n- Ran pytest: 14 passed\n## Next Action\nRun pytest tests/auth_test.py\n## Blockers\n- Git conflict in src/main.py lines 80-95\n## Decisions\n- Redis, because two servers share the sessions\n## Preferences\n- User prefers verbose error messages\n## Weather\n- sunny\n";
    expect(draftFromState(text)).toEqual(expected);
    expect(draftFromState(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(expected);
  });

  test("by its labels", () => {
    const text =
      "Task: Build the login page\n**Goal:** Ship on Friday\n- **Progress**:\n- Wrote src/auth.py lines 45-120\n- Ran pytest: 14 passed\nNext step: Run pytest tests/auth_test.py\nBlockers: Git conflict in src/main.py lines 80-95\nDecisions:\n* Redis, because two servers share the sessions\nPreferences: User prefers verbose error messages\n";
    expect(draftFromState(text)).toEqual(expected);
  });

  test("and then from the conversation: it fills what is open, and adds to lists", () => {
    const messages = [asked("Paint the shed in src/shed.py"), replied("Next: run `make shed`.")];
    const draft = fill(
      messages,
      "Task: Build the login page\nBlockers: none\nDecisions:\n- Redis, because it is shared\n",
    );
    expect(draft).toMatchObject({
      task: "Build the login page",
      nextAction: "run `make shed`.",
      blockers: [],
      keyDecisions: ["Redis, because it is shared"],
    });
  });
});

describe("N1: a checkpoint is filled from the captured conversation", () => {
  test("what is announced or taken note of is no progress", () => {
    const said = (...replies: string[]) => fill([asked("Set up the shop."), ...replies.map(replied)]).progress;
    for (const reply of [
      "I will set up `src/shop.ts` with three routes.",
      "Sure, I’ll add `npm run seed`.",
      "Understood: nothing in `src/legacy` is touched.",
      "Okay! Let me read `src/shop.ts`.",
      "Ich werde `src/shop.ts` anlegen.",
    ])
      expect(said(reply)).toEqual([]);
    expect(said("I'll add `npm run seed`.", "I set up `src/shop.ts` with three routes.")).toEqual([
      "I set up `src/shop.ts` with three routes.",
    ]);
  });

  test("files with line ranges, commands with results, decisions with reasons, the real error, the exact next step", () => {
    const draft = fill([
      asked("Build the login page in src/auth.py. Never log the password."),
      replied("We decided to keep sessions in Redis. That way two servers share them."),
      ...called(
        "Edit",
        {
          file_path: "/projects/shop/src/auth.py",
          old_string: "x",
          new_string: "def login():\n    check()\n    return token\n",
        },
        "ok",
      ),
      ...called("Write", { file_path: "/projects/shop/src/new.py", content: "a = 1\nb = 2\n" }, "ok"),
      ...called(
        "Edit",
        { file_path: "/projects/shop/src/gone.py", old_string: "x", new_string: "y" },
        "no such file",
        true,
      ),
      ...called("Read", { file_path: "/projects/shop/src/main.py", offset: 80, limit: 16 }, "…"),
      ...called("Bash", { command: "pytest tests/test_token.py" }, "....\n14 passed in 0.3s"),
      ...called(
        "Bash",
        { command: "git merge main" },
        "Exit code 1\nAuto-merging\nCONFLICT (content): Merge conflict in src/main.py\nAutomatic merge failed; fix conflicts",
        true,
      ),
      ...called("Bash", { command: "ls src" }, "auth.py"),
      replied("Added the login flow to `src/auth.py`. Next, I'll run `pytest tests/auth_test.py` to verify login."),
      asked("ok thanks"),
      asked("save a checkpoint please"),
    ]);
    expect(draft).toEqual({
      task: "Build the login page in src/auth.py. Never log the password.",
      progress: [
        "Changed `src/auth.py` lines 45-47",
        "Wrote `src/new.py` lines 1-2",
        "Ran `pytest tests/test_token.py`: exit 0, 14 passed in 0.3s",
        "Added the login flow to `src/auth.py`.",
      ],
      nextAction: "Run `pytest tests/auth_test.py` to verify login.",
      blockers: [expect.stringMatching(/^`git merge main` fails: exit 1: .*(?:conflict|CONFLICT)/)],
      keyDecisions: ["We decided to keep sessions in Redis. That way two servers share them."],
      relevantContext: ["The user said: Never log the password.", "Read `src/main.py` lines 80-95"],
    });
  });

  test("a command that failed and then succeeded is no blocker", () => {
    const run = (result: string, isError: boolean) => called("Bash", { command: "npm test" }, result, isError);
    expect(fill([...run("Exit code 1\nError: boom", true), ...run("12 passed", false)]).blockers).toEqual([]);
  });

  test("without a word on what comes next, what still fails is next", () => {
    const failed = called("Bash", { command: "npm test" }, "Exit code 1\nError: expected 2, got 3", true);
    expect(fill([asked("Make the tests pass"), ...failed]).nextAction).toBe(
      "Fix the failure, then rerun `npm test`: exit 1: Error: expected 2, got 3",
    );
  });

  test("the working buffer is asked only where the rest says too little", () => {
    const buffer =
      "## Exchange\nUser: go on\nAgent: Fixed the parser in `src/parse.ts`.\nNext action: run `npm test`\n";
    expect(fill([asked("Fix the parser")], undefined, buffer)).toMatchObject({
      task: "Fix the parser",
      progress: ["Fixed the parser in `src/parse.ts`."],
    });
    expect(buildDraft({ workingBuffer: buffer }).nextAction).toBe("run `npm test`");
    const whole = "Task: a\nProgress: wrote src/a.ts\nNext action: run `make`\n";
    expect(buildDraft({ sessionState: whole, workingBuffer: buffer }).nextAction).toBe("run `make`");
  });

  test("the exchanges of the working buffer fill Task, Progress and Next Action", () => {
    const workingBuffer = `${BUFFER_HEAD}${(["User", "Agent"] as const)
      .map((speaker, at) =>
        formatBufferEntry({
          ...{ session: "claude-code a", at, percent: 63, speaker },
          text:
            ["Split the grammar into three files.", "Added `src/lex.ts` to the build. Next: run `npm test`."][at] ?? "",
        }),
      )
      .join("")}`;
    expect(buildDraft({ workingBuffer })).toMatchObject({
      task: "Split the grammar into three files.",
      progress: ["Added `src/lex.ts` to the build."],
      nextAction: "Run `npm test`.",
    });
  });
});

test("N1: what the session's state has is not repeated as the user's words", () => {
  const decision = "We decided to rotate tokens because stateless ones cannot be revoked.";
  const stated = { ...EMPTY_DRAFT, keyDecisions: [decision], relevantContext: ["Never touch the legacy folder."] };
  const rules = { ...EMPTY_DRAFT, relevantContext: [decision, "Never touch the legacy folder.", "Log in English."] };
  const quoted = rules.relevantContext.map((one) => `The user said: ${one}`);
  expect(filledFrom(stated, { ...rules, relevantContext: quoted }).relevantContext).toEqual([
    "Never touch the legacy folder.",
    "The user said: Log in English.",
  ]);
});

test.each([
  ["Wrote tok.py lines 1-40. Next I will run pytest tests/test_tok.py.", "Run pytest tests/test_tok.py."],
  ["Wrote tok.py. I'll now run pytest tests/test_tok.py.", "Run pytest tests/test_tok.py."],
  ["Wrote tok.py. Now let me run pytest tests/test_tok.py.", "Run pytest tests/test_tok.py."],
  ["Wrote tok.py. The next step is to run pytest.", "Run pytest."],
])("N1: of %j the step that was announced is next", (reply, next) => {
  expect(fill([asked("Implement the tokenizer in tok.py"), replied(reply)]).nextAction).toBe(next);
});

test("N3: what was run and found out is progress, also where nothing was changed", () => {
  const output =
    "Exit code 1\nE   TypeError: can't compare offset-naive and offset-aware datetimes\nsrc/b.py:88: TypeError\n=== 1 failed, 3 passed in 0.12s ===";
  const draft = fill([
    asked("Fix the date bug in src/b.py."),
    ...called("Bash", { command: "pytest tests/test_date.py" }, output, true),
    replied("The bug is the naive datetime at src/b.py:88. Next, I will edit src/b.py line 88."),
  ]);
  const error = "exit 1: src/b.py:88: TypeError: can't compare offset-naive and offset-aware datetimes";
  expect(draft).toMatchObject({
    progress: [`Ran \`pytest tests/test_date.py\`: ${error}`, "The bug is the naive datetime at src/b.py:88."],
    nextAction: "Edit src/b.py line 88.",
    blockers: [`\`pytest tests/test_date.py\` fails: ${error}`],
  });
  expect(qualityProblems(draft)).toEqual([]);
});
