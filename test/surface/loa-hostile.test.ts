import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { cite, LoaProject, NOTES, values } from "../support/loa/project.ts";

const MEGABYTE = 1024 * 1024;
const sectionsOf = (project: LoaProject) => project.json(["context-manager", "status"]).value;
const BOTH = { preservation: { session_continuity: true, decision_log: true } };

describe("G8: hostile notes", () => {
  test.each([
    ["CRLF", NOTES.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\uFEFF## Session Continuity\n## Decision Log\n`],
    ["no newline at the end", "## Session Continuity\n\n## Decision Log"],
    ["underlined headings", "Session Continuity\n---\n\nDecision Log\n===\n"],
    ["decorated headings", "## 1. **Session Continuity** (live)\n\n### 📋 Decision Log ###\n"],
  ])("sections are found with %s", (_, notes) => {
    const project = new LoaProject();
    project.notes(notes);
    expect(sectionsOf(project)).toMatchObject(BOTH);
  });

  test("headings inside code, comments, quotes and lists are none", () => {
    const project = new LoaProject();
    project.notes(
      "# Notes\n\n```md\n## Session Continuity\n```\n\n<!--\n## Decision Log\n-->\n\n> ## Decision Log\n\n- ## Session Continuity\n\n    ## Decision Log\n\n## Decision Log Archive\n",
    );
    expect(sectionsOf(project)).toMatchObject({ preservation: { session_continuity: false, decision_log: false } });
  });

  test("ten megabytes of notes are read, searched and left alone", { timeout: 180_000 }, () => {
    const project = new LoaProject();
    const part = "### 2026-01-11 - Entry\n**Decision**: something\n\n```\n## Decision Log\n```\n\n";
    const filler = part.repeat(Math.ceil((10 * MEGABYTE) / part.length));
    const many = "## Another\nsection\n".repeat(20_000);
    const notes = `${many}## Decision Log\n${filler}\n## Session Continuity\nThe work stands at the needle.\n`;
    project.notes(notes);
    mkdirSync(project.path(".beads"));
    project.commit();
    expect(sectionsOf(project)).toMatchObject(BOTH);
    for (const level of ["1", "3"])
      expect(project.run(["context-manager", "recover", level]).stdout).toContain("needle");
    expect(project.run(["context-manager", "recover", "2", "--query", "needle"]).stdout).toContain("The work stands");
    expect(project.run(["self-heal-state"]).stdout).toContain("State Zone is healthy");
    expect(project.read("grimoires/loa/NOTES.md") === notes).toBe(true);
  });
});

describe("G8: hostile trajectories", () => {
  test("junk of every kind is passed over", () => {
    const project = new LoaProject();
    project.write(
      project.trajectoryName(),
      Buffer.concat([
        Buffer.from("\uFEFF"),
        Buffer.from(`${JSON.stringify(cite("citation"))}\r\n`),
        Buffer.from([0, 1, 2, 0xff, 0xfe, 10]),
        Buffer.from('not json\n[]\n"cite"\n17\nnull\n{}\n{"phase":"cite","grounding":"citatio\n\n'),
        Buffer.from('  { "claim" : "x", "grounding" :\t"citation" , "phase"  :  "cite" }  \n'),
        Buffer.from(JSON.stringify(cite("citation", { claim: "no newline at the end" }))),
      ]),
    );
    const { code, stdout } = project.run(["grounding-check"]);
    expect({ code, ...values(stdout) }).toMatchObject({ code: 0, total_claims: "3", grounded_claims: "3" });
  });

  test("a half written last line stays a line of its own when a handoff follows it", () => {
    const project = new LoaProject();
    project.write(project.trajectoryName(), '{"phase":"cite","grounding":"cita');
    expect(project.run(["synthesis-checkpoint"]).code).toBe(0);
    const [half, handoff, nothing] = project.read(project.trajectoryName()).split("\n");
    expect(half).toBe('{"phase":"cite","grounding":"cita');
    expect(JSON.parse(handoff ?? "")).toMatchObject({ phase: "session_handoff" });
    expect(nothing).toBe("");
  });

  test.each(["../../etc/passwd", "a/b", "a\\b", "/"])("the agent name %j is refused", (agent) => {
    const { code, stdout } = new LoaProject().run(["grounding-check", agent]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining("error=invalid_agent") });
  });

  test("a trajectory that cannot be read is an error, not a session without claims", () => {
    const project = new LoaProject();
    mkdirSync(project.path(project.trajectoryName()));
    const { code, stdout } = project.run(["grounding-check"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining("error=unreadable_trajectory") });
    project.log([cite("citation")], "another");
    expect(project.json(["context-manager", "status"])).toMatchObject({
      code: 0,
      value: { preservation: { trajectory_entries_today: 1 } },
    });
  });
});

