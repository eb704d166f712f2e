import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../src/extensions/ledgers/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "auth.ts"), "export function rotate() {}\n");
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const cliJson = (...args: string[]) => product.cliJson([...args, "--project", project]);
const settings = () => join(project, "throughline.yaml");
const trajectory = () => join(project, ".throughline", "trajectory");
const PLACE = `${PROJECT_ROOT}/src/auth.ts:1 export function rotate()`;

const STRICT = "grounding:\n  enforcement: strict\n";
const BROKEN: [string, string, RegExp][] = [
  ["an unknown key", `${STRICT}  treshold: 0.9\n`, /throughline\.yaml:3: unknown setting "grounding\.treshold"/],
  ["a wrong type", `${STRICT}  threshold: high\n`, /throughline\.yaml:3: "grounding\.threshold"/],
  ["broken YAML", `${STRICT}  threshold: [0.9\n`, /throughline\.yaml:\d: /],
];

describe("G3: a project whose settings cannot be read", () => {
  test.each(BROKEN)("fails closed, and says where: %s", async (_what, text, where) => {
    writeFileSync(settings(), text);
    expect(await cli("ground")).toMatchObject({ code: 1, stderr: expect.stringMatching(where) });
    expect(await cli("ghosts")).toMatchObject({ code: 1, stderr: expect.stringMatching(where) });
    const clear = await cli("synthesize");
    expect({ code: clear.code, out: clear.stdout.replace(/\s+/gu, " ") }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /Grounding Verification: failed[\s\S]*Negative Grounding: failed[\s\S]*not be cleared yet/,
      ),
    });
    expect(clear.stdout.replace(/\s+/gu, "")).toMatch(new RegExp(where.source.replaceAll(" ", "")));
    const { body } = await product.api("GET", "/api/status");
    expect(body).toMatchObject({ warnings: [expect.stringMatching(where)] });
    writeFileSync(settings(), STRICT);
    expect(await cliJson("ground")).toMatchObject({ enforcement: "strict", status: "pass" });
    expect(await product.api("GET", "/api/status")).toMatchObject({ body: { warnings: [] } });
  });

  test("holds up the user's own compaction where the file says strict, never an automatic one; other hooks go on", async () => {
    writeFileSync(settings(), "grounding: { enforcement: strict, treshold: 1 }\n");
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Rotate the tokens.");
    const compact = (trigger: string) =>
      product.hook("pre-compaction", session.payload({ hook_event_name: "PreCompact", trigger }));
    expect((await compact("auto")).stdout).not.toContain("block");
    const manual = await compact("manual");
    expect(manual).toMatchObject({ code: 0, stdout: expect.stringContaining("throughline.yaml:1") });
    expect(JSON.parse(manual.stdout)).toMatchObject({ decision: "block" });
    writeFileSync(settings(), "grounding: { treshold: 1 }\n");
    await product.until(async () => ((await compact("manual")).stdout.includes("block") ? undefined : true));
  });

  test("doctor tells it, from any folder of the project, and an entry is still taken, in the files that are there", async () => {
    writeFileSync(settings(), "layout: loa\ngrounding: { treshold: 1 }\n");
    mkdirSync(join(project, "grimoires", "loa"), { recursive: true });
    await cli("decide", "Rotate", "--rationale", "Safer");
    expect(existsSync(join(project, ".throughline"))).toBe(false);
    expect(readFileSync(join(project, "grimoires", "loa", "NOTES.md"), "utf8")).toContain("**Decision**: Rotate");
    const { stdout } = await product.run("sh", [
      "-c",
      `cd "${join(project, "src")}" && "${process.execPath}" "${join(process.cwd(), "bin", "throughline.cjs")}" doctor --json`,
    ]);
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({
        name: "configuration",
        ok: false,
        detail: expect.stringContaining("throughline.yaml:2"),
      }),
    );
  });
});

describe("G1: what the user is said to have said", () => {
  const cite = (...more: string[]) => cliJson("cite", "Ada wants short sessions", "--user-input", ...more);

  test("counts only where the words are in the captured conversation", async () => {
    expect(await cite()).toMatchObject({ grounded: false, why: expect.stringContaining("not quoted") });
    expect(await cite("--quote", "keep them short")).toMatchObject({
      grounded: false,
      why: expect.stringContaining("no conversation with the user is on record"),
    });
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Please keep  them short.", { written: false });
    expect(await cite("--quote", "keep them short")).toMatchObject({ grounded: true, why: null });
    expect(await cite("--quote", "keep them short", "--session", session.id)).toMatchObject({ grounded: true });
    expect(await cite("--quote", "keep them long", "--session", session.id)).toMatchObject({
      grounded: false,
      why: expect.stringContaining("in this session"),
    });
    expect(await cliJson("ground")).toMatchObject({ total: 5, grounded: 3, status: "fail" });
  });
});

