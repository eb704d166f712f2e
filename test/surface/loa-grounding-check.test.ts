import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cite, LoaProject, values } from "../support/loa/project.ts";

const check = (project: LoaProject, ...args: string[]) => project.run(["grounding-check", ...args]);

describe("G8: grounding-check", () => {
  test.each<[string, (project: LoaProject) => void]>([
    ["no file", () => {}],
    ["an empty file", (project) => project.log([])],
    ["blank lines", (project) => project.log(["   ", "", "\t"])],
    ["only other phases", (project) => project.log([{ phase: "execute", file: "a.ts" }, {}])],
  ])("a session without claims passes and says so: %s", (_, prepare) => {
    const project = new LoaProject();
    prepare(project);
    const { code, stdout } = check(project);
    expect({ code, ...values(stdout) }).toMatchObject({
      code: 0,
      total_claims: "0",
      grounding_ratio: "1.00",
      status: "pass",
      message: expect.stringContaining("zero-claim"),
    });
  });

  test("all figures are printed, in their order", () => {
    const project = new LoaProject();
    project.log([cite("citation"), cite("code_reference"), cite({ type: "user_input" }), cite("assumption")]);
    const { code, stdout, stderr } = check(project, "implementing-tasks", "0.75");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, 9)).toEqual([
      "total_claims=4",
      "grounded_claims=3",
      "grounded_citations=1",
      "grounded_references=1",
      "grounded_user_input=1",
      "assumptions=1",
      "grounding_ratio=0.75",
      "threshold=0.75",
      "status=pass",
    ]);
    expect(stdout.split("\n")[9]).toMatch(/^message=.+/);
  });

  test.each([
    ["unknown", "hearsay"],
    ["null", null],
    ["absent", undefined],
    ["an object without a type", {}],
    ["assumption", "assumption"],
  ])("a claim whose grounding is %s counts against the ratio", (_, grounding) => {
    const project = new LoaProject();
    project.log([cite("citation"), cite(grounding, { claim: "Perhaps OAuth" })]);
    const { code, stdout } = check(project);
    expect({ code, ...values(stdout) }).toMatchObject({
      code: 1,
      total_claims: "2",
      grounded_claims: "1",
      grounding_ratio: "0.50",
      status: "fail",
    });
    expect(stdout).toContain("ungrounded_claims:\n  - Perhaps OAuth\n");
  });

  test("equal to the threshold passes, a hair below fails though it is shown as equal", () => {
    const project = new LoaProject();
    project.log([...Array(19).fill(cite("citation")), cite("assumption")]);
    expect(check(project, "", "0.95").code).toBe(0);
    expect(check(project, "", "0.9501").code).toBe(1);
    project.log([...Array(999).fill(cite("citation")), cite("assumption")], "close");
    const { code, stdout } = check(project, "close", "1");
    expect({ code, ratio: values(stdout).grounding_ratio }).toEqual({ code: 1, ratio: "1.00" });
  });

  test("at most ten ungrounded claims are listed, each on one line", () => {
    const project = new LoaProject();
    project.log(Array.from({ length: 12 }, (_, at) => cite("assumption", { claim: `Claim\n${at}\u001b[31m` })));
    const listed = check(project)
      .stdout.split("\n")
      .filter((line) => line.startsWith("  - "));
    expect(listed).toHaveLength(10);
    expect(listed[3]).toBe("  - Claim 3 [31m");
  });

  test.each(["not-a-number", "1.5", "-0.5", "-0", "NaN", "0,5", "Infinity", "0x1", " "])(
    "the threshold %j is refused",
    (threshold) => {
      const { code, stdout } = check(new LoaProject(), "implementing-tasks", threshold);
      expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining("error=invalid_threshold") });
    },
  );

  test.each(["not-a-date", "2026-02-30", "2026-13-01", "20260101", "../2026-01-01"])(
    "the date %j is refused",
    (day) => {
      const { code, stdout } = check(new LoaProject(), "implementing-tasks", "0.95", day);
      expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining("error=invalid_date") });
    },
  );

  test("agents and days have their own files; names may hold spaces and dots", () => {
    const project = new LoaProject({ ledger: "loa-grimoire" });
    project.log([cite("citation")], "my agent v1.0", "2024-02-29");
    expect(values(check(project, "my agent v1.0", "0.95", "2024-02-29").stdout).total_claims).toBe("1");
    expect(values(check(project, "my agent v1.0").stdout).total_claims).toBe("0");
  });

  test("today is the day where the machine stands", () => {
    const project = new LoaProject();
    const noon = Date.now();
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(noon);
    // At any moment these two are on different days.
    for (const TZ of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      project.log([cite("citation")], TZ.slice(8), dayIn(TZ));
      const { stdout } = project.run(["grounding-check", TZ.slice(8)], { TZ });
      expect(values(stdout).total_claims).toBe("1");
    }
  });

  test("the project root is PROJECT_ROOT, else git's, else the working folder", () => {
    const project = new LoaProject();
    project.log([cite("citation")]);
    const below = project.path("src", "deep");
    mkdirSync(below, { recursive: true });
    const claims = (env: Record<string, string>) =>
      values(project.run(["grounding-check"], env, below).stdout).total_claims;
    expect(claims({})).toBe("0");
    expect(claims({ PROJECT_ROOT: project.root })).toBe("1");
    project.commit();
    expect(claims({})).toBe("1");
  });
});

