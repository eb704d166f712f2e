import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, test } from "vitest";
import { LoaProject } from "../support/loa/project.ts";

const NOTES = `# NOTES.md

## Session Continuity
<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->

### Active Context
- **Current Bead**: bd-test-123 (Test task)
- **Reasoning State**: Testing context manager

## Decision Log

### 2026-01-11T12:00:00Z - Three steps
**Decision**: Use the simplified checkpoint

### 2026-01-12T12:00:00Z - Rotate tokens
**Decision**: Authentication uses rotating refresh tokens

## Performance
Caching layer added for frequent reads.
`;

const manage = (project: LoaProject, ...args: string[]) => project.run(["context-manager", ...args]);
const json = (project: LoaProject, ...args: string[]) => project.json(["context-manager", ...args]);

function noted(notes = NOTES): LoaProject {
  const project = new LoaProject();
  project.notes(notes);
  return project;
}

describe("G8: context-manager", () => {
  test("usage, help and what is unknown", () => {
    const project = new LoaProject();
    expect(manage(project)).toMatchObject({ code: 1, stderr: expect.stringContaining("Usage:") });
    for (const flag of ["--help", "-h"])
      expect(manage(project, flag)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/Context Manager[\s\S]*Commands:/),
      });
    for (const name of ["unknown", "constructor"])
      expect(manage(project, name)).toMatchObject({ code: 1, stderr: expect.stringContaining("Unknown command") });
    expect(manage(project, "status", "--bogus").code).toBe(1);
    expect(json(project, "unknown")).toEqual({ code: 1, value: { error: expect.stringContaining("Unknown command") } });
  });

  test("status: settings, sections and the entries of all agents today", () => {
    const project = noted();
    project.log([{ a: 1 }, "junk", { b: 2 }]);
    project.log([{ c: 3 }], "another one");
    project.log([{ d: 4 }], "another one", "2020-01-01");
    project.write(".beads/a.yaml", "id: a\nstatus: in_progress\n");
    project.write(".beads/b.yaml", "id: b\nstatus: open\n");
    const { code, stdout } = manage(project, "status");
    expect(code).toBe(0);
    for (const text of [
      "Context Manager Status",
      "Configuration",
      "Client Compaction",
      "Preservation Status",
      "Session Continuity section present",
      "Decision Log section present",
      "Trajectory entries (today): 3\n",
    ])
      expect(stdout).toContain(text);
    project.config("context_management:\n  client_compaction: false\n  simplified_checkpoint: no-idea\n");
    expect(json(project, "status").value).toEqual({
      config: { compaction_enabled: false, notes_preserved: true, simplified_checkpoint: true },
      preservation: { session_continuity: true, decision_log: true, trajectory_entries_today: 3, active_beads: 1 },
      notes_sections: ["Session Continuity", "Decision Log", "Performance"],
    });
  });

  test("status of a project that has nothing", () => {
    const { code, stdout } = manage(new LoaProject({ ledger: "elsewhere" }), "status");
    expect(code).toBe(0);
    expect(stdout).toContain("Session Continuity section missing");
    expect(stdout).toContain("Trajectory entries (today): 0");
  });

  test("the environment puts each file elsewhere", () => {
    const project = new LoaProject({ ledger: "kept/notes" });
    project.log([{ a: 1 }]);
    const env = {
      CONFIG_FILE: project.write("kept/config.yaml", "context_management: { client_compaction: false }"),
      NOTES_FILE: project.write("kept/other.md", "## Decision Log\n"),
      GRIMOIRE_DIR: project.path("kept/notes"),
      TRAJECTORY_DIR: project.path("kept/notes/a2a/trajectory"),
    };
    expect(project.json(["context-manager", "status"], env).value).toMatchObject({
      config: { compaction_enabled: false },
      preservation: { session_continuity: false, decision_log: true, trajectory_entries_today: 1 },
    });
    project.notes("## Session Continuity\n");
    const { GRIMOIRE_DIR } = env;
    expect(project.json(["context-manager", "status"], { GRIMOIRE_DIR }).value).toMatchObject({
      preservation: { session_continuity: true, trajectory_entries_today: 1 },
    });
  });

  test("rules: for people by name, in JSON by identifier; a project may have its own", () => {
    const project = new LoaProject();
    const { stdout } = manage(project, "rules");
    for (const text of [
      ...["Preservation Rules", "ALWAYS Preserved", "Session Continuity", "Decision Log", "Trajectory entries"],
      ...["Active bead references", "COMPACTABLE", "Tool results", "Thinking blocks", "Verbose debug"],
    ])
      expect(stdout).toContain(text);
    expect(json(project, "rules").value).toEqual({
      always_preserve: ["notes_session_continuity", "notes_decision_log", "trajectory_entries", "active_beads"],
      compactable: expect.arrayContaining(["tool_results", "thinking_blocks", "verbose_debug"]),
    });
    project.config("context_management: { preservation_rules: { always_preserve: [release_notes], compactable: 7 } }");
    expect(json(project, "rules").value).toMatchObject({
      always_preserve: ["release_notes"],
      compactable: expect.arrayContaining(["tool_results"]),
    });
    expect(manage(project, "rules").stdout).toContain("Release notes");
  });

  test("preserve: names what is missing", () => {
    expect(manage(noted(), "preserve")).toMatchObject({ code: 0, stdout: "All critical sections present\n" });
    const { code, stdout } = manage(noted("## Session Continuity\n"), "preserve");
    expect(code).toBe(0);
    expect(stdout).toMatch(/Missing sections[\s\S]*Decision Log/);
    expect(stdout).not.toContain("Session Continuity");
  });

  test("compact: what would be kept and compacted, or only that it is disabled", () => {
    const project = noted();
    expect(manage(project, "compact").stdout).toMatch(/Would be PRESERVED[\s\S]*Would be COMPACTED/);
    expect(manage(project, "compact").stdout).not.toContain("Dry run");
    expect(manage(project, "compact", "--dry-run").stdout).toMatch(/Would be PRESERVED[\s\S]*Dry run/);
    project.config("context_management: { client_compaction: false }");
    expect(manage(project, "compact", "--dry-run")).toMatchObject({
      code: 0,
      stdout: "Client compaction is disabled\n",
    });
  });

  test("checkpoint: three checks are made, three steps are left to the agent", () => {
    const project = noted();
    expect(manage(project, "checkpoint").stdout).not.toContain("Trajectory logged");
    project.log([{ phase: "cite" }]);
    const { code, stdout } = manage(project, "checkpoint", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Simplified Checkpoint Process[\s\S]*Automated Checks[\s\S]*Trajectory logged[\s\S]*Session Continuity section present[\s\S]*Decision Log section present[\s\S]*Manual Steps[\s\S]*Verify Decision Log updated[\s\S]*Verify Bead updated[\s\S]*Verify EDD test scenarios[\s\S]*Dry run complete/,
    );
  });

  test("probe: the figures of a file, as its name was given", () => {
    const project = new LoaProject();
    project.write("a dir/file.test.ts", "1234567\n8\n90");
    expect(json(project, "probe", "a dir/file.test.ts")).toEqual({
      code: 0,
      value: { file: "a dir/file.test.ts", lines: 2, size_bytes: 12, extension: "ts", estimated_tokens: 3 },
    });
    const { stdout } = manage(project, "probe", "a dir/file.test.ts");
    for (const text of ["File Probe Results", "a dir/file.test.ts", "Lines:", "Size:", "Extension:", "Tokens"])
      expect(stdout).toContain(text);
    for (const name of ["Makefile", ".hidden"]) {
      project.write(name, "");
      expect(json(project, "probe", name).value).toMatchObject({ extension: "", lines: 0 });
    }
    expect(manage(project, "probe", "gone.ts")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not found"),
    });
    expect(json(project, "probe", "gone.ts")).toEqual({
      code: 1,
      value: { error: expect.stringContaining("not found") },
    });
  });

  test("probe: a folder's text files, deep ones too, without binaries and links", () => {
    const project = new LoaProject();
    project.write("src/a.ts", "a\n");
    project.write("src/one/two/three/b.ts", "b\nb\n");
    project.write("src/latin1.txt", Buffer.from("gr\xfc\xdfe\n", "latin1"));
    project.write("src/binary.bin", Buffer.from([0, 1, 2, 3]));
    project.write("src/random", Buffer.from(Array.from({ length: 100 }, (_, at) => (at * 37 + 129) % 255 || 1)));
    project.write("src/node_modules/x/index.js", "x\n");
    mkdirSync(project.path("src/empty"));
    symlinkSync("../src", project.path("src/circle"));
    const { value } = json(project, "probe", "src");
    expect(value).toMatchObject({ directory: "src", total_files: 3, total_lines: 4, estimated_tokens: 3 });
    expect(value.files).toMatchObject([
      { file: "src/a.ts", lines: 1, extension: "ts" },
      { file: "src/latin1.txt" },
      { file: "src/one/two/three/b.ts", lines: 2 },
    ]);
    expect(json(project, "probe", "src/circle").value).toMatchObject({ total_files: 3 });
    expect(json(project, "probe", "src/empty").value).toMatchObject({ total_files: 0, files: [] });
    expect(manage(project, "probe").stdout).toContain("Directory Probe Results");
  });

  test("relevance: points for keywords, more for many lines, at most ten", () => {
    const project = new LoaProject();
    const score = (text: string) => json(project, "relevance", project.write("file.ts", text)).value.relevance_score;
    expect(score("plain words\n")).toBe(0);
    expect(score("export\n".repeat(5))).toBe(1);
    expect(score("export\n".repeat(6))).toBe(2);
    expect(score("capital reexported\n")).toBe(2);
    expect(score("export class interface function async api route handler\n".repeat(6))).toBe(10);
    expect(manage(project, "relevance", "file.ts").stdout).toMatch(/Relevance Score[\s\S]*Score:[\s\S]*Level:/);
    expect(manage(project, "relevance", "gone.ts")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("File not found"),
    });
    project.config("context_management: { relevance_keywords: [größe] }");
    expect(score("die größe\nexport\n")).toBe(1);
  });

  test("should-load: small files always, large ones by relevance", () => {
    const project = new LoaProject();
    const decide = (text: string) => json(project, "should-load", project.write("file.ts", text));
    expect(decide("x\n".repeat(500))).toMatchObject({
      code: 0,
      value: { decision: "load", reason: expect.stringContaining("within threshold") },
    });
    expect(decide("x\n".repeat(501))).toMatchObject({ code: 1, value: { decision: "skip", relevance_score: 0 } });
    expect(decide("export class\n".repeat(501))).toMatchObject({
      code: 1,
      value: { decision: "excerpt", relevance_score: 4 },
    });
    expect(decide("export class api\n".repeat(501))).toMatchObject({
      code: 0,
      value: { decision: "load", reason: expect.stringContaining("high relevance") },
    });
    project.config("context_management: { max_eager_load_lines: 2 }");
    expect(decide("x\nx\nx\n")).toMatchObject({ code: 1, value: { decision: "skip" } });
    expect(json(project, "should-load", "gone.ts")).toMatchObject({
      code: 1,
      value: { file: "gone.ts", decision: "skip" },
    });
    expect(manage(project, "should-load", "gone.ts").stdout).toMatch(
      /Should Load Decision[\s\S]*Decision:[\s\S]*Reason:/,
    );
    for (const command of ["relevance", "should-load"])
      expect(manage(project, command)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("File path required"),
      });
  });
});