describe("G8: hostile settings", () => {
  test.each([
    ["empty", ""],
    ["malformed", "this: is: not: valid: yaml:"],
    ["unclosed", "grounding: { enforcement: [strict"],
    ["broken further down", "grounding_enforcement: strict\ngrounding: { threshold: 0.1 }\nlater: [\n"],
    ["a list", "- strict\n- warn\n"],
    ["a text", "strict"],
    ["an unknown tag", "grounding: !secret { enforcement: !x 1 }"],
    ["wrong types", "grounding: [1]\ngrounding_enforcement: { a: 1 }\nsynthesis_checkpoint: 3\n"],
    ["invalid values", "grounding: { enforcement: invalid_level, threshold: -1 }\n"],
    ["bytes", "\u0000\u0001\u0002"],
    [
      "endless aliases",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`)}]`).join("\n")}\n`,
    ],
  ])("%s: the defaults apply, without a word", (_, config) => {
    const project = new LoaProject();
    project.config(config);
    const { code, stdout, stderr } = project.run(["synthesis-checkpoint"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Enforcement: warn");
    expect(stdout).toContain("Threshold: 0.95");
    expect(project.json(["context-manager", "status"]).value).toMatchObject({ config: { compaction_enabled: true } });
  });

  test("a folder in the place of the settings", () => {
    const project = new LoaProject();
    mkdirSync(project.path(".loa.config.yaml"));
    expect(project.run(["synthesis-checkpoint"]).code).toBe(0);
  });
});

describe("G1: hostile citations", () => {
  const judged = (project: LoaProject, fields: object) => {
    project.log([cite("citation", fields)]);
    return project.run(["grounding-check"]);
  };

  test.each<[string, (project: LoaProject) => object, string]>([
    [
      "a link out of the project",
      (project) => {
        symlinkSync("/etc/passwd", project.path("inside.txt"));
        return { path: "inside.txt", quote: "root" };
      },
      "outside the project",
    ],
    [
      "a link to a folder outside",
      (project) => {
        symlinkSync("/etc", project.path("etc"));
        return { path: "etc/passwd", line: 1 };
      },
      "outside the project",
    ],
    ["an absolute path outside", () => ({ path: "/etc/passwd", line: 1 }), "outside the project"],
    [
      "a binary file",
      (project) => {
        project.write("image.png", Buffer.from("quote\0quote"));
        return { path: "image.png", quote: "quote" };
      },
      "binary",
    ],
    [
      "a pipe",
      (project) => {
        spawnSync("mkfifo", [project.path("pipe")]);
        return { path: "pipe" };
      },
      "not a file",
    ],
    ["a path that is no text", () => ({ path: ["src/a.ts"] }), "no file named"],
    ["a quote that is no text", () => ({ path: ".loa.config.yaml", quote: ["x"] }), "missing"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as agents write it
    ["a reference in a list", () => ({ evidence: ["see the docs", "${PROJECT_ROOT}/gone.ts:3"] }), "missing"],
    [
      "a path inside an object",
      () => ({ grounding: { type: "citation", evidence: [{ path: "gone.ts" }] } }),
      "missing",
    ],
    ["a path with a null byte", () => ({ path: "a\u0000b" }), "missing"],
    ["a path that is too long", () => ({ path: "x".repeat(10_000) }), "missing"],
  ])("%s is not evidence", (_, prepare, reason) => {
    const project = new LoaProject();
    const { code, stdout } = judged(project, prepare(project));
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(reason) });
  });

  test("a link that stays inside, a file called like a reference and a root behind a link are fine", () => {
    const project = new LoaProject();
    project.write("real/file.ts", "const x = 1;\r\n");
    project.write("odd:12", "odd\n");
    symlinkSync("real", project.path("link"));
    symlinkSync(project.root, `${project.root}-link`);
    try {
      project.log([
        cite("citation", { path: "link/file.ts:1", quote: "const x = 1;" }),
        cite("citation", { path: "odd:12" }),
        cite("citation", { path: `${project.root}/real/file.ts`, line: 1 }),
      ]);
      for (const PROJECT_ROOT of [project.root, `${project.root}-link`])
        expect(values(project.run(["grounding-check"], { PROJECT_ROOT }).stdout).grounded_claims).toBe("3");
    } finally {
      rmSync(`${project.root}-link`);
    }
  });
});

describe("L9: hostile surroundings", () => {
  test("without a repository, and without git at all, healing says so and everything else works", () => {
    const project = new LoaProject();
    project.notes(NOTES);
    project.log([cite("citation")]);
    for (const PATH of [process.env.PATH ?? "", project.path("nothing-here")]) {
      const healed = project.run(["self-heal-state"], { PATH });
      expect(healed).toMatchObject({ code: 2, stderr: expect.stringContaining("Not in a git repository") });
      expect(values(project.run(["grounding-check"], { PATH }).stdout).total_claims).toBe("1");
      expect(project.run(["synthesis-checkpoint"], { PATH }).code).toBe(0);
      expect(project.run(["context-manager", "status"], { PATH }).code).toBe(0);
    }
  });

  test("what cannot be healed is told, and the rest is healed all the same", () => {
    const project = new LoaProject();
    mkdirSync(project.path("grimoires/loa/NOTES.md"));
    project.write(".beads", "a file in the folder's place");
    rmSync(project.path("grimoires/loa/a2a"), { recursive: true });
    project.commit();
    const { code, stdout } = project.run(["self-heal-state"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Could not heal NOTES.md");
    expect(stdout).toContain("Could not heal .beads/");
    expect(stdout).toContain("Created: trajectory/");
    expect(stdout).not.toContain("healthy");
    expect(project.entries("system")).toHaveLength(1);
  });

  // Nothing is read-only for root.
  test.skipIf(process.getuid?.() === 0)(
    "a read-only checkout is checked, not healed, and a checkpoint whose handoff cannot be logged is not passed",
    () => {
      const project = new LoaProject();
      project.log([cite("citation")], "other");
      project.commit();
      for (const folder of [".", "grimoires/loa", "grimoires/loa/a2a/trajectory"])
        chmodSync(project.path(folder), 0o555);
      try {
        expect(project.run(["self-heal-state"])).toMatchObject({
          code: 0,
          stdout: expect.stringContaining("Could not heal"),
        });
        expect(project.run(["synthesis-checkpoint"])).toMatchObject({
          code: 2,
          stdout: expect.stringContaining("could not be logged"),
        });
      } finally {
        for (const folder of [".", "grimoires/loa", "grimoires/loa/a2a/trajectory"])
          chmodSync(project.path(folder), 0o755);
      }
    },
  );

  test.each([
    ["a file stands in the folder's place", (a2a: string) => writeFileSync(a2a, "a file")],
    ["a link leads out of the project", (a2a: string) => symlinkSync(tmpdir(), a2a)],
  ])("G3: where %s the handoff is not logged: the checkpoint is not passed, and says why", (_, spoil) => {
    const project = new LoaProject();
    rmSync(project.path("grimoires/loa/a2a"), { recursive: true });
    spoil(project.path("grimoires/loa/a2a"));
    const { code, stdout } = project.run(["synthesis-checkpoint"]);
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: expect.stringMatching(/ERROR: the handoff could not be logged[\s\S]*SYNTHESIS CHECKPOINT: FAILED/),
    });
  });

  test("G3: a file in the place of the trajectory's folder is not a session without claims", () => {
    const project = new LoaProject();
    rmSync(project.path("grimoires/loa/a2a"), { recursive: true });
    project.write("grimoires/loa/a2a", "a file");
    expect(project.run(["grounding-check"]).code).toBe(2);
    expect(project.run(["synthesis-checkpoint"]).stdout).not.toContain("zero-claim");
  });

  test("inside a git hook, the project that was asked about counts, not the hook's", () => {
    const project = new LoaProject();
    project.notes(NOTES);
    mkdirSync(project.path(".beads"));
    project.commit();
    rmSync(project.path("grimoires/loa/NOTES.md"));
    const other = new LoaProject();
    other.commit();
    const { stdout } = project.run(["self-heal-state"], { GIT_DIR: other.path(".git"), GIT_WORK_TREE: other.root });
    expect(stdout).toContain("Recovered from git: NOTES.md");
  });

  test("a reader that goes away is no error", () => {
    const project = new LoaProject();
    project.write("src/a.ts", "x\n");
    for (let at = 0; at < 2000; at++) project.write(`src/${at}.ts`, "x\n");
    const cli = `"${process.execPath}" "${new URL("../../bin/throughline.cjs", import.meta.url).pathname}"`;
    const { stdout, stderr } = spawnSync("sh", ["-c", `${cli} loa context-manager probe src --json | head -n 1`], {
      cwd: project.root,
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "{\n", stderr: "" });
  });
});
