import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { syncedFiles } from "./files/synced-files.ts";
import { PROJECT_ROOT } from "./identifiers.ts";
import { workStates } from "./work-states.ts";

let stage: Stage;
let project: string;
let location: ProjectLocation;
beforeEach(async () => {
  const folder = scratchFolder();
  project = join(folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  stage = await Stage.open({ home: join(folder, "home") });
  onTestFinished(() => stage.engine.close());
  location = await stage.engine.ledger.at(project);
});

const content = {
  decision: "Use rotating refresh tokens",
  rationale: "They cannot be replayed",
  alternatives: ["Stateless tokens"],
  evidence: [{ path: `${PROJECT_ROOT}/src/refresh.ts`, line: 3, quote: "export function\n  rotate()" }],
  testScenarios: [{ name: "Both expired", type: "error_handling" as const, expected: "Sign in again" }],
};
const ledger = () => stage.engine.ledger;
const notes = () => join(project, ".throughline", "NOTES.md");
const taskFile = (slug: string) => join(project, ".throughline", "tasks", slug, "task.yaml");
const read = (path: string) => readFileSync(path, "utf8");
const edit = (path: string, change: (text: string) => string) => writeFileSync(path, change(read(path)));
const decided = async () => (await ledger().decided(location)).map(({ decision }) => decision);

test("L2: a decision is at once in the notes, in its task's file and in the store, and recall finds it", async () => {
  await ledger().tasks.add(location, { title: "Token refresh!" });
  const { id, behind } = await ledger().decide(location, { ...content, task: "token-refresh" });
  expect(behind).toEqual([]);
  expect(read(notes())).toContain(
    `<!-- decision ${id}, task token-refresh -->\n**Decision**: Use rotating refresh tokens`,
  );
  expect(read(taskFile("token-refresh"))).toContain("decision: Use rotating refresh tokens");
  expect(await ledger().decided(location)).toMatchObject([{ id, ...content, task: "token-refresh" }]);
  expect((await ledger().tasks.show(location, "token-refresh")).decisions).toMatchObject([{ id }]);
  const found = await stage.engine.memory.recall({ query: "refresh tokens", project: location.project, budget: 500 });
  expect(found[0]?.content).toContain("Use rotating refresh tokens");
});

test("L2: a decision without a rationale says so in the notes, and stays without one", async () => {
  const { id } = await ledger().decide(location, { ...content, rationale: "" });
  expect(read(notes())).toContain("**Rationale**: not given\n");
  await ledger().decide(location, { ...content, decision: "Log every refusal" });
  expect(await ledger().decisions.show(location.project, id)).toMatchObject({ rationale: "", before: [] });
  expect(await ledger().briefing.recovered(location, 3)).toMatch(
    /- Use rotating refresh tokens \[.*\n {2}- rationale: not given \[/u,
  );
});

test("L1: what a person edits in the notes is imported, the decision's former words stay, and the task's file follows", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  const { id } = await ledger().decide(location, { ...content, task: "auth" });
  edit(notes(), (text) =>
    text.replace("**Rationale**: They cannot be replayed", "**Rationale**: Replay is impossible"),
  );
  await ledger().decide(location, { ...content, decision: "Log every refusal" });
  const kept = await ledger().decisions.show(location.project, id);
  expect(kept).toMatchObject({ rationale: "Replay is impossible", before: [{ rationale: "They cannot be replayed" }] });
  // What the person did not touch keeps the form it had: quotes their lines.
  expect(kept.evidence).toEqual(content.evidence);
  expect(read(taskFile("auth"))).toContain("rationale: Replay is impossible");
  expect(read(notes())).toContain("Replay is impossible");
  expect(await ledger().clashes(location, 10)).toEqual([]);
});

test("L1: a decision that a person writes by hand is imported and gets an id; one that they delete is withdrawn, not lost", async () => {
  const { id } = await ledger().decide(location, content);
  edit(notes(), (text) =>
    text.replace("### Pending Questions", "#### Use tabs\n**Rationale**: Ada said so.\n\n### Pending Questions"),
  );
  expect(await decided()).toEqual(["Use tabs", content.decision]);
  edit(notes(), (text) => text.replace(/#### \S+ - Use rotating[\s\S]*?(?=#### )/u, ""));
  await ledger().decide(location, { ...content, decision: "Ship on Friday" });
  expect(await decided()).toEqual(expect.arrayContaining(["Ship on Friday", "Use tabs"]));
  expect(await decided()).not.toContain(content.decision);
  expect(await ledger().decisions.show(location.project, id)).toMatchObject({ withdrawnAt: expect.any(String) });
  expect(read(notes()).match(/<!-- decision /gu)).toHaveLength(2);
});

test("L1: where a person and another checkout changed the same thing, the person's file wins and the conflict is shown", async () => {
  const other = join(dirname(project), "other");
  mkdirSync(other);
  await ledger().tasks.add(location, { title: "Auth" });
  const elsewhere = { ...location, root: other, places: (await ledger().at(other)).places };
  await ledger().tasks.update(elsewhere, "auth", { status: "blocked" });
  edit(taskFile("auth"), (text) => text.replace("status: open", "status: in_progress"));
  expect((await ledger().tasks.show(location, "auth")).status).toBe("in_progress");
  const path = taskFile("auth");
  expect(await ledger().clashes(location, 10)).toMatchObject([
    { path, place: "status", inFile: '"in_progress"', inStore: '"blocked"' },
  ]);
});

test("L4: a task file that came with git, in another program's form, is a task", async () => {
  mkdirSync(dirname(taskFile("ui")), { recursive: true });
  writeFileSync(taskFile("ui"), "title: Polish\npriority: 0\nnext_steps: [Paint]\nblockers: [No paint]\nmood: sunny\n");
  await ledger().tasks.add(location, { title: "Later" });
  expect((await ledger().tasks.list(location)).map(({ slug }) => slug)).toEqual(["ui", "later"]);
  expect((await ledger().tasks.ready(location)).map(({ slug }) => slug)).toEqual(["later"]);
  await ledger().tasks.update(location, "ui", { blockers: [] });
  expect(read(taskFile("ui"))).toContain("mood: sunny");
  expect((await ledger().tasks.ready(location)).map(({ slug }) => slug)).toEqual(["ui", "later"]);
});

test("G5: a task is not complete before three test scenarios are written down", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  await ledger().decide(location, { ...content, task: "auth" });
  await expect(ledger().tasks.complete(location, "auth")).rejects.toThrow(/has 1 test scenarios, and 3 are needed/);
  const scenario = (name: string) => ({ name, type: "happy_path" as const, expected: "It works" });
  await ledger().tasks.update(location, "auth", { testScenarios: [scenario("One"), scenario("Two")] });
  expect(await ledger().tasks.complete(location, "auth")).toMatchObject({ status: "complete" });
});

test("L1: looking at a ledger writes no file, and nothing at all is written where nothing is kept on disk", async () => {
  expect(await ledger().tasks.list(location)).toEqual([]);
  expect(existsSync(join(project, ".throughline"))).toBe(false);
  const inMemory = await Stage.open();
  onTestFinished(() => inMemory.engine.close());
  await inMemory.engine.ledger.decide(await inMemory.engine.ledger.at(project), content);
  expect(existsSync(join(project, ".throughline"))).toBe(false);
});

test("L2: a file that cannot be read or written does not block recording a decision; the answer says which file is behind and why", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  writeFileSync(taskFile("auth"), "title: [Auth\nstatus: open\n");
  const first = await ledger().decide(location, { ...content, task: "auth" });
  expect(first.behind).toMatchObject([{ path: taskFile("auth"), problem: expect.stringMatching(/task\.yaml:\d/) }]);
  expect(read(taskFile("auth"))).toBe("title: [Auth\nstatus: open\n");
  chmodSync(notes(), 0o444);
  const second = await ledger().decide(location, { ...content, decision: "Another" });
  expect(second.behind).toContainEqual({ path: notes(), problem: expect.stringContaining("read-only") });
  expect(await decided()).toContain("Another");
  chmodSync(notes(), 0o644);
  writeFileSync(taskFile("auth"), "title: Auth\nstatus: open\n");
  const third = await ledger().decide(location, { ...content, decision: "A third" });
  expect(third.behind).toEqual([]);
  for (const words of ["Another", "A third"]) expect(read(notes())).toContain(`**Decision**: ${words}`);
});

test("L1: a link that leads out of the project is not written through", async () => {
  const outside = join(dirname(project), "outside.md");
  writeFileSync(outside, "mine\n");
  mkdirSync(join(project, ".throughline"));
  symlinkSync(outside, notes());
  const { behind } = await ledger().decide(location, content);
  expect(behind).toMatchObject([{ problem: expect.stringContaining("leads out of the project") }]);
  expect(read(outside)).toBe("mine\n");
});

test("L3: evidence paths start at the project's root; other paths are refused and nothing is written", async () => {
  const wrong = { ...content, evidence: [{ path: "src/refresh.ts", line: 3, quote: "x" }] };
  await expect(ledger().decide(location, wrong)).rejects.toThrow(/is a relative path/);
  expect(await decided()).toEqual([]);
});

test("L2: a secret in a decision reaches neither file nor store", async () => {
  const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
  await ledger().decide(location, { ...content, rationale: `The token is ${key}` });
  expect(read(notes())).not.toContain(key);
  expect(JSON.stringify(await ledger().decided(location))).not.toContain(key);
});

test("L6: what happens on the way is a line in the store and in a file that is only added to", async () => {
  await stage.start("session-1");
  const session = (await stage.store.sessions.list({ limit: 1 }))[0];
  for (const claim of ["one", "two"])
    await ledger().trajectory.add(location, { phase: "cite", session, fields: { claim } });
  const path = join(project, ".throughline", "trajectory", "claude-code-session-1.jsonl");
  const lines = read(path)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ phase: "cite", claim: "one", agent: "claude-code" }, { claim: "two" }]);
  expect(await ledger().trajectory.entries({ project: location.project, phases: ["cite"] })).toEqual(lines);
});