describe("R2: recover, in levels", () => {
  test.each([
    ["1", "Level 1: Minimal Recovery", "~100 tokens", "Session Continuity"],
    ["2", "Level 2: Standard Recovery", "~500 tokens", "Decision Log"],
    ["3", "Level 3: Full Recovery", "~2000 tokens", "Trajectory"],
  ])("level %s names itself, its budget and what it holds", (level, title, budget, content) => {
    const { code, stdout } = manage(noted(), "recover", level);
    expect(code).toBe(0);
    for (const text of [title, budget, content]) expect(stdout).toContain(text);
  });

  test("level 1 is the default: where the work stood and the last decisions, newest first, without comments", () => {
    const { stdout } = manage(noted(), "recover");
    expect(stdout).toMatch(/Testing context manager[\s\S]*Rotate tokens[\s\S]*Three steps/);
    expect(stdout).not.toContain("CRITICAL");
    expect(stdout).not.toContain("Caching layer");
  });

  test.each([
    ["no such section", "## Decision Log\n- Use JWT\n"],
    ["nothing in it", "## Session Continuity\n\n## Decision Log\n- Use JWT\n"],
  ])("level 1 says where the work stood, or that nothing tells: %s", (_, notes) => {
    expect(manage(noted(notes), "recover").stdout).toMatch(/Session Continuity:\n\(.*\)\n[\s\S]*Use JWT/);
  });

  test("a query brings what is about it, within the level's budget; an empty one is none", () => {
    const project = noted();
    const { code, stdout } = manage(project, "recover", "2", "--query", "authenticate token");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /~500 tokens[\s\S]*Query: authenticate token[\s\S]*keyword search[\s\S]*rotating refresh tokens/,
    );
    expect(stdout).not.toContain("Caching layer");
    expect(manage(project, "recover", "--query", "", "1").stdout).toBe(manage(project, "recover", "1").stdout);
  });

  test("R2: a long query is printed as far as the budget for the whole output lets it", () => {
    const query = "authentication ".repeat(40);
    const { stdout } = manage(noted(), "recover", "1", "--query", query);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(400);
    expect(stdout).toMatch(/Query: authentication [^\n]*…\n[\s\S]*\n\n\S/);
  });

  test("a query without a match falls back to the level's own content", () => {
    const { code, stdout } = manage(noted(), "recover", "2", "--query", "nonexistent_topic_xyz");
    expect(code).toBe(0);
    expect(stdout).toMatch(/falling back[\s\S]*rotating refresh tokens/);
  });

  test("where ck is installed it is asked; where it fails, the words are searched for", () => {
    const project = noted();
    const ck = project.write("bin/ck", "");
    chmodSync(ck, 0o755);
    const asked = (script: string) => {
      writeFileSync(ck, `#!/bin/sh\n${script}\n`);
      const PATH = `${project.path("bin")}${delimiter}${process.env.PATH}`;
      return project.run(["context-manager", "recover", "2", "--query", "tokens"], { PATH }).stdout;
    };
    const line = JSON.stringify({ path: "NOTES.md", snippet: "found by meaning" });
    expect(asked(`echo "$*" > asked; echo 'Indexing'; echo '${line}'`)).toMatch(
      /Query: tokens\nSemantic Recovery[\s\S]*found by meaning/,
    );
    expect(project.read("grimoires/loa/asked")).toBe(
      `--hybrid tokens ${project.path("grimoires/loa")} --top-k 3 --jsonl\n`,
    );
    expect(asked("exit 1")).toMatch(/keyword search[\s\S]*rotating refresh tokens/);
  });

  test("no notes are told, another level is refused", () => {
    expect(manage(new LoaProject(), "recover")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("not found"),
    });
    for (const level of ["0", "5", "-1", "one"])
      expect(manage(noted(), "recover", level)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Invalid level"),
      });
  });

  test("ceilings are the project's own and hold, however long the notes are", () => {
    const decisions = Array.from(
      { length: 500 },
      (_, at) => `### 2026-01-11T12:00:00Z - Decision ${at}\n${"word ".repeat(80)}\n`,
    );
    const project = noted(`${NOTES}\n${decisions.join("\n")}`);
    const tokens = (...args: string[]) => Buffer.byteLength(manage(project, "recover", ...args).stdout) / 4;
    expect(tokens("1")).toBeLessThanOrEqual(101);
    expect(tokens("2")).toBeLessThanOrEqual(501);
    expect(tokens("3")).toBeLessThanOrEqual(2001);
    expect(tokens("2", "--query", "decision word")).toBeLessThanOrEqual(501);
    project.config("session_continuity: { level1_tokens: 60, level2_tokens: 200 }");
    expect(manage(project, "recover", "1").stdout).toContain("~60 tokens");
    expect(tokens("1")).toBeLessThanOrEqual(61);
    expect(tokens("2")).toBeLessThanOrEqual(201);
  });
});
