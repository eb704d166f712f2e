import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LoaProject, NOTES } from "../support/loa/project.ts";

const heal = (project: LoaProject, ...flags: string[]) => project.run(["self-heal-state", ...flags]);

function healthy(options: { ledger?: string } = {}): LoaProject {
  const project = new LoaProject(options);
  project.notes(NOTES);
  mkdirSync(project.path(".beads"));
  project.commit();
  return project;
}

const tree = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".git"))
    .sort();

describe("G8: self-heal-state", () => {
  test.each([["grimoires/loa"], ["loa-grimoire"]])("a healthy project with its ledger in %s", (ledger) => {
    const project = healthy({ ledger });
    const before = tree(project.root);
    for (const flags of [[], ["--check-only"], ["--check-only", "--verbose"]]) {
      const { code, stdout, stderr } = heal(project, ...flags);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const name of [`${ledger}/`, "NOTES.md", ".beads/", "trajectory/", ".ck/"])
        expect(stdout).toContain(`[SELF-HEAL] Checking: ${name}\n`);
      expect(stdout).toMatch(/SELF-HEALING SUMMARY\n[\s\S]*Timestamp: \d{4}-[\s\S]*State Zone is healthy/);
      expect(stdout).toContain(flags.includes("--check-only") ? "Mode: Check only" : "Mode: Heal");
    }
    expect(tree(project.root)).toEqual(before);
  });

  test("only checking writes nothing and ends with 1 where there are issues", () => {
    const project = healthy();
    rmSync(project.path("grimoires/loa/NOTES.md"));
    rmSync(project.path(".beads"), { recursive: true });
    const before = tree(project.root);
    const { code, stdout } = heal(project, "--check-only");
    expect(code).toBe(1);
    expect(stdout).toContain("NOTES.md is missing");
    expect(stdout).toContain(".beads/ is missing");
    expect(stdout).not.toContain("healthy");
    expect(tree(project.root)).toEqual(before);
  });

  test.each([
    ["no arguments of ours", ["--fix"]],
    ["a value", ["now"]],
    ["help", ["--help"]],
  ])("unknown: %s", (_, flags) => {
    const answer = heal(healthy(), ...flags);
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining("Unknown argument") });
  });
});

describe("L9: what was lost comes back", () => {
  test.each([
    ["missing", (project: LoaProject) => rmSync(project.path("grimoires/loa/NOTES.md"))],
    ["empty", (project: LoaProject) => project.notes("")],
    ["blank", (project: LoaProject) => project.notes("\uFEFF \r\n\t\n")],
  ])("notes that are %s come back from HEAD, byte for byte", (_, lose) => {
    const project = healthy();
    const content = `${NOTES}\r\nmixed line ends, no newline at the end: ä`;
    project.notes(content);
    project.git("commit", "--quiet", "--all", "--message", "Second");
    project.notes("staged, not committed");
    project.git("add", "--all");
    lose(project);
    const { code, stdout } = heal(project);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Recovered from git") });
    expect(project.read("grimoires/loa/NOTES.md")).toBe(content);
    expect(project.entries("system")).toEqual([
      expect.objectContaining({ phase: "self_heal", component: "NOTES.md", action: "recovered_from_git" }),
    ]);
    expect(heal(project).stdout).toContain("State Zone is healthy");
  });

  test("notes that HEAD no longer has, or whose deletion is staged, come from the template, not from older commits", () => {
    for (const isCommitted of [true, false]) {
      const project = healthy();
      project.git("rm", "--quiet", "grimoires/loa/NOTES.md");
      if (isCommitted) project.git("commit", "--quiet", "--message", "Remove");
      const { code, stdout } = heal(project);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Created from template") });
      const notes = project.read("grimoires/loa/NOTES.md");
      for (const section of ["Active Sub-Goals", "Session Continuity", "Decision Log"])
        expect(notes).toContain(`## ${section}`);
    }
  });

  test("a repository without a commit gets the template, too", () => {
    const project = new LoaProject();
    project.git("init", "--quiet");
    expect(heal(project)).toMatchObject({ code: 0, stdout: expect.stringContaining("Created from template") });
  });

  test("lost folders come back with what HEAD has in them, at the place that HEAD knows", () => {
    const project = new LoaProject({ ledger: "loa-grimoire" });
    project.notes(NOTES);
    project.write(".beads/beads-1.yaml", "id: beads-1\n");
    project.log([{ phase: "cite" }], "old", "2026-01-01");
    project.commit();
    rmSync(project.path("loa-grimoire"), { recursive: true });
    rmSync(project.path(".beads"), { recursive: true });
    expect(heal(project)).toMatchObject({ code: 0, stdout: expect.stringContaining("Recovered from git") });
    expect(project.read("loa-grimoire/NOTES.md")).toBe(NOTES);
    expect(project.read(".beads/beads-1.yaml")).toBe("id: beads-1\n");
    expect(project.entries("old", "2026-01-01")).toEqual([{ phase: "cite" }]);
    expect(existsSync(project.path("grimoires"))).toBe(false);
  });

  test("a project that lies inside a larger repository is healed from its own part", () => {
    const project = new LoaProject({ ledger: "apps/one/grimoires/loa" });
    project.notes(NOTES);
    project.write("apps/one/.beads/b.yaml", "id: b\n");
    project.commit();
    rmSync(project.path("apps/one/grimoires"), { recursive: true });
    rmSync(project.path("apps/one/.beads"), { recursive: true });
    const { code } = project.run(["self-heal-state"], { PROJECT_ROOT: project.path("apps/one") });
    expect(code).toBe(0);
    expect(project.read("apps/one/grimoires/loa/NOTES.md")).toBe(NOTES);
    expect(project.read("apps/one/.beads/b.yaml")).toBe("id: b\n");
  });

  test("folders are made again though git has nothing in them", () => {
    const project = healthy();
    rmSync(project.path("grimoires/loa/a2a"), { recursive: true });
    rmSync(project.path(".beads"), { recursive: true });
    expect(heal(project).code).toBe(0);
    expect(existsSync(project.path("grimoires/loa/a2a/trajectory"))).toBe(true);
    expect(readdirSync(project.path(".beads"))).toEqual([]);
    expect(project.entries("system").map(({ component }) => component)).toEqual([".beads/", "trajectory/"]);
  });

  test("notes that lack sections are their writers' business", () => {
    const project = healthy();
    project.notes("# Just a header\n");
    expect(heal(project).stdout).toContain("State Zone is healthy");
    expect(project.read("grimoires/loa/NOTES.md")).toBe("# Just a header\n");
  });
});