test("L9: a file that is lost comes back from git, else as the store last saw it, else from a template; it is logged", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  await ledger().decide(location, { ...content, task: "auth" });
  edit(notes(), (text) => `${text}\nA person's own line.\n`);
  await ledger().decide(location, { ...content, decision: "Second" });
  writeFileSync(notes(), "  \n");
  rmSync(taskFile("auth"));
  // The next entry heals it automatically.
  await ledger().decide(location, { ...content, decision: "Third" });
  for (const words of ["A person's own line.", "Second", "Third"]) expect(read(notes())).toContain(words);
  expect(await ledger().trajectory.entries({ project: location.project, phases: ["self_heal"] })).toMatchObject([
    { file: join(".throughline", "NOTES.md"), problem: "blank", recovered_from: "store" },
    { problem: "missing", recovered_from: "store" },
  ]);
  expect(await ledger().decided(location)).toHaveLength(3);
});

test("L9: what git holds comes first, and what the store learnt since is written into it again", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: project, stdio: "pipe" });
  rmSync(join(project, ".git"), { recursive: true });
  git("init", "-q");
  await ledger().decide(location, content);
  edit(notes(), (text) => `# As committed\n\n${text}`);
  git("add", "-A");
  git("commit", "-q", "-m", "notes");
  await ledger().decide(location, { ...content, decision: "Later" });
  rmSync(notes());
  expect(await ledger().files.heal(location)).toMatchObject([{ path: notes(), problem: "missing", from: "git" }]);
  for (const words of ["# As committed", content.decision, "Later"]) expect(read(notes())).toContain(words);
  expect(await ledger().files.heal(location)).toEqual([]);
  expect(await decided()).toHaveLength(2);
});