describe("G1: what a claim cites is looked up", () => {
  const SOURCE = "const a = 1;\n\nexport async function rotate(\n  token: string,\n) {}\n";

  test.each<[string, object]>([
    ["path and line", { path: "src/auth.ts", line: 3 }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as agents write it
    ["path with lines", { path: "${PROJECT_ROOT}/src/auth.ts:3-5" }],
    ["quote at its line", { file: "./src/auth.ts", line: "3", quote: "export   async function rotate(" }],
    ["quote over several lines", { path: "src/auth.ts:3", code: "rotate( token: string, )" }],
    ["a quote that has moved", { path: "src/auth.ts", line: 1, quote: "token: string" }],
    ["a quote without a line", { path: "src/auth.ts", quote: "const a = 1;" }],
    ["evidence in a list", { evidence: [{ path: "src/auth.ts", line: 1 }, { path: "src/auth.ts:3" }] }],
  ])("found: %s", (_, fields) => {
    const project = new LoaProject();
    project.write("src/auth.ts", SOURCE);
    project.log([cite("citation", fields)]);
    expect(check(project)).toMatchObject({ code: 0, stdout: expect.stringContaining("grounded_citations=1") });
  });

  test.each<[string, object, string]>([
    ["a file that is not there", { path: "src/none.ts" }, "missing"],
    ["a line that is not there", { path: "src/auth.ts", line: 6 }, "no such line"],
    ["line zero", { path: "src/auth.ts", line: 0 }, "no such line"],
    ["a fabricated quote", { path: "src/auth.ts", line: 3, quote: "export function rotateAll()" }, "quote not found"],
    ["one false citation among true ones", { evidence: [{ path: "src/auth.ts" }, { path: "gone.ts" }] }, "missing"],
    ["a quote without a file", { quote: "const a = 1;" }, "no file named"],
    ["a folder", { path: "src" }, "a folder"],
    ["a way out", { path: "../../etc/passwd" }, "outside the project"],
  ])("not found: %s", (_, fields, reason) => {
    const project = new LoaProject();
    project.write("src/auth.ts", SOURCE);
    project.log([cite("code_reference", { ...fields, claim: "Tokens rotate" })]);
    const { code, stdout } = check(project);
    expect({ code, grounded: values(stdout).grounded_claims }).toEqual({ code: 1, grounded: "0" });
    expect(stdout).toMatch(new RegExp(`  - Tokens rotate \\(.*${reason}\\)`));
  });

  test("the prose of a claim is never taken for a citation", () => {
    const project = new LoaProject();
    project.log([cite("citation", { claim: "`gone()` [src/gone.ts:3] quote: nothing" })]);
    expect(check(project).code).toBe(0);
  });

  test("what the user said needs no file", () => {
    const project = new LoaProject();
    project.log([cite("user_input", { quote: "make it dark" })]);
    expect(check(project)).toMatchObject({ code: 0, stdout: expect.stringContaining("grounded_user_input=1") });
  });
});
