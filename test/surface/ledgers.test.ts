import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { PROJECT_ROOT } from "../../src/extensions/ledgers/index.ts";
import { McpAgent } from "../support/product/mcp-agent.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const notes = () => join(project, ".throughline", "NOTES.md");
const read = (path: string) => readFileSync(path, "utf8");
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const cliJson = (...args: string[]) => product.cliJson([...args, "--project", project]);
const decide = (words: string, ...more: string[]) => cliJson("decide", words, "--rationale", "It is simpler.", ...more);
const entered = z.looseObject({
  id: z.string(),
  behind: z.array(z.looseObject({ path: z.string(), problem: z.string() })),
});

describe("L2: decisions, by command and over HTTP", () => {
  test("are recorded with evidence, listed, shown with their former words, and recalled", async () => {
    await cli("task", "new", "Token refresh");
    const place = `${PROJECT_ROOT}/src/refresh.ts:12 export async function rotate()`;
    const { id, behind } = entered.parse(
      await decide("Use rotating refresh tokens", "--evidence", place, "--task", "token-refresh"),
    );
    expect(behind).toEqual([]);
    writeFileSync(notes(), read(notes()).replace("It is simpler.", "It is safer."));
    expect(await cliJson("decisions")).toMatchObject([
      {
        id,
        task: "token-refresh",
        rationale: "It is safer.",
        evidence: [{ line: 12, quote: "export async function rotate()" }],
      },
    ]);
    const shown = await product.api("GET", `/api/decisions/${id}?project=${encodeURIComponent(project)}`);
    expect((await cli("decisions", "show", id)).stdout).toMatch(/Earlier versions[\s\S]*It is simpler\./);
    expect(shown.body).toMatchObject({
      before: [{ rationale: "It is simpler." }],
    });
    const found = await cliJson("recall", "rotating tokens");
    expect(found).toMatchObject([{ kind: "decision", content: expect.stringContaining("It is safer.") }]);
  });

  test("are recalled by the files of their evidence, and by the folders of these", async () => {
    const decision = "Use rotating refresh tokens";
    await decide(decision, "--evidence", `${PROJECT_ROOT}/src/auth/refresh.ts:12 export async function rotate()`);
    for (const file of ["src/auth/refresh.ts", "refresh.ts", "src/auth"])
      expect((await cli("recall", "--file", file)).stdout).toContain(decision);
    expect((await cli("recall", "--file", "src/auth/session.ts")).stdout).not.toContain(decision);
  });

  test("belong to the task of the session that records them, or to the only one that is worked on", async () => {
    const under = async (slug: string) => {
      await cli("task", "new", slug, "--slug", slug, "--test-scenarios", "Fresh (happy_path): works");
      const { session } = z
        .looseObject({ session: z.looseObject({ id: z.string() }) })
        .parse(await cliJson("sessions", "start", "--task", slug));
      return session.id;
    };
    expect(await decide("Write it in Rust")).toMatchObject({ task: null });
    await product.hook("session-start", {
      ...{ session_id: "client-1", cwd: project, hook_event_name: "SessionStart", source: "startup" },
    });
    const auth = await under("auth");
    const agent = await McpAgent.connected(product, project);
    onTestFinished(() => agent.close());
    const decided = { decision: "Hash with scrypt", rationale: "It is memory-hard." };
    expect(await agent.call("record_decision", decided)).toMatchObject({ task: "auth" });
    for (const gate of ["G0", "G1"])
      expect(await cli("gate", gate, "--evidence", "findings: bcrypt cuts words off at 72 bytes")).toMatchObject({
        code: 0,
      });
    expect(await decide("Rotate on use")).toMatchObject({ task: "auth" });
    await under("billing");
    expect(await decide("Charge monthly")).toMatchObject({ task: null });
    expect(await decide("Charge yearly", "--session", auth)).toMatchObject({ task: "auth" });
    expect(await agent.call("record_decision", { ...decided, task: "billing" })).toMatchObject({ task: "billing" });
  });

  test("L2: need no rationale: over every surface it is shown as missing, and nobody has to invent one", async () => {
    const agent = await McpAgent.connected(product, project);
    onTestFinished(() => agent.close());
    expect(await agent.call("record_decision", { decision: "Use tabs" })).toMatchObject({ rationale: "" });
    const { body } = await product.api("POST", "/api/decisions", { decision: "Ship on Friday", project });
    const { id } = z.looseObject({ id: z.string(), rationale: z.literal("") }).parse(body);
    expect((await cli("decide", "Use three steps")).stdout).toMatch(/Rationale\s+not given/);
    expect((await cli("decisions", "show", id)).stdout).toMatch(/Rationale\s+not given/);
    expect(read(notes()).match(/\*\*Rationale\*\*: not given\n/g)).toHaveLength(3);
  });

  test("L2: belong to the only task in progress where no session is at one", async () => {
    for (const slug of ["auth", "billing", "search"]) await cli("task", "new", slug, "--slug", slug);
    expect(await decide("Write it in Rust")).toMatchObject({ task: null });
    await cli("task", "update", "auth", "--status", "in_progress");
    expect(await decide("Hash with scrypt")).toMatchObject({ task: "auth" });
    expect((await cli("task", "show", "auth")).stdout).toContain("Hash with scrypt");
    await cli("task", "update", "billing", "--status", "in_progress");
    expect(await decide("Charge monthly")).toMatchObject({ task: null });
  });

  test("wrong input is refused, says what to do and changes nothing", async () => {
    const wrong: [string[], RegExp][] = [
      [["decide", "x", "--rationale", "y", "--evidence", "src/a.ts:3 foo"], /is a relative path[\s\S]*PROJECT_ROOT/],
      [["decide", "x", "--rationale", "y", "--evidence", "foo"], /is not a place followed by a quote/],
      [["decide", "x", "--rationale", "y", "--task", "none"], /there is no task "none"/],
      [
        ["decide", "x", "--rationale", "y", "--test-scenarios", "a (odd_case): b"],
        /"odd_case" is not a kind of scenario/,
      ],
      [["task", "new", "!!!"], /is not a valid task name/],
      [["task", "new", "A", "--slug", "../b"], /is not a valid task name/],
      [["task", "show", "none"], /there is no task "none"/],
      [["decisions", "--task", "none"], /there is no task "none"/],
      [["task", "update", "none", "--status", "done"], /Allowed choices|status/],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr } = await cli(...args);
      expect({ args, code, stderr }).toEqual({
        args,
        code: expect.any(Number),
        stderr: expect.stringMatching(message),
      });
      expect(code).not.toBe(0);
    }
    const gone = await product.cli(["task", "list", "--project", join(product.folder, "gone")]);
    expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no folder") });
    expect(await cliJson("decisions")).toEqual([]);
    expect(await cliJson("task", "list")).toEqual([]);
  });
});