test("L1: another branch whose notes lack a decision removes none; what came with it is imported", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: project, stdio: "pipe" });
  rmSync(join(project, ".git"), { recursive: true });
  git("init", "-q", "-b", "main");
  await ledger().decide(location, content);
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  git("switch", "-q", "-c", "side");
  edit(notes(), (text) =>
    text.replace("### Pending Questions", "#### Theirs\n**Rationale**: So.\n\n### Pending Questions"),
  );
  git("commit", "-q", "-am", "by somebody else");
  git("switch", "-q", "main");
  await ledger().decide(location, { ...content, decision: "Ours" });
  git("commit", "-q", "-am", "two");
  git("switch", "-q", "side");
  expect(await decided()).toEqual(expect.arrayContaining([content.decision, "Ours", "Theirs"]));
});

test("L9: where nothing was ever kept there is a template, and one that cannot be written stops nobody", async () => {
  expect(await ledger().files.heal(location)).toMatchObject([{ from: "template" }]);
  expect(read(notes())).toContain("## Session Continuity");
  rmSync(join(project, ".throughline"), { recursive: true });
  writeFileSync(join(project, ".throughline"), "a file in the way");
  const unwritten = { from: null, why: expect.any(String) };
  expect(await ledger().files.heal(location)).toMatchObject([unwritten, unwritten]);
});