describe("G1: evidence is checked, not counted", () => {
  const decide = (evidence: string) => cli("decide", "Rotate", "--rationale", "Safer", "--evidence", evidence);

  test("a decision tells which of its quotes are not there, and strict holds it against the project", async () => {
    expect((await decide(PLACE)).stdout).not.toContain("grounded");
    expect((await cli("ground", "--strict")).code).toBe(0);
    const answer = await decide(`${PROJECT_ROOT}/src/gone.ts:1 export function keys()`);
    expect(answer.stdout.replace(/\s+/gu, " ")).toContain("export function keys() not grounded: missing");
    expect(await cli("ground", "--strict")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("1 of 2 claims"),
    });
  });

  test("in a Loa project it says what the project's own check says", async () => {
    writeFileSync(settings(), `layout: loa\n${STRICT}`);
    const folder = join(project, "grimoires", "loa", "a2a", "trajectory");
    mkdirSync(folder, { recursive: true });
    const line = JSON.stringify({ phase: "cite", claim: "a guess", grounding: "assumption" });
    writeFileSync(join(folder, "implementing-tasks-2024-05-01.jsonl"), `${line}\n${line}\n`);
    expect(await cli("ground")).toMatchObject({ code: 1, stdout: expect.stringContaining("0 of 2 claims") });
    expect((await cli("synthesize")).code).toBe(1);
  });

  test("a quote that has moved is told as moved; a file that is there is not told as gone", async () => {
    writeFileSync(join(project, "src", "picture.bin"), Buffer.from([0, 1, 2]));
    const moved = PLACE.replace(":1", ":99");
    expect((await cli("cite", "It rotates", moved)).stdout).toContain("Grounded; moved to line 1.");
    await cli("cite", "It is a picture", `${PROJECT_ROOT}/src/picture.bin:1 words`);
    const told = (await cli("ground", "--drift")).stdout;
    expect(told).toMatch(/Moved\n\s+- It rotates: moved to line 1[\s\S]*the file is binary/);
    expect(told).not.toContain("the file is gone");
  });
});

describe("L6: the trajectory's file", () => {
  test("L6: a claim that could not be written there is told, and comes with `heal`", async () => {
    mkdirSync(join(project, ".throughline"));
    writeFileSync(trajectory(), "a file in the way");
    const answer = await cli("cite", "It rotates", PLACE);
    rmSync(trajectory());
    expect(answer).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Grounded\.[\s\S]*was not written: E/),
    });
    expect(await cliJson("heal")).toContainEqual(expect.objectContaining({ problem: "missing", from: "store" }));
    const [name = ""] = readdirSync(trajectory());
    const file = join(trajectory(), name);
    expect(readFileSync(file, "utf8")).toContain('"claim":"It rotates"');
  });

  test("L9: one that is lost comes back from the store, each line once, and others' lines stay", async () => {
    await cli("cite", "It rotates", PLACE);
    await cli("cite", "It is fast", "--assumption");
    const [name = ""] = readdirSync(trajectory());
    const file = join(trajectory(), name);
    const [first = "", second = ""] = readFileSync(file, "utf8").split("\n");
    rmSync(file);
    await cliJson("heal");
    expect(readFileSync(file, "utf8")).toContain(`${first}\n${second}\n`);
    writeFileSync(file, `${second}\n`);
    appendFileSync(file, '{"phase":"theirs"}\n');
    expect(await cliJson("heal")).toMatchObject([{ path: file, problem: "incomplete", from: "store" }]);
    const healed = readFileSync(file, "utf8");
    expect(healed.startsWith(`${second}\n{"phase":"theirs"}\n${first}\n`)).toBe(true);
    expect(await cliJson("heal")).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe(healed);
  });
});

test("G3: what the check before a clear advises can be done: a claim that it handed on can be retracted", async () => {
  await cli("cite", "B is true", "--assumption");
  expect((await cli("synthesize")).stdout.replace(/\s+/gu, " ")).toContain(
    'retract them (throughline cite "…" --retract; a decision in its own words): "B is true"',
  );
  expect(await cli("cite", "B is true", "--retract")).toMatchObject({ code: 0, stdout: "Claim retracted.\n" });
  expect((await cli("cite", "B is true", "--retract")).stderr).toContain("there is no claim");
});

test("G1: too few grounded claims are WARN where that is only a warning, FAIL where the command fails", async () => {
  await cli("cite", "B is true", "--assumption");
  expect(await cli("ground")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^WARN {2}0 of 1 claims/) });
  expect(await cli("ground", "--strict")).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}/) });
});
