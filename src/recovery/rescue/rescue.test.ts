import { expect, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import { listCompactions, Rescue } from "./index.ts";

const MINUTE = 60_000;
const BUDGET = 2000;

let calls = 0;

/** A tool call with its result, as a client reports it. */
async function tool(stage: Stage, key: string, name: string, input: Readonly<Record<string, unknown>>, result: string) {
  calls += 1;
  const call = { tool_name: name, tool_use_id: `toolu_${calls}`, tool_input: input, tool_response: result };
  const { answer } = await stage.hook("post-tool-use", key, { hook_event_name: "PostToolUse", ...call });
  return answer.inject ?? "";
}

const read = (stage: Stage, key: string, path: string, text: string) =>
  tool(stage, key, "Read", { file_path: `/projects/alpha/${path}` }, text);

const run = (stage: Stage, key: string, command: string, result = "ok") =>
  tool(stage, key, "Bash", { command }, result);

/** Work on a status command: files read and changed, commands run. */
async function worked(stage: Stage, key = "one"): Promise<void> {
  await stage.start(key);
  await stage.prompt(key, "Let the status command show the sessions that are open. Never print the tokens.");
  await read(
    stage,
    key,
    "src/cli/status.go",
    "    12→func runStatus(w io.Writer) error {\n    13→\treturn writeSessions(w)\n",
  );
  await tool(
    stage,
    key,
    "Edit",
    {
      file_path: "/projects/alpha/src/cli/status.go",
      old_string: "return writeSessions(w)",
      new_string: "return writeActiveSessions(w, loadSessionStates())",
    },
    "The file was updated.",
  );
  await run(
    stage,
    key,
    "go test ./src/cli/... -run TestRunStatus",
    "exit status 1\nstatus_test.go:40: expected formatTimeAgo",
  );
  await run(stage, key, "git log --oneline -3", "4be91d2 Add the list\n77c01aa Begin");
}

interface Compaction {
  readonly summary: string | undefined;
}

async function compacted(stage: Stage, { summary }: Compaction, key = "one"): Promise<string> {
  await stage.hook("pre-compaction", key, { hook_event_name: "PreCompact", trigger: "auto" });
  const atOnce = await stage.start(key, "compact");
  if (summary !== undefined)
    await stage.hook("post-compaction", key, {
      hook_event_name: "PostCompact",
      trigger: "auto",
      compact_summary: summary,
    });
  await stage.engine.hooks.idle();
  return atOnce;
}

const SUMMARY =
  "The user wants the status command to show the sessions that are open.\n\nPending Tasks:\n - finish writeActiveSessions in src/cli/status.go";

test("R4: after a compaction the next tool call gets what the summary left out, once", async () => {
  const stage = await Stage.open();
  await worked(stage);
  const atOnce = await compacted(stage, { summary: SUMMARY });
  const injected = await run(stage, "one", "git status");
  expect(injected).toContain("## What the compaction left out");
  expect(injected).toContain("runStatus");
  expect(injected).toContain("loadSessionStates");
  expect(injected).toContain("4be91d2");
  expect(injected).toContain("`recall`");
  expect(atOnce.length + injected.length).toBeLessThanOrEqual(BUDGET);
  expect(await run(stage, "one", "git status")).toBe("");
  expect(await stage.prompt("one", "Go on with the status command.")).toBe("");
});

test("R4: what the summary or the start has is not repeated", async () => {
  const stage = await Stage.open();
  await worked(stage);
  const atOnce = await compacted(stage, { summary: `${SUMMARY}\nAlso loadSessionStates, commit 4be91d2.` });
  const injected = await stage.prompt("one", "Go on.");
  expect(atOnce).toContain("Let the status command show the sessions that are open.");
  expect(injected).toContain("runStatus");
  expect(injected).not.toContain("Let the status command show");
  expect(injected).not.toMatch(/loadSessionStates|4be91d2|writeActiveSessions/);
});

test("R4: what needs no summary is injected at once: the open request and the unresolved failure", async () => {
  const stage = await Stage.open();
  await worked(stage);
  const atOnce = await compacted(stage, { summary: SUMMARY });
  expect(atOnce).toContain("**Open work**");
  expect(atOnce).toContain("- Failing: `go test ./src/cli/...");
  expect(atOnce.length).toBeLessThanOrEqual(BUDGET - 500);
});

test("R4: a failure that was fixed since is not shown", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await run(stage, "one", "go vet ./... && go test ./src/cli/... -run TestRunStatus", "ok");
  expect(await compacted(stage, { summary: SUMMARY })).not.toContain("Failing:");
});