test("L1: a clone, a copy and a moved project have the same decisions and tasks, each for itself", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  const { id } = await ledger().decide(location, { ...content, task: "auth" });
  const copy = join(dirname(project), "copy");
  cpSync(project, copy, { recursive: true });
  const there = await ledger().at(copy);
  expect(await ledger().decided(there)).toMatchObject([{ id, decision: content.decision }]);
  expect((await ledger().tasks.list(there)).map(({ slug }) => slug)).toEqual(["auth"]);
  await ledger().decide(there, { ...content, decision: "Only there" });
  expect(await decided()).toEqual([content.decision]);
  expect(await ledger().clashes(there, 5)).toEqual([]);
});

test("L1: what a person writes into our section and its form does not know stays: in a decision in its place, else behind the section", async () => {
  await ledger().decide(location, content);
  edit(notes(), (text) =>
    text
      .replace("### Decision Log", "### My own section\nUnique free text here.\n\n### Decision Log")
      .replace("**Rationale**", "**Author**: Ada\n**Rationale**")
      .replace(
        "<!-- Carry forward across sessions -->",
        "<!-- Carry forward across sessions -->\n- Is it plain?\n1. [x] Numbered?",
      ),
  );
  await ledger().decide(location, { ...content, decision: "Second" });
  const [section = "", behind = ""] = read(notes()).split("<!-- throughline:end session-continuity -->");
  for (const words of ["### My own section", "Unique free text here."]) expect(behind).toContain(words);
  expect(section).toContain("**Author**: Ada\n**Rationale**");
  expect(section).toContain("- [ ] Is it plain?\n- [x] Numbered?");
  const once = read(notes());
  await ledger().decide(location, { ...content, decision: "Third" });
  expect(read(notes()).match(/Unique free text/gu)).toHaveLength(1);
  expect(once).not.toBe(read(notes()));
});

test("L1: a decision that was copied as a pattern for another is another", async () => {
  const { id } = await ledger().decide(location, content);
  const [block = ""] = /#### [\s\S]*?(?=\n### Pending)/u.exec(read(notes())) ?? [];
  edit(notes(), (text) =>
    text.replace(
      block,
      `${block}\n${block.replace("**Decision**: Use rotating refresh tokens", "**Decision**: Use short sessions")}`,
    ),
  );
  await ledger().decide(location, { ...content, decision: "Third" });
  expect((await decided()).sort()).toEqual(["Third", "Use rotating refresh tokens", "Use short sessions"]);
  expect((await ledger().decisions.show(location.project, id)).before).toEqual([]);
});

test("L2: the very same decision again is the one that is there; of two in the same words one can go, and the other is still recalled", async () => {
  const { id } = await ledger().decide(location, content);
  expect((await ledger().decide(location, content)).id).toBe(id);
  await ledger().tasks.add(location, { title: "Auth" });
  await ledger().decide(location, { ...content, task: "auth" });
  edit(notes(), (text) =>
    text.replace(new RegExp(`#### \\S+ - Use rotating[^\n]*\n<!-- decision ${id} -->[\\s\\S]*?(?=#### )`, "u"), ""),
  );
  await ledger().decide(location, { ...content, decision: "Another" });
  expect(await decided()).toHaveLength(2);
  const found = await stage.engine.memory.recall({ query: "refresh tokens", project: location.project, budget: 500 });
  expect(found.map((one) => one.content).join()).toContain(content.decision);
});

