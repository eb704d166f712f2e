import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { PROJECT_ROOT } from "../../src/extensions/ledgers/index.ts";
import { AN_ISSUE, StandInBr } from "../support/br/br.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
let br: StandInBr;

beforeEach(() => {
  product = new Product();
  project = join(product.folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  br = new StandInBr(join(product.folder, "stand-in"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await product.dispose();
});

/** The daemon as somebody runs it who has br installed. */
const startWithBr = async () => {
  vi.stubEnv("PATH", br.path);
  br.init(project);
  br.has(AN_ISSUE);
  await product.startDaemon();
};

const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const cliJson = (...args: string[]) => product.cliJson([...args, "--project", project]);
const notes = () => readFileSync(join(project, ".throughline", "NOTES.md"), "utf8");
const decide = (words: string, ...more: string[]) => cliJson("decide", words, "--rationale", "It is safer.", ...more);
const onBead = ["--task", AN_ISSUE.id];
const entered = z.looseObject({ id: z.string(), behind: z.array(z.looseObject({ problem: z.string() })) });
const problemsOf = (answer: unknown) => entered.parse(answer).behind.map(({ problem }) => problem);

describe("with br in the project", () => {
  test("L5: br's issues are among the tasks; ready is what br says, and what is being worked on", async () => {
    await startWithBr();
    const waits = { id: AN_ISSUE.id, title: "Token refresh", status: "open", priority: 1, dependency_type: "blocks" };
    br.has(
      { ...AN_ISSUE, priority: 3 },
      { ...AN_ISSUE, id: "br-begun", status: "in_progress", priority: 0 },
      { ...AN_ISSUE, id: "br-later", dependencies: [waits] },
      { ...AN_ISSUE, id: "br-done", status: "closed" },
    );
    await cli("task", "new", "Our own", "--priority", "2");
    expect(await cliJson("task", "list")).toMatchObject([
      { slug: "br-begun" },
      { slug: "br-later", blockers: ["br-x7y8 Token refresh"] },
      { slug: "our-own" },
      { slug: "br-x7y8", id: "br-x7y8", title: "Token refresh", created: "2026-01-15T10:00:00Z" },
    ]);
    const ready = [{ slug: "br-begun" }, { slug: "our-own" }, { slug: "br-x7y8" }];
    expect(await cliJson("task", "ready")).toMatchObject(ready);
    expect(await cliJson("sessions", "start")).toMatchObject({ ready, active: { slug: "br-begun" } });
    expect(br.calls).toEqual(expect.arrayContaining(["ready --limit 0", "list --limit 0"]));
    expect(readdirSync(join(project, ".beads"))).toEqual(["config.yaml", "issues.jsonl", "metadata.json"]);
  });

  test("L5: an issue is shown with the decisions and handoffs that stand in its comments", async () => {
    await startWithBr();
    const comment = (id: number, text: string) => ({
      ...{ id, issue_id: AN_ISSUE.id, author: "ada", text },
      created_at: `2026-01-15T1${id}:30:00Z`,
    });
    const place = `${PROJECT_ROOT}/src/auth/jwt.ts`;
    br.has({
      ...AN_ISSUE,
      comments: [
        comment(0, `DECISION: Use RSA256 for JWT signing\nRationale: Industry standard\nEvidence: ${place}:23`),
        comment(1, "Just talk. DECISION: not one"),
        comment(
          2,
          "HANDOFF:\nSession: sess-003\nNOTES ref: NOTES.md:93-120\nTrajectory: t.jsonl:7\nGrounding ratio: 0.96",
        ),
      ],
    });
    expect(await cliJson("task", "show", "x7y8")).toMatchObject({
      slug: AN_ISSUE.id,
      decisions: [
        {
          ...{ id: "br-x7y8#0", decision: "Use RSA256 for JWT signing", rationale: "Industry standard" },
          ...{ ts: "2026-01-15T10:30:00Z", evidence: [{ path: place, line: 23, quote: "" }] },
        },
      ],
      handoffs: [
        {
          ...{ sessionId: "sess-003", ended: "2026-01-15T12:30:00Z", notesRef: "NOTES.md:93-120" },
          ...{ trajectoryRef: "t.jsonl:7", groundingRatio: 0.96 },
        },
      ],
    });
    const fork = await cli("diff", AN_ISSUE.id, "--statement", "I'll use HS256 for JWT signing.");
    expect(fork.stdout).toContain("FORK DETECTED");
    const none = await cli("task", "show", "br-none");
    expect(none.stderr).toContain('there is no task "br-none"');
  });

  test("L5: a decision is a comment on the issue, and stands in the notes and in the store", async () => {
    await startWithBr();
    const evidence = `${PROJECT_ROOT}/src/refresh.ts:12 rotate()`;
    const { id } = entered.parse(
      await decide('Use "rotating" tokens; $(touch x)', ...onBead, "--evidence", evidence, "--alternatives", "Static"),
    );
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([
      `DECISION: Use "rotating" tokens; $(touch x)\nRef: throughline ${id}\nRationale: It is safer.\nAlternative: Static\nEvidence: ${evidence}`,
    ]);
    expect(notes()).toContain(`<!-- decision ${id}, task br-x7y8 -->`);
    expect(await cliJson("decisions")).toMatchObject([{ id, task: AN_ISSUE.id }]);
    expect(await cliJson("task", "show", AN_ISSUE.id)).toMatchObject({ decisions: [{ id }] });
    expect(existsSync(join(project, ".throughline", "tasks"))).toBe(false);
  });

  test("L5: a handoff is a comment on the issue, and the notes say where the work stands", async () => {
    await startWithBr();
    const handed = await cliJson("task", "handoff", AN_ISSUE.id, "--next-steps", "Test it", "--questions", "Why?");
    expect(handed).toMatchObject({ nextSteps: ["Test it"], handoffs: [{ sessionId: "user" }], behind: [] });
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([
      expect.stringMatching(
        /^HANDOFF:\nSession: user\nNOTES ref: \S+\nTrajectory: \S+:1\nGrounding ratio: \S+\nRef: throughline \S+\nNext: Test it\nQuestion: Why\?$/,
      ),
    ]);
    expect(notes()).toMatch(/Current Task\*\*: br-x7y8 \(Token refresh\)[\s\S]*Next: Test it[\s\S]*- \[ \] Why\?/);
    expect(await cliJson("task", "show", AN_ISSUE.id)).toMatchObject({ nextSteps: ["Test it"], handoffs: [{}] });
  });

  test("L5: br's tasks are br's: they are not changed by us, and its settings are no task", async () => {
    await startWithBr();
    writeFileSync(join(project, "throughline.yaml"), "layout: loa\n");
    const changed = await cli("task", "update", AN_ISSUE.id, "--status", "blocked");
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringMatching(/is kept by br[\s\S]*br update br-x7y8/) });
    expect((await cli("task", "complete", AN_ISSUE.id)).stderr).toContain("is kept by br");
    await decide("Keep it", ...onBead);
    expect((await cli("task", "new", "Config")).stderr).toContain("br keeps its settings");
    expect(await cliJson("task", "list")).toMatchObject([{ slug: AN_ISSUE.id }]);
    expect(readdirSync(join(project, ".beads"))).toEqual(["config.yaml", "issues.jsonl", "metadata.json"]);
    expect(readFileSync(join(project, ".beads", "config.yaml"), "utf8")).toBe("# Beads Project Configuration\n");
  });

  test("L5: at a session's end br writes out what it has", async () => {
    await startWithBr();
    const talk = new Conversation(product, project);
    await talk.start();
    await talk.prompt("Refresh the tokens");
    expect(br.calls).not.toContain("sync --flush-only");
    await talk.end();
    await vi.waitFor(() => expect(br.calls).toContain("sync --flush-only"), { timeout: 60_000 });
  });

  test("L5: what others decided in comments is found by recall and in the decisions, and is not commented again", async () => {
    await startWithBr();
    const text = "DECISION: Use RSA256 for signing\nRationale: Industry standard";
    const comment = { id: 4, issue_id: AN_ISSUE.id, author: "ada", text, created_at: "2026-01-15T10:30:00Z" };
    const asked = `project=${encodeURIComponent(project)}`;
    const get = async (path: string) => (await product.api("GET", path)).body;
    br.has({ ...AN_ISSUE, comments: [comment] });
    await get(`/api/tasks/ready?${asked}`);
    expect(await get(`/api/memories/recall?q=RSA256+signing&${asked}`)).toMatchObject([
      { kind: "decision", content: expect.stringContaining("Use RSA256 for signing") },
    ]);
    expect(await get(`/api/decisions?${asked}`)).toMatchObject([
      { task: AN_ISSUE.id, decision: "Use RSA256 for signing", ts: "2026-01-15T10:30:00Z" },
    ]);
    br.has({ ...AN_ISSUE, comments: [{ ...comment, id: 9 }] });
    const ours = { project, decision: "Rotate the keys", rationale: "Safer", task: AN_ISSUE.id };
    await product.api("POST", "/api/decisions", ours);
    await get(`/api/tasks?${asked}`);
    expect(await get(`/api/decisions?${asked}`)).toHaveLength(2);
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([text, expect.stringMatching(/^DECISION: Rotate the keys\n/)]);
  });

  test("L5: a handoff that could not be commented follows with the next entry, or at a session's end, once", async () => {
    await startWithBr();
    br.behave("no comments");
    await cli("task", "handoff", AN_ISSUE.id, "--next-steps", "Test it");
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([]);
    br.behave("well");
    const talk = new Conversation(product, project);
    await talk.start();
    await talk.prompt("Go on.");
    await talk.end();
    const told = [expect.stringMatching(/^HANDOFF:\nSession: user\n[\s\S]*Ref: throughline \S+\nNext: Test it/)];
    await vi.waitFor(() => expect(br.commentsOn(AN_ISSUE.id)).toEqual(told), { timeout: 60_000 });
    await decide("Rotate the keys", ...onBead);
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([...told, expect.stringMatching(/^DECISION: Rotate/)]);
  });

  test("G3: what is missing of an issue is asked for in a way that br's tasks allow", async () => {
    await startWithBr();
    br.has({ ...AN_ISSUE, status: "in_progress" });
    const { stdout } = await cli("synthesize", "--json");
    const { missing } = z.looseObject({ missing: z.array(z.string()) }).parse(JSON.parse(stdout));
    expect(missing.join("\n")).not.toContain("task update");
    expect(missing).toEqual([
      expect.stringContaining(`throughline task handoff ${AN_ISSUE.id} --next-steps`),
      expect.stringContaining(`--task ${AN_ISSUE.id} --test-scenarios`),
    ]);
  });
});

describe("without a br that does its work", () => {
  const SECTION = (name: string, heading: string) =>
    new RegExp(`<!-- throughline:begin ${name} -->\\n## ${heading}\\n[\\s\\S]*<!-- throughline:end ${name} -->`);

  test("L5: where br is not installed, the task files and the notes have it all", async () => {
    br.init(project);
    await product.startDaemon();
    await cli("task", "new", "Auth", "--next-steps", "Write it", "--test-scenarios", "Late (edge_case): grace");
    expect(notes()).toMatch(SECTION("active-sub-goals", "Active Sub-Goals"));
    expect(notes()).toMatch(/### auth\n- \[ \] Write it\n/);
    expect(notes()).toMatch(SECTION("test-scenarios", "Test Scenarios"));
    expect(notes()).toMatch(/### auth\n1\. Late \(edge_case\): grace\n/);
    await cli("task", "update", "auth", "--status", "in_progress");
    expect(problemsOf(await decide("Use tokens", "--task", "auth"))).toEqual([]);
    expect(notes()).toContain("**Decision**: Use tokens");
    expect(await cliJson("task", "handoff", "auth")).toMatchObject({ handoffs: [{}], behind: [] });
    const refused = await cli("decide", "x", "--rationale", "y", ...onBead);
    expect(refused.stderr).toContain('there is no task "br-x7y8"');
    expect(br.calls).toEqual([]);
  });

  test("L5: br in a folder that it does not work in is left alone", async () => {
    vi.stubEnv("PATH", br.path);
    mkdirSync(join(project, ".beads"));
    await product.startDaemon();
    await cli("task", "new", "Auth");
    expect(await cliJson("task", "ready")).toMatchObject([{ slug: "auth" }]);
    expect(br.calls).toEqual([]);
  });

  const troubles = [
    ["failing", /^br: database disk image is malformed$/],
    ["junk", /^br: unexpected output of `br \w+`; is the br on PATH beads_rust\?$/],
    ["other program", /^br: unexpected output of `br \w+`; is the br on PATH beads_rust\?$/],
    ["hanging", /^br: no answer within 5 s$/],
  ] as const;

  test.each(troubles)("L5: a br that is %s: the files are used, it is told, nothing is lost", async (mode, problem) => {
    await startWithBr();
    await cli("task", "new", "Our own");
    br.behave(mode);
    const askedBefore = br.calls.length;
    expect(await cliJson("task", "ready")).toMatchObject([{ slug: "our-own" }]);
    expect(await cliJson("task", "list")).toMatchObject([{ slug: "our-own" }]);
    const { id } = entered.parse(await decide("Use tokens", ...onBead));
    expect(problemsOf(await decide("And rotate them", "--task", "our-own"))).toEqual([expect.stringMatching(problem)]);
    const handed = await cliJson("task", "handoff", AN_ISSUE.id, "--next-steps", "Test it");
    expect(problemsOf(handed)).toEqual([expect.stringMatching(problem)]);
    // Waited for once, not with every question.
    if (mode === "hanging") expect(br.calls.slice(askedBefore)).toHaveLength(1);
    const shown = await cli("task", "show", AN_ISSUE.id);
    expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining("br could not be asked") });
    expect(notes()).toContain(`<!-- decision ${id}, task br-x7y8 -->`);
    expect(notes()).toContain("Next: Test it");
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([]);
  });

  test("L5: a comment that could not be added follows with the next entry", async () => {
    await startWithBr();
    br.behave("no comments");
    expect(problemsOf(await decide("First", ...onBead))).toEqual(["br: Permission denied (os error 13)"]);
    br.behave("well");
    expect(problemsOf(await decide("Second", ...onBead))).toEqual([]);
    expect(br.commentsOn(AN_ISSUE.id)).toEqual([
      expect.stringMatching(/^DECISION: First\n/),
      expect.stringMatching(/^DECISION: Second\n/),
    ]);
  });
});