describe("L4: tasks, by command and over HTTP", () => {
  test("go from new to complete, in a file that a person reads", async () => {
    const { body } = await product.api("POST", "/api/tasks", {
      project,
      title: "Token refresh",
      nextSteps: ["Write it"],
    });
    expect(body).toMatchObject({ slug: "token-refresh", status: "open", behind: [] });
    const file = join(project, ".throughline", "tasks", "token-refresh", "task.yaml");
    writeFileSync(file, `# Ada's\n${read(file)}owner: Ada\n`);
    await cli("task", "update", "token-refresh", "--status", "in_progress", "--blockers", "CI is red");
    expect(read(file)).toMatch(/^# Ada's\n[\s\S]*status: in_progress[\s\S]*- CI is red[\s\S]*owner: Ada\n$/);
    expect(await cliJson("task", "ready")).toEqual([]);
    const early = await cli("task", "complete", "token-refresh");
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("3 are needed") });
    const scenarios = ["Fresh (happy_path): works", "Late (edge_case): grace", "Both gone (error_handling): sign in"];
    await cli("task", "update", "token-refresh", "--test-scenarios", ...scenarios);
    expect((await cli("task", "complete", "token-refresh")).code).toBe(0);
    const fewer = await cli("task", "update", "token-refresh", "--test-scenarios", "Fresh (happy_path): works");
    expect(fewer).toMatchObject({ code: 1, stderr: expect.stringContaining("3 are needed") });
    const formless = await cli("task", "update", "token-refresh", "--test-scenarios", "bad form");
    expect(formless).toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringMatching(/"bad form" is not a name/),
    });
    expect(await cliJson("task", "show", "token-refresh")).toMatchObject({ testScenarios: [{}, {}, {}] });
    const handed = await product.api("POST", "/api/tasks/token-refresh/handoff", { project, nextSteps: ["Rest"] });
    expect(handed.body).toMatchObject({ status: "complete", nextSteps: ["Rest"], handoffs: [{ sessionId: "user" }] });
    expect((await cli("task", "show", "token-refresh")).stdout).toMatch(
      /Status +complete[\s\S]*Late \(edge_case\): grace/,
    );
  });
});