test("L2: a folder in the place of the notes file does not block recording a decision", async () => {
  mkdirSync(notes(), { recursive: true });
  const { behind } = await ledger().decide(location, content);
  expect(behind).toMatchObject([{ path: notes(), problem: expect.any(String) }]);
  expect(await decided()).toEqual([content.decision]);
});

test("G5: no way around the test scenarios, and the same one three times is one", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  await expect(ledger().tasks.update(location, "auth", { status: "complete" })).rejects.toThrow(
    /are needed before it is complete/,
  );
  const same = { name: "One", type: "happy_path" as const, expected: "It works" };
  const testScenarios = [same, same, { ...same, name: "one" }];
  await expect(ledger().tasks.update(location, "auth", { status: "complete", testScenarios })).rejects.toThrow(
    /has 1 test/,
  );
});

test("L2: secrets in a title, and those that a person writes into the notes, reach neither folder names nor the store", async () => {
  const key = `ghp_${"Zq7Wx2Rt9Lm4Bv8Nc1Ks".repeat(2).slice(0, 36)}`;
  const { slug } = await ledger().tasks.add(location, { title: `Key ${key}` });
  expect(slug).not.toContain(key.slice(4, 20).toLowerCase());
  await ledger().decide(location, content);
  edit(notes(), (text) => text.replace("**Reasoning State**: ", `**Reasoning State**: The key is ${key}`));
  await ledger().decide(location, { ...content, decision: "Second" });
  expect(read(notes())).not.toContain(key);
  expect(JSON.stringify(await syncedFiles(stage.store).get(notes()))).not.toContain(key);
  expect(JSON.stringify(await workStates(stage.store).get(location.project))).toContain("[REDACTED]");
});

test("L4: a task folder that a person renames is the same task under another name, and its decisions go with it", async () => {
  const { id } = await ledger().tasks.add(location, { title: "Alpha", nextSteps: ["Go on"] });
  await ledger().decide(location, { ...content, task: "alpha" });
  renameSync(dirname(taskFile("alpha")), dirname(taskFile("beta")));
  expect(await ledger().tasks.list(location)).toMatchObject([{ id, slug: "beta", nextSteps: ["Go on"] }]);
  await ledger().decide(location, { ...content, decision: "Second", task: "beta" });
  expect(existsSync(taskFile("alpha"))).toBe(false);
  expect((await ledger().tasks.show(location, "beta")).decisions.map(({ decision }) => decision)).toEqual([
    content.decision,
    "Second",
  ]);
  expect(read(notes()).match(/task beta -->/gu)).toHaveLength(2);
  expect(await ledger().clashes(location, 5)).toEqual([]);
});

test("L4: a task folder that a person copies is another task", async () => {
  await ledger().tasks.add(location, { title: "Alpha" });
  cpSync(dirname(taskFile("alpha")), dirname(taskFile("beta")), { recursive: true });
  const tasks = await ledger().tasks.list(location);
  expect(tasks.map(({ slug }) => slug).sort()).toEqual(["alpha", "beta"]);
  await ledger().tasks.update(location, "beta", { status: "blocked" });
  expect((await ledger().tasks.show(location, "alpha")).status).toBe("open");
  expect(await ledger().clashes(location, 5)).toEqual([]);
});

test("L5: a handoff is in Session Continuity: the task, when, and what comes next; a person's reasoning state stays", async () => {
  await ledger().tasks.add(location, { title: "Token refresh" });
  const handOff = (ended: string, nextSteps?: string[]) =>
    ledger().handoffs.handOff(location, "token-refresh", {
      session: undefined,
      ended,
      groundingRatio: 1,
      ...(nextSteps && { nextSteps }),
    });
  await handOff("2026-01-02T10:00:00.000Z", ["Write the test"]);
  const context = (ended: string, state: string) =>
    `- **Current Task**: token-refresh (Token refresh)\n- **Last Checkpoint**: ${ended}\n- **Reasoning State**: ${state}\n`;
  expect(read(notes())).toContain(context("2026-01-02T10:00:00.000Z", "Next: Write the test"));
  await handOff("2026-01-03T10:00:00.000Z", ["Ship it"]);
  expect(read(notes())).toContain(context("2026-01-03T10:00:00.000Z", "Next: Ship it"));
  edit(notes(), (text) => text.replace("Next: Ship it", "The clock is the problem"));
  await handOff("2026-01-04T10:00:00.000Z");
  expect(read(notes())).toContain(context("2026-01-04T10:00:00.000Z", "The clock is the problem"));
});

