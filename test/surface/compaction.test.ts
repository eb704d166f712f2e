import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";
import { CODEX_SESSION, leaveRollout } from "../support/product/rollout.ts";

let product: Product;
let project: string;

beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const SUMMARY = "We are writing the otter counter.\n\nPending Tasks:\n- finish src/otters.ts";

/** Work whose particulars a summary does not have. */
async function worked(): Promise<Conversation> {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Write the otter counter in src/otters.ts.");
  const code = "    41→export function countOtters(riverBank: string) {\n";
  await session.tool("Read", { file_path: join(project, "src/otters.ts") }, code);
  await session.tool("Bash", { command: "npm run otters -- --river Spey" }, "7 otters at 3f9ac02b");
  return session;
}

test("R4: after a compaction the next prompt brings what its summary left out, and `compaction show` accounts for it", async () => {
  const session = await worked();
  const atOnce = await session.compact(SUMMARY);
  const early = await product.cli(["compaction", "show"]);
  expect(early.stdout).toContain(`${atOnce.length} characters so far; more comes`);
  const given = await session.prompt("Go on with the counter.");
  expect(given).toContain("countOtters");
  expect(given).toContain("3f9ac02");
  expect(atOnce.length + given.length).toBeLessThanOrEqual(2000);
  expect(await session.prompt("And on.")).toBe("");

  const { code, stdout } = await product.cli(["compaction", "show"]);
  expect(code).toBe(0);
  expect(stdout).toContain("The summary kept");
  expect(stdout).toContain("src/otters.ts");
  expect(stdout).toContain("The summary dropped");
  expect(stdout).toContain("countOtters");
  expect(stdout).toContain("after ten more tool calls");
  const list = await product.cli(["compaction", "list", "--json"]);
  const givenChars = atOnce.length + given.length;
  expect(JSON.parse(list.stdout)).toMatchObject([
    { trigger: "manual", summaryChars: SUMMARY.length, score: null, givenChars },
  ]);
  expect(stdout).toContain("Write the otter counter in src/otters.ts.");
});

test("R4: behind a compaction a long request is told whole, with the rules that hold; what it took back is no rule", async () => {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Don't fix anything, but just count. И никогда не меняй файл rivers.yaml.");
  const request = `Now fix the counter. ${"There are otters that swim from one river to another, and they are counted twice. ".repeat(4)}You must not rename countOtters.`;
  await session.prompt(request);
  await session.tool("Bash", { command: "npm run otters" }, "7 otters");
  const told = await session.compact(SUMMARY);
  expect(told).toContain(`"${request}"`);
  expect(told).toContain("никогда не меняй файл rivers.yaml");
  // As what the work began with it may be quoted, the request that overruled it behind it.
  expect(/\*\*(?:Rules|Decisions)\*\*:\n(?:- .*\n)*/.exec(told)?.[0] ?? "").not.toContain("Don't fix anything");
  expect(told.split("Don't fix anything")).toHaveLength(2);
  expect(told.indexOf("Don't fix anything")).toBeLessThan(told.indexOf("Now fix the counter"));
});

test("R4: what the agent needed afterwards is told by where it had it from", async () => {
  const session = await worked();
  await session.compact(SUMMARY);
  await session.prompt("Go on with the counter.");
  for (let n = 0; n < 11; n++) await session.tool("Bash", { command: "npm run otters -- --river Spey" }, "8 otters");
  await session.tool(
    "Edit",
    { file_path: join(project, "src/otters.ts"), old_string: "a", new_string: "countOtters()" },
    "ok",
  );
  const needed = z.looseObject({ needed: z.object({ kept: z.array(z.unknown()).min(1) }) });
  const shown = await product.until(async () => {
    const { body } = await product.api("GET", "/api/compactions/show");
    return needed.safeParse(body).success ? body : undefined;
  });
  expect(shown).toMatchObject({
    score: 1,
    needed: {
      kept: expect.arrayContaining([{ kind: "path", value: "src/otters.ts" }]),
      told: expect.arrayContaining([{ kind: "name", value: "countOtters" }]),
    },
  });
});

test("R4: an unknown compaction is refused with what to do, and so is one before any happened", async () => {
  const none = await product.cli(["compaction", "show"]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain("no compaction was captured live");
  expect(none.stderr).toContain("throughline doctor");
  const unknown = await product.cli(["compaction", "show", "ffffffff"]);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("throughline compaction list");
  expect((await product.cli(["compaction", "list"])).stdout).toContain("No compaction was captured live.");
});

test("R4: compactions of imported histories are not denied: it is said how many there are, and where", async () => {
  leaveRollout(product, project, { compacted: true });
  await product.cliJson(["import"]);
  const { stdout } = await product.cli(["compaction", "list"]);
  expect(stdout).toContain("captured live");
  expect(stdout).toContain("throughline sessions timeline");
  for (const asked of [[], ["--session", CODEX_SESSION]]) {
    const { code, stderr } = await product.cli(["compaction", "show", ...asked]);
    expect(code).toBe(1);
    expect(stderr).toContain("One is in imported histories");
    expect(stderr).toContain("throughline sessions timeline");
  }
});

const listedShape = z.array(z.object({ id: z.string(), sessionId: z.string(), score: z.number().nullable() }));

test("R4: the list says how a compaction turned out as soon as `show` does, and fits the terminal", async () => {
  const session = await worked();
  await session.compact(`${SUMMARY}\n${"The story so far. ".repeat(900)}`);
  await session.prompt("Go on with the counter.");
  for (let n = 0; n < 11; n++) await session.tool("Bash", { command: "npm run otters -- countOtters" }, "8 otters");
  await product.until(async () => {
    const [only] = listedShape.parse(await product.cliJson(["compaction", "list"]));
    return only?.score === 1 ? true : undefined;
  });
  const { stdout } = await product.cli(["compaction", "list"], { columns: 80 });
  expect(stdout).toContain("100 %");
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect((await product.cli(["help", "all"])).stdout).toMatch(/^ {2}compaction +\S/m);
});

test("R4: a compaction is found by the end or the beginning of its id; one of another session is a contradiction", async () => {
  const session = await worked();
  await session.compact(SUMMARY);
  const other = new Conversation(product, project);
  await other.start();
  await other.prompt("Something else.");
  const [only] = listedShape.parse(await product.cliJson(["compaction", "list"]));
  const id = only?.id ?? "";
  for (const part of [id, id.slice(-8), id.slice(-4), id.slice(0, 13)])
    expect(await product.cliJson(["compaction", "show", part])).toMatchObject({ id });
  expect(await product.cliJson(["compaction", "show", id, "--session", session.id])).toMatchObject({ id });
  const { code, stderr } = await product.cli(["compaction", "show", id, "--session", other.id]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`compaction ${id} does not belong to session`);
  expect(stderr).toContain(`It belongs to session ${only?.sessionId}`);
});