test("R4: an announced compaction that never happens gives nothing", async () => {
  const stage = await Stage.open();
  await worked(stage);
  for (let n = 0; n < 3; n++)
    await stage.hook("pre-compaction", "one", { hook_event_name: "PreCompact", trigger: "auto" });
  expect(await run(stage, "one", "git status")).toBe("");
  expect(await listCompactions(stage.store, { limit: 5 })).toEqual([]);
});

test("R4: nothing is injected before the summary is known", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await compacted(stage, { summary: undefined });
  expect(await run(stage, "one", "git status")).toBe("");
  await stage.hook("post-compaction", "one", {
    hook_event_name: "PostCompact",
    trigger: "auto",
    compact_summary: SUMMARY,
  });
  await stage.engine.hooks.idle();
  expect(await run(stage, "one", "git status")).toContain("runStatus");
});

test("R4: an answer that never arrived is sent again", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await compacted(stage, { summary: SUMMARY });
  const body = JSON.stringify({
    ...{ session_id: "one", cwd: "/projects/alpha", hook_event_name: "PostToolUse" },
    ...{ tool_name: "Bash", tool_use_id: "toolu_lost", tool_input: { command: "ls" }, tool_response: "" },
  });
  const request = { event: "post-tool-use", harness: "claude-code", body, runtime: "hooks", hookPid: "lost" } as const;
  expect((await stage.engine.hooks.handle(request)).answer.inject).toContain("runStatus");
  await stage.engine.hooks.handle({ ...request, spooledAt: stage.clock.now() });
  expect(await run(stage, "one", "git status")).toContain("runStatus");
});

/** The client starts after a compaction but does not wait for the answer; its start event arrives later. */
async function startedLate(stage: Stage, when: "before" | "after" | "unheard", key = "one") {
  const payload = { session_id: key, cwd: "/projects/alpha", hook_event_name: "SessionStart", source: "compact" };
  const body = JSON.stringify(payload);
  const request = { event: "session-start", harness: "claude-code", body, runtime: "hooks", hookPid: "late" } as const;
  const summed = { hook_event_name: "PostCompact", trigger: "auto", compact_summary: SUMMARY };
  await stage.hook("pre-compaction", key, { hook_event_name: "PreCompact", trigger: "auto" });
  if (when !== "unheard") await stage.engine.hooks.handle(request);
  const late = () => stage.engine.hooks.handle({ ...request, spooledAt: stage.clock.now() });
  if (when === "before") await late();
  stage.clock.advance(1000);
  await stage.hook("post-compaction", key, summed);
  await stage.engine.hooks.idle();
  stage.clock.advance(1000);
  if (when !== "before") await late();
}

const count = (text: string, words: string) => text.split(words).length - 1;

test.each(["before", "after", "unheard"] as const)(
  "R4: one compaction has one budget and says nothing twice, though its start was answered late (%s)",
  async (when) => {
    const stage = await Stage.open();
    await worked(stage);
    stage.clock.advance(MINUTE);
    await startedLate(stage, when);
    const injected = [await stage.prompt("one", "What else is open?"), await run(stage, "one", "git status")];
    for (let n = 0; n < 3; n++) {
      stage.clock.advance(1000);
      injected.push(await run(stage, "one", `git status ${n}`), await stage.prompt("one", `Go on, part ${n}.`));
    }
    const all = injected.join("");
    expect(all).toContain("runStatus");
    expect(all.length).toBeLessThanOrEqual(BUDGET);
    for (const words of ["**Open work**", "- Failing: ", "go test ./src/cli/... -run TestRunStatus"])
      expect(count(all, words)).toBe(1);
    expect(all).not.toContain("What else is open?");
    expect(await listCompactions(stage.store, { limit: 5 })).toHaveLength(1);
  },
);

test("R4: a repeated start after a compaction is answered once", async () => {
  const stage = await Stage.open();
  await worked(stage);
  expect(await compacted(stage, { summary: SUMMARY })).not.toBe("");
  stage.clock.advance(1000);
  expect(await stage.start("one", "compact")).toBe("");
  expect(await run(stage, "one", "git status")).toContain("runStatus");
  expect(await listCompactions(stage.store, { limit: 5 })).toHaveLength(1);
});

test("R4: a start event that arrives after everything was injected adds nothing", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await stage.hook("pre-compaction", "one", { hook_event_name: "PreCompact", trigger: "auto" });
  await stage.hook("post-compaction", "one", { hook_event_name: "PostCompact", compact_summary: SUMMARY });
  stage.clock.advance(1000);
  expect(await run(stage, "one", "git status")).toContain("runStatus");
  const payload = { session_id: "one", cwd: "/projects/alpha", hook_event_name: "SessionStart", source: "compact" };
  await stage.engine.hooks.handle({
    ...{ event: "session-start", harness: "claude-code", body: JSON.stringify(payload), runtime: "hooks" },
    ...{ hookPid: "late", spooledAt: stage.clock.now() },
  });
  expect(await run(stage, "one", "git status")).toBe("");
  expect(await listCompactions(stage.store, { limit: 5 })).toHaveLength(1);
});

