import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openThroughline } from "../../src/throughline.ts";
import { packageRoot } from "../../src/version.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const SAID = 3000;
const stateShape = z.object({ passages: z.number(), waiting: z.number() });
const statusShape = z.looseObject({ messages: z.number(), index: stateShape });
const recalledShape = z.array(z.looseObject({ content: z.string() }));

/** A home whose ledger holds a conversation that nobody has indexed yet. */
async function filledHome(count: number): Promise<void> {
  const engine = await openThroughline({ home: product.home.dir, config: {} });
  const { session } = await engine.sessions.create({ key: "long", project: product.folder });
  const messages = Array.from({ length: count }, (_, n) => ({
    ...({ role: "user", kind: "prompt", createdAt: "2026-01-01T00:00:00.000Z" } as const),
    sourceId: `source ${n}`,
    content: `The value of zebra${n} is ${n * 7}, and the river flows by the old mill as it did before.`,
  }));
  await engine.services.store.transaction((tables) => tables.messages.append(session.id, messages));
  await engine.memory.remember({ content: "The okapi lives in room 12.", source: "user" });
  await engine.close();
}

const indexState = async () => statusShape.parse((await product.api("GET", "/api/status")).body).index;
const complete = () =>
  product.until(async () => {
    const state = await indexState();
    return state.waiting === 0 ? state : undefined;
  });

const recall = async (query: string): Promise<string[]> => {
  const { body } = await product.api("GET", `/api/memories/recall?query=${encodeURIComponent(query)}`);
  return recalledShape.parse(body).map(({ content }) => content);
};

test("M2: a daemon indexes by itself what waits when it starts", async () => {
  await filledHome(400);
  await product.startDaemon();
  expect(await complete()).toEqual({ passages: 401, waiting: 0 });
  expect((await recall("zebra7"))[0]).toContain("zebra7 ");
});

test("M2: a reindex that is killed half-way goes on by itself, and finds everything again", async () => {
  await filledHome(SAID);
  const first = await product.startDaemon();
  const before = await complete();
  expect(before.passages).toBe(SAID + 1);
  const { status, body } = await product.api("POST", "/api/reindex");
  expect(status).toBe(200);
  expect(stateShape.parse(body).waiting).toBeGreaterThan(SAID / 2);
  await product.until(async () => ((await indexState()).passages > 200 ? true : undefined));
  const gone = new Promise((resolve) => first.once("exit", resolve));
  first.kill("SIGKILL");
  await gone;

  // What was indexed by then was stored with how far it came.
  const engine = await openThroughline({ home: product.home.dir, config: {} });
  const left = await engine.memory.indexer.state();
  await engine.close();
  expect(left.passages).toBeGreaterThan(200);
  expect(left.waiting).toBeGreaterThan(0);
  expect(left.passages + left.waiting).toBe(SAID + 1);

  await product.startDaemon();
  expect(await complete()).toEqual(before);
  for (const n of [0, 1500, 2999]) expect((await recall(`zebra${n}`))[0]).toContain(`zebra${n} `);
  expect((await recall("okapi"))[0]).toContain("room 12");
});

test("W4: `throughline reindex` starts it, `--wait` waits for it, and status tells how far it is", async () => {
  await filledHome(300);
  const waited = await product.cliProcess(["reindex", "--wait"]);
  expect(waited).toMatchObject({ code: 0, stdout: "Rebuilt the search index: 301 passages.\n", stderr: "" });
  expect(await product.cliJson(["reindex", "--wait"])).toEqual({ passages: 301, waiting: 0, words: 30_000 });
  expect(await product.cliJson(["status"])).toMatchObject({ messages: 300, index: { passages: 301, waiting: 0 } });
  expect((await product.cli(["status"])).stdout).toMatch(/^Search index +301 passages$/m);
  expect((await product.cli(["reindex"])).stdout).toMatch(/^(?:Rebuilding|Rebuilt) the search index: /);
  await complete();
});

test("W4: doctor tells that the index is complete and that meaning is known", async () => {
  await filledHome(5);
  await product.cli(["reindex", "--wait"]);
  const { stdout } = await product.cli(["doctor"]);
  expect(stdout).toContain("✓ index: complete: 6 passages");
  expect(stdout).toContain("✓ meaning: semantic index loaded (30,000 words)");
});

test("M2: without its file of words the product finds by words alone, and doctor says so", async () => {
  await filledHome(20);
  const copy = join(product.folder, "copy");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(packageRoot, part), join(copy, part), { recursive: true });
  symlinkSync(join(packageRoot, "node_modules"), join(copy, "node_modules"));
  rmSync(join(copy, "dist", "words.bin"));
  const run = (...args: string[]) => product.run(process.execPath, [join(copy, "bin", "throughline.cjs"), ...args]);
  const found = await run("recall", "zebra7", "--json");
  expect(recalledShape.parse(JSON.parse(found.stdout))[0]?.content).toContain("zebra7 ");
  const { stdout, code } = await run("doctor");
  expect(code).toBe(1);
  expect(stdout).toContain("✗ meaning: assets missing: recall matches exact words only");
});