describe("the files of the ledgers, as they are in the world", () => {
  test("L1: with a byte order mark, Windows line ends and no newline at the end, every byte of a person's stays", async () => {
    const mine = "\uFEFF# Notes\r\n\r\n## Session Continuity\r\nMine: café.\r\n\r\n## Later\r\nno newline at the end";
    put(notes(), mine);
    await decide("Keep the bytes");
    const text = read(notes());
    const own =
      /<!-- throughline:begin session-continuity -->[\s\S]*<!-- throughline:end session-continuity -->\r\n\r\n/;
    expect(text.replace(own, "")).toBe(mine);
    expect(own.exec(text)?.[0].replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("L1: bytes that are no text, and ten megabytes of them, are kept; the second entry is as right as the first", async () => {
    const line = Buffer.from("a line of somebody's notes, with bytes \xff\xfe that are no text\n", "latin1");
    const mine = Buffer.concat(Array<Buffer>(160_000).fill(line));
    mkdirSync(dirname(notes()), { recursive: true });
    writeFileSync(notes(), mine);
    await decide("One");
    await decide("Two");
    const bytes = readFileSync(notes());
    expect(bytes.subarray(0, mine.length).equals(mine)).toBe(true);
    expect(bytes.subarray(mine.length).toString()).toMatch(/Decision\*\*: One[\s\S]*Decision\*\*: Two/);
  });

  test("L2: many at once from several processes and an editor that replaces the file: nothing is lost, nothing twice", async () => {
    await decide("Decision 0");
    const writing = Array.from({ length: 8 }, (_, n) =>
      product.cliProcess(["decide", `Decision ${n + 1}`, "--rationale", "It is simpler.", "--project", project]),
    );
    put(notes(), `${read(notes())}\nA person's own line.\n`);
    await Promise.all(writing);
    await decide("Decision 9");
    const text = read(notes());
    for (let n = 0; n <= 9; n++)
      expect(text.match(new RegExp(`\\*\\*Decision\\*\\*: Decision ${n}$`, "gm"))).toHaveLength(1);
    expect(await cliJson("decisions")).toHaveLength(10);
  });

  test("L2: a read-only checkout does not block recording a decision; the files are written once they can be", async () => {
    await decide("Before");
    chmodSync(notes(), 0o444);
    const { behind } = entered.parse(await decide("Meanwhile"));
    expect(behind).toMatchObject([{ path: notes(), problem: expect.stringContaining("read-only") }]);
    chmodSync(notes(), 0o644);
    await decide("After");
    expect(read(notes())).toMatch(/Before[\s\S]*Meanwhile[\s\S]*After/);
  });

  test("L1: what git could not merge is left alone and told, and taken up once it is mended", async () => {
    await decide("One");
    const sound = read(notes());
    const torn = sound.replace("### Decision Log", "<<<<<<< HEAD\n### Decision Log\n=======\n>>>>>>> theirs\n");
    put(notes(), torn);
    const { behind } = entered.parse(await decide("Two"));
    expect(behind).toMatchObject([{ problem: expect.stringContaining("git could not merge") }]);
    expect(read(notes())).toBe(torn);
    put(notes(), sound);
    await decide("Three");
    expect(read(notes())).toMatch(/: One[\s\S]*: Two[\s\S]*: Three/);
  });

  test("L4: the Loa layout keeps its own places, and tasks are beads", async () => {
    put(join(project, "throughline.yaml"), "layout: loa\n");
    put(join(project, ".beads", "beads-x7y8.yaml"), "id: beads-x7y8\ntitle: Refresh\nstatus: in_progress\n");
    await decide("Use beads", "--task", "beads-x7y8");
    expect(read(join(project, "grimoires", "loa", "NOTES.md"))).toContain("**Current Bead**");
    expect(read(join(project, ".beads", "beads-x7y8.yaml"))).toContain("decision: Use beads");
    // An assumption counts for Loa's own check as it does for ours.
    await cli("cite", "It is quick", "--assumption");
    const { code, stdout } = await product.cliProcess(["loa", "grounding-check", "user"], {
      env: { PROJECT_ROOT: project },
    });
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("total_claims=1") });
  });
});

describe("L4: what a person wrote into a task's file and is not understood", () => {
  const file = (slug: string) => join(project, ".throughline", "tasks", slug, "task.yaml");

  test("stays in the file, and reads as empty", async () => {
    await cli("task", "new", "Token refresh");
    put(file("token-refresh"), "title: Token refresh\nstatus: wip\npriority: urgent\nblockers: CI is red\n");
    expect(await cliJson("task", "show", "token-refresh")).toMatchObject({ status: "wip", priority: 2, blockers: [] });
    await cli("task", "update", "token-refresh", "--next-steps", "Go on");
    expect(read(file("token-refresh"))).toMatch(/status: wip\npriority: urgent\nblockers: CI is red\n/);
  });

  test("of a task that is known by its file only, and cannot be read: it is listed with why", async () => {
    put(file("torn"), "title: [Torn\n");
    const torn = { slug: "torn", status: "unreadable", warnings: [expect.stringMatching(/torn\/task\.yaml:\d: /)] };
    expect(await cliJson("task", "list")).toMatchObject([torn]);
    expect(await cliJson("task", "show", "torn")).toMatchObject(torn);
    expect(await cliJson("task", "ready")).toEqual([]);
  });
});

describe("L4: a task that is deleted on purpose", () => {
  const file = () => join(project, ".throughline", "tasks", "token-refresh", "task.yaml");

  test("only where it is complete or meant, is not healed back, and its file can be put back", async () => {
    const api = (method: string, path: string, fields: object = {}) =>
      product.api(method, path, { project, ...fields });
    const asked = `project=${encodeURIComponent(project)}`;
    const listed = async () => (await product.api("GET", `/api/tasks?${asked}`)).body;
    await api("POST", "/api/tasks", { title: "Token refresh", nextSteps: ["Write it"] });
    await api("POST", "/api/decisions", { decision: "Rotate", rationale: "Safer", task: "token-refresh" });
    put(file(), `# Ada's\n${read(file())}owner: Ada\n`);
    const before = read(file());
    const early = await cli("task", "delete", "token-refresh");
    expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/not complete but open[\s\S]*--force/) });
    expect(await listed()).toMatchObject([{ slug: "token-refresh" }]);
    const { stdout } = await cli("task", "delete", "token-refresh", "--force");
    expect(stdout).toMatch(/Deleted task token-refresh[\s\S]*trash[\s\S]*put it back/);
    const [kept = ""] = /\S+token-refresh~\S+\.yaml/.exec(stdout) ?? [];
    await api("POST", "/api/heal");
    await api("POST", "/api/tasks", { title: "Another" });
    expect(existsSync(file())).toBe(false);
    expect(await listed()).toMatchObject([{ slug: "another" }]);
    const { body: decided } = await product.api("GET", `/api/decisions?${asked}`);
    expect(decided).toMatchObject([{ decision: "Rotate", task: "token-refresh" }]);
    expect(read(kept)).toBe(before);
    put(file(), before);
    const { body: shown } = await product.api("GET", `/api/tasks/token-refresh?${asked}`);
    expect(shown).toMatchObject({ nextSteps: ["Write it"], decisions: [{ decision: "Rotate" }] });
  });

  test("is gone for other worktrees, whose files stay as they are; a file that somebody brings back is a task again", async () => {
    rmSync(join(project, ".git"), { recursive: true });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: project });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    const side = join(product.folder, "side");
    git("worktree", "add", "-q", side);
    const inSide = (...args: string[]) => product.cliJson([...args, "--project", side]);
    await cli("task", "new", "Token refresh");
    await inSide("task", "update", "token-refresh", "--status", "in_progress");
    const text = read(file());
    const path = encodeURIComponent(project);
    expect((await product.api("DELETE", `/api/tasks/token-refresh?project=${path}&force=true`)).status).toBe(200);
    expect(await inSide("task", "list")).toEqual([]);
    expect(existsSync(join(side, ".throughline", "tasks", "token-refresh", "task.yaml"))).toBe(true);
    expect(await cliJson("task", "list")).toEqual([]);
    put(file(), text);
    expect(await cliJson("task", "list")).toMatchObject([{ slug: "token-refresh" }]);
  });
});