test.each([undefined, 7, { text: SUMMARY }])(
  "R4: the end of a compaction that was dealt with is no second one, whatever it says of its summary (%s)",
  async (compact_summary) => {
    const stage = await Stage.open();
    await worked(stage);
    await compacted(stage, { summary: SUMMARY });
    await run(stage, "one", "git status");
    await stage.hook("post-compaction", "one", { hook_event_name: "PostCompact", trigger: "auto", compact_summary });
    expect(await listCompactions(stage.store, { limit: 5 })).toHaveLength(1);
  },
);

test("R4: the second compaction repeats what the first had injected and was compacted away", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await compacted(stage, { summary: SUMMARY });
  await run(stage, "one", "git status");
  stage.clock.advance(MINUTE);
  await run(stage, "one", "go doc ./cmd/alpha writeSummaries");
  await compacted(stage, { summary: SUMMARY });
  const injected = await run(stage, "one", "git status");
  expect(injected).toContain("runStatus");
  expect(injected).toContain("writeSummaries");
});

test("R4: where continuity is switched off nothing is injected", async () => {
  const stage = await Stage.open({ config: { continuity: { enabled: false } } });
  await worked(stage);
  await compacted(stage, { summary: SUMMARY });
  expect(await run(stage, "one", "git status")).toBe("");
});

test("R4: the account of a compaction lists what was kept, dropped and shown, and what the agent then needed", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await compacted(stage, { summary: SUMMARY });
  await run(stage, "one", "git status");
  for (let n = 0; n < 12; n++) await run(stage, "one", "go test ./src/cli/... -run TestRunStatus");
  await read(stage, "one", "src/cli/status.go", "");
  await stage.end("one");
  const [compaction] = await listCompactions(stage.store, { limit: 5 });
  if (!compaction) throw new Error("there is no compaction");
  const { things, needed, score } = await stage.engine.recovery.rescue.report(compaction);
  expect(things?.kept).toContain("path src/cli/status.go");
  expect(things?.dropped).toContain("name runStatus");
  expect(things?.told).toContain("name runStatus");
  expect(needed?.kept).toContain("path src/cli/status.go");
  expect(needed?.told).toContain("name TestRunStatus");
  expect(score).toBe(1);
  expect(compaction.score).toBe(1);
});

test("R4: what was injected at the start of a compacted session counts with the rest", async () => {
  const stage = await Stage.open();
  await worked(stage);
  const atOnce = await compacted(stage, { summary: SUMMARY });
  const injectedTexts = async () => {
    const [compaction] = await listCompactions(stage.store, { limit: 1 });
    return compaction && stage.engine.recovery.rescue.injectedTexts(compaction);
  };
  expect(atOnce).not.toBe("");
  expect(await injectedTexts()).toEqual([atOnce]);
  const afterwards = await run(stage, "one", "git status");
  expect(await injectedTexts()).toEqual([atOnce, afterwards]);
  await stage.prompt("one", "Go on.");
  expect(await injectedTexts()).toEqual([atOnce, afterwards]);
});

test("R1: the next session gets what the last one worked with", async () => {
  const stage = await Stage.open();
  await worked(stage);
  await stage.end("one");
  const injected = await stage.start("two");
  expect(injected).toMatch(/^In use \[agent, \d+ ?s\]:.* src\/cli\/status\.go:12-13/m);
  expect(injected).toContain("runStatus");
  expect(injected.length).toBeLessThanOrEqual(BUDGET);
});

test("R4: lines from elsewhere come before what is ranked, within the budget less the room for that", async () => {
  const stage = await Stage.open({ config: { continuity: { recoveryBudgetChars: 900 } } });
  await worked(stage);
  const session = await stage.store.sessions.list({ limit: 1 }).then(([only]) => only);
  if (!session) throw new Error("there is no session");
  const asked: number[] = [];
  const rescue = new Rescue(stage.engine.services, async (_session, _at, known, room) => {
    asked.push(room);
    return [`**Rule**: keep ${known.includes("Pending Tasks") ? "what is left" : "nothing"}`, "x".repeat(room)];
  });
  await rescue.announce(session, "auto");
  await rescue.ended(session, SUMMARY);
  const text = (await rescue.takePendingText(session))?.text ?? "";
  expect(asked).toEqual([400]);
  expect(text).toMatch(/\n\*\*Rule\*\*: keep what is left\nIn use: [^\n]*runStatus/);
  expect(text).not.toContain("xxx");
  expect(text.length).toBeLessThanOrEqual(900);
});
