import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

let product: Product;

beforeEach(async () => {
  product = new Product(undefined, `${TEST_CONFIG}continuity: { flushDelayMs: 10, maxCheckpointsPerSession: 4 }\n`);
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const checkpoint = z.looseObject({
  id: z.string(),
  trigger: z.string(),
  digest: z.string(),
  hash: z.string(),
  previousHash: z.string().nullable(),
});

async function checkpointsOf(session: Conversation) {
  return z.array(checkpoint).parse((await product.api("GET", `/api/checkpoints/${session.id}`)).body);
}

async function tenPrompts(session: Conversation, about: string): Promise<void> {
  for (let step = 1; step <= 10; step++) await session.prompt(`Work on ${about}, part ${step}.`);
}

test("C2, C4: ten prompts make a periodic checkpoint that tells what the transcript shows", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt("We decided to keep the old parser because the new one is slow.");
  await session.tool("Edit", { file_path: `${product.folder}/src/parser.ts`, old_string: "a", new_string: "b" }, "ok");
  await session.tool("Bash", { command: "npm test" }, "Exit code 1\nError: expected 3 to be 4", { isError: true });
  for (let step = 2; step <= 10; step++) await session.prompt(`Work on the parser, part ${step}.`);
  const [periodic] = await product.until(async () => {
    const found = await checkpointsOf(session);
    return found.length > 0 ? found : undefined;
  });
  expect(periodic).toMatchObject({ trigger: "periodic", promptCount: 10, sessionKey: session.id });
  const digest = periodic?.digest ?? "";
  for (const part of [
    "## Session Checkpoint",
    `Project: ${product.folder}`,
    "Prompts: 10 | Duration:",
    "### Memory Activity Since Last Checkpoint",
  ]) {
    expect(digest).toContain(part);
  }
  for (const part of [
    "src/parser.ts",
    "`npm test` (exit 1)",
    "expected 3 to be 4",
    "keep the old parser",
    "Open request:",
  ]) {
    expect(digest).toContain(part);
  }
});

test("C6: the checkpoint before a compaction is written when its hook answers", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt("Port the importer to streams.");
  await product.hook("pre-compaction", session.payload({ hook_event_name: "PreCompact", trigger: "auto" }));
  const [written] = await checkpointsOf(session);
  expect(written).toMatchObject({ trigger: "pre_compaction" });
  expect(written?.digest).toContain("Port the importer to streams.");
});

test("C7, C10: over the limit the oldest periodic ones go, and the chain still proves itself", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  for (let round = 1; round <= 3; round++) {
    await tenPrompts(session, `round ${round}`);
    await product.until(async () => ((await checkpointsOf(session)).length >= round ? true : undefined));
  }
  for (let save = 1; save <= 3; save++)
    await product.api("POST", "/api/checkpoints", { session: session.id, digest: `explicit ${save}` });
  const kept = await checkpointsOf(session);
  expect(kept.map((one) => one.trigger)).toEqual(["explicit", "explicit", "explicit", "periodic"]);
  const verdict = await product.cli(["checkpoint", "verify", "--session", session.id]);
  expect(verdict).toMatchObject({ code: 0 });
  expect(verdict.stdout).toContain("4 checkpoints, 2 pruned");
});

test.each([
  ["altered", "UPDATE checkpoints SET digest = digest || '.' WHERE id = ?"],
  ["dropped", "DELETE FROM checkpoints WHERE id = ?"],
])("C10: a checkpoint that was %s is found and named", async (_what, sql) => {
  const session = new Conversation(product, product.folder);
  await session.start();
  for (let save = 1; save <= 3; save++)
    await product.api("POST", "/api/checkpoints", { session: session.id, digest: `explicit ${save}` });
  const [newest, middle] = await checkpointsOf(session);
  await product.cli(["down"]);
  const database = new DatabaseSync(product.home.database);
  database.prepare(sql).run(middle?.id);
  database.close();
  const verdict = await product.cli(["checkpoint", "verify", "--session", session.id]);
  expect(verdict.code).toBe(1);
  expect(verdict.stdout).toContain(sql.startsWith("DELETE") ? newest?.id : middle?.id);
});

test("C11: any two can be compared, and any can be resumed from", async () => {
  const session = new Conversation(product, product.folder);
  await session.start();
  await session.prompt("First we chart the reefs.");
  await product.api("POST", "/api/checkpoints", { session: session.id });
  await session.prompt("Then we sail to the lagoon.");
  await product.api("POST", "/api/checkpoints", { session: session.id });
  await session.end();
  const all = await checkpointsOf(session);
  const [later, earlier] = all.slice(-2);
  const diff = await product.cli(["checkpoint", "diff", earlier?.id ?? "", later?.id ?? ""]);
  expect(diff.stdout).toMatch(/^\+ .*lagoon/m);
  const resumed = await product.cli(["checkpoint", "resume", earlier?.id ?? "", "--pin"]);
  expect(resumed.stdout).toContain("chart the reefs");
  expect(resumed.stdout).not.toContain("lagoon");
  const next = await new Conversation(product, product.folder).start();
  expect(next).toContain("chart the reefs");
  expect(next).not.toContain("lagoon");
});