test("L1: an editor that was open while we wrote takes nothing away by saving; what it lacked is put back and shown", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  await ledger().decide(location, { ...content, task: "auth" });
  const buffers = [notes(), taskFile("auth")].map((path) => [path, read(path)] as const);
  const { id } = await ledger().decide(location, { ...content, decision: "Made meanwhile", task: "auth" });
  for (const [path, buffer] of buffers) {
    for (const rationale of ["Replay is impossible", "Replay is hard"]) {
      writeFileSync(path, buffer.replace("They cannot be replayed", rationale));
      await ledger().decide(location, { ...content, decision: `After ${rationale}` });
      expect(await decided()).toContain("Made meanwhile");
      expect(read(path)).toContain("Made meanwhile");
      expect(read(path)).toContain(rationale);
    }
    const clashes = (await ledger().clashes(location, 10)).filter((one) => one.path === path && one.place.includes(id));
    expect(clashes).toMatchObject([{ inFile: expect.stringContaining("put back") }]);
  }
});

test("L1: an editor that was open saves a change outside our section: nothing is withdrawn; taken out alone, it is", async () => {
  await ledger().decide(location, content);
  const buffer = read(notes());
  const { id } = await ledger().decide(location, { ...content, decision: "Made meanwhile" });
  writeFileSync(notes(), `${buffer}\nMy own words.\n`);
  expect(await decided()).toContain("Made meanwhile");
  await ledger().decide(location, { ...content, decision: "Later" });
  expect(read(notes())).toMatch(/Made meanwhile[\s\S]*My own words/u);
  edit(notes(), (text) => text.replace(/#### \S+ - Made meanwhile[\s\S]*?(?=#### )/u, ""));
  expect(await decided()).not.toContain("Made meanwhile");
  const last = await ledger().decide(location, { ...content, decision: "Last" });
  edit(notes(), (text) => text.replace(/#### \S+ - Last[\s\S]*?(?=### )/u, ""));
  expect(await decided()).not.toContain("Last");
  for (const one of [id, last.id])
    expect(await ledger().decisions.show(location.project, one)).toMatchObject({ withdrawnAt: expect.any(String) });
});

test("L1: decisions that are taken out alone are withdrawn, also several at once and one written by hand; with other changes they are put back", async () => {
  await ledger().tasks.add(location, { title: "Auth" });
  await ledger().decide(location, { ...content, decision: "First", task: "auth" });
  await ledger().decide(location, { ...content, decision: "Second", task: "auth" });
  const byHand = "#### Use tabs\n**Rationale**: Ada said so.\n\n### Pending Questions";
  edit(notes(), (text) => text.replace("### Pending Questions", byHand));
  await ledger().decide(location, { ...content, decision: "Third", task: "auth" });
  edit(notes(), (text) => text.replace(/#### \S+ - Second[\s\S]*?(?=####)/u, ""));
  edit(notes(), (text) => text.replace("**Reasoning State**: ", "**Reasoning State**: Nearly done"));
  expect(await decided()).toContain("Second");
  await ledger().changeWorkState(location, {});
  edit(notes(), (text) =>
    text.replace(/#### \S+ - First[\s\S]*?(?=####)/u, "").replace(/#### Use tabs[\s\S]*?(?=####)/u, ""),
  );
  expect((await decided()).sort()).toEqual(["Second", "Third"]);
  await ledger().changeWorkState(location, {});
  edit(taskFile("auth"), (text) =>
    text.replace(/ {2}- id: \S+\n {4}ts: \S+\n {4}decision: Second[\s\S]*?(?= {2}- id)/u, ""),
  );
  expect(await decided()).toEqual(["Third"]);
});
