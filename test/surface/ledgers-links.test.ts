import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../src/extensions/ledgers/index.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
let outside: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "project");
  outside = join(product.folder, "outside");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(outside);
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const cliJson = (...args: string[]) => product.cliJson([...args, "--project", project]);
const LEADS_OUT = { problem: expect.stringContaining("leads out of the project") };
const own = (...names: string[]) => join(project, ".throughline", ...names);

describe("L1: links that lead out of the project", () => {
  test("the folder of the ledgers: nothing is written there, the store has it, and it is told", async () => {
    symlinkSync(outside, own());
    const decided = await cliJson("decide", "Rotate", "--rationale", "Safer");
    expect(decided).toMatchObject({ behind: [LEADS_OUT] });
    expect(await cliJson("task", "new", "Auth")).toMatchObject({ behind: [LEADS_OUT] });
    expect(await cliJson("cite", "It rotates", "--assumption")).toMatchObject({ behind: [LEADS_OUT] });
    expect(await cliJson("heal")).toEqual(
      expect.arrayContaining([expect.objectContaining({ from: null, why: LEADS_OUT.problem })]),
    );
    expect((await cli("synthesize")).stdout.replace(/\s+/gu, " ")).toContain("leads out of the project");
    expect(readdirSync(outside)).toEqual([]);
    expect(await cliJson("decisions")).toMatchObject([{ decision: "Rotate" }]);
  });

  test.each([
    ["the tasks' folder", ["tasks"]],
    ["the trajectory's folder", ["trajectory"]],
  ])("%s", async (_what, names) => {
    mkdirSync(own());
    symlinkSync(outside, own(...names));
    await cli("task", "new", "Auth");
    await cli("cite", "It rotates", "--assumption");
    expect(readdirSync(outside)).toEqual([]);
  });

  test("a file, also one that is not there yet; what it says is not taken in, either", async () => {
    mkdirSync(own("tasks", "auth"), { recursive: true });
    const theirs = join(outside, "theirs.yaml");
    writeFileSync(theirs, "title: Not of this project\n");
    symlinkSync(theirs, own("tasks", "auth", "task.yaml"));
    symlinkSync(join(outside, "NOTES.md"), own("NOTES.md"));
    const told = { slug: "auth", title: "auth", status: "unreadable", warnings: [LEADS_OUT.problem] };
    expect(await cliJson("task", "list")).toMatchObject([told]);
    expect(await cliJson("decide", "Rotate", "--rationale", "Safer")).toMatchObject({ behind: [LEADS_OUT] });
    expect(existsSync(join(outside, "NOTES.md"))).toBe(false);
    expect(readFileSync(theirs, "utf8")).toBe("title: Not of this project\n");
  });

  test("inside the project a link is followed", async () => {
    mkdirSync(join(project, "docs"));
    symlinkSync(join(project, "docs"), own());
    expect(await cliJson("decide", "Rotate", "--rationale", "Safer")).toMatchObject({ behind: [] });
    expect(readFileSync(join(project, "docs", "NOTES.md"), "utf8")).toContain("**Decision**: Rotate");
  });

  test("G1: a quote behind such a link does not ground a claim", async () => {
    writeFileSync(join(outside, "auth.ts"), "export function rotate() {}\n");
    symlinkSync(outside, join(project, "src"));
    const place = `${PROJECT_ROOT}/src/auth.ts:1 export function rotate()`;
    expect(await cliJson("cite", "It rotates", place)).toMatchObject({
      grounded: false,
      why: expect.stringContaining("outside the project"),
    });
  });
});