describe("what the ledgers say to who looks", () => {
  test("L1: the questions of tasks are among the pending ones; what a task asks no longer is ticked off", async () => {
    await cli("task", "new", "Auth", "--questions", "Per client?", "How long?");
    expect(read(notes())).toMatch(/### Pending Questions\n.*\n- \[ \] Per client\?\n- \[ \] How long\?\n/);
    await cli("task", "update", "auth", "--questions", "How long?");
    expect(read(notes())).toMatch(/- \[x\] Per client\?\n- \[ \] How long\?\n/);
  });

  test("R3: the start sequence has a state to go on from where only the ledgers know one", async () => {
    await decide("Rotate the tokens");
    expect(await cliJson("sessions", "start")).toMatchObject({
      continuity: expect.stringContaining("Rotate the tokens"),
      reasoningState: expect.stringContaining("Rotate the tokens"),
    });
  });

  test("R3: the start sequence verifies the lines of an identifier, and goes on from the reasoning state", async () => {
    put(join(project, "src", "a.ts"), "line\n".repeat(60));
    await decide("Rotate the tokens");
    const rows = ["src/a.ts:10-14", "src/a.ts:100-140", "src/gone.ts:3"].map(
      (at) => `| ${PROJECT_ROOT}/${at} | x | |\n`,
    );
    const edited = read(notes())
      .replace(
        "|------------|---------|---------------|\n",
        `|------------|---------|---------------|\n${rows.join("")}`,
      )
      .replace("**Reasoning State**: ", "**Reasoning State**: Half way through rotate()");
    put(notes(), edited);
    const { stdout } = await cli("sessions", "start");
    expect(stdout).toContain("src/a.ts:10-14 (exists)");
    expect(stdout).toContain("src/a.ts:100-140 (the file has only 60 lines)");
    expect(stdout).toContain("src/gone.ts:3 (gone)");
    expect(stdout.split("\n\nReasoning state\n")[1]).toMatch(
      /^Reasoning state: Half way through rotate\(\) \[NOTES\.md, /u,
    );
    // No task is ready: steps without a result are left out.
    expect(stdout).toMatch(/^Session continuity\n/);
  });

  test("R2: level 3 has all of the notes, also what a person wrote beside our section", async () => {
    await decide("Rotate the tokens", "--alternatives", "Stateless tokens");
    put(notes(), `${read(notes())}\n## Technical Debt\n- clock skew\n\n\`\`\`sh\nrun me\n\`\`\`\n`);
    const { stdout } = await cli("recover", "--level", "3");
    expect(stdout).toMatch(/not chosen: Stateless tokens[\s\S]*- clock skew \[NOTES\.md, \d+ \w+ ago\]/u);
    expect(stdout).toContain("\nrun me\n```\n");
  });

  test("L1, R2: an existing Loa project's section is seen at once, and is the one that is written on", async () => {
    put(join(project, "throughline.yaml"), "layout: loa\n");
    const path = join(project, "grimoires", "loa", "NOTES.md");
    const mine =
      "# Memory\n\n## Session Continuity\n\n### Active Context\n- **Current Bead**: beads-1 (refresh)\n- **Reasoning State**: Half way\n\n### Decision Log\n\n#### 2024-01-15T14:30:00Z - Use RSA\n**Decision**: Use RSA\n**Rationale**: Standard\n\n## Blockers\n- none\n";
    put(path, mine);
    expect(await cliJson("decisions")).toMatchObject([{ decision: "Use RSA", ts: "2024-01-15T14:30:00Z" }]);
    expect((await cli("recover", "--level", "1")).stdout).toMatch(/Half way[\s\S]*Use RSA/u);
    expect(read(path)).toBe(mine);
    await decide("Rotate the tokens");
    for (const heading of [/^## Session Continuity$/gmu, /^### Active Context$/gmu, /^#+ Decision Log$/gmu])
      expect(read(path).match(heading)).toHaveLength(1);
    const { stdout } = await product.cliProcess(["loa", "context-manager", "recover", "1"], {
      env: { PROJECT_ROOT: project },
    });
    expect(stdout).toContain("Rotate the tokens");
    expect(await cliJson("clashes")).toEqual([]);
  });

  test("L2: the help of `decide` says what is needed: only the decision", async () => {
    const { stdout } = await product.cli(["decide", "--help"]);
    expect(stdout).toMatch(/--rationale <value>\s+why, as stated/);
    expect(stdout).not.toContain("(required)");
  });

  test("L9: notes that were made from the template get one of each section", async () => {
    rmSync(join(project, ".git"), { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: project });
    put(join(project, "throughline.yaml"), "layout: loa\n");
    await product.cliProcess(["loa", "self-heal-state"], { env: { PROJECT_ROOT: project } });
    const path = join(project, "grimoires", "loa", "NOTES.md");
    put(path, read(path).replace("## Discovered Technical Debt\n", "## Discovered Technical Debt\n- Mine\n"));
    await decide("Rotate the tokens");
    for (const heading of [
      "## Session Continuity",
      "### Active Context",
      "### Lightweight Identifiers",
      "### Pending Questions",
    ])
      expect(read(path).split(`\n${heading}\n`)).toHaveLength(2);
    expect(read(path).match(/^#+ Decision Log$/gmu)).toHaveLength(1);
    expect(read(path)).toContain("## Discovered Technical Debt\n- Mine\n");
  });
});
