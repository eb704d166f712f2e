import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { INDEXED, type MessageKind } from "../../store/index.ts";
import { Recall } from "../recall/recall.ts";
import { Indexer } from "./indexer.ts";

async function opened(home?: string): Promise<Stage> {
  const stage = await Stage.open(home === undefined ? {} : { home });
  onTestFinished(() => stage.engine.close());
  return stage;
}

let made = 0;
const AT = "2026-01-01T00:00:00.000Z";

const begun = async ({ engine }: Stage): Promise<string> =>
  (await engine.sessions.create({ key: `key ${++made}`, project: "/projects/alpha" })).session.id;

/** Past everything that would index it by the way. */
async function say({ store }: Stage, session: string, contents: readonly string[], kind: MessageKind = "prompt") {
  const message = { role: "user", kind, createdAt: AT } as const;
  const messages = contents.map((content) => ({ ...message, sourceId: `source ${++made}`, content }));
  await store.transaction((tables) => tables.messages.append(session, messages));
}

/** A session with so many messages, each with a word of its own. */
async function filled(stage: Stage, count: number): Promise<string> {
  const session = await begun(stage);
  const contents = Array.from({ length: count }, (_, n) => `zebra${n} walks by the river`);
  await say(stage, session, contents);
  return session;
}

async function recalled({ engine }: Stage, query: string): Promise<string[]> {
  const found = await engine.memory.recall({ query, limit: 3 });
  return found.map(({ content }) => content);
}

test("M2: what was said is found by the next question, and nothing waits behind it", async () => {
  const stage = await opened();
  await filled(stage, 120);
  expect(await stage.engine.memory.indexer.state()).toEqual({ passages: 0, waiting: 120 });
  expect((await recalled(stage, "zebra77"))[0]).toContain("zebra77 ");
  expect(await stage.engine.memory.indexer.state()).toEqual({ passages: 120, waiting: 0 });
});

test("M2: scheduled work indexes without a question", async () => {
  const stage = await opened();
  await filled(stage, 300);
  await stage.engine.runDueWork();
  for (let turn = 0; turn < 5000 && (await stage.engine.memory.indexer.state()).waiting > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await stage.engine.memory.indexer.state()).toEqual({ passages: 300, waiting: 0 });
});

test("M2: an index that was left half-way is filled from there when the store is opened again", async () => {
  const home = join(scratchFolder(), "home");
  const first = await opened(home);
  await filled(first, 1000);
  const { indexer } = first.engine.memory;
  await indexer.finished();
  await indexer.rebuild();
  while ((await indexer.state()).passages < 100) await new Promise((resolve) => setImmediate(resolve));
  await first.engine.close();

  const second = await opened(home);
  const left = await second.engine.memory.indexer.state();
  expect(left.passages).toBeGreaterThanOrEqual(100);
  expect(left.waiting).toBe(1000 - left.passages);
  expect(left.waiting).toBeGreaterThan(0);
  expect((await recalled(second, "zebra999"))[0]).toContain("zebra999 ");
  expect((await second.engine.memory.indexer.state()).waiting).toBe(left.waiting);
  await second.engine.memory.indexer.finished();
  expect(await second.engine.memory.indexer.state()).toEqual({ passages: 1000, waiting: 0 });
  expect((await recalled(second, "zebra0"))[0]).toContain("zebra0 ");
});

test("M2: during a rebuild, new messages are found at once and nothing is lost or doubled", async () => {
  const stage = await opened();
  const { indexer } = stage.engine.memory;
  const session = await filled(stage, 600);
  await indexer.finished();
  await indexer.rebuild();
  for (let n = 0; n < 20; n++) {
    await say(stage, session, [`giraffe${n} arrives`]);
    if (n % 5 === 0) expect((await recalled(stage, `giraffe${n}`))[0]).toContain(`giraffe${n} `);
  }
  await indexer.finished();
  expect(await indexer.state()).toEqual({ passages: 620, waiting: 0 });
  for (const word of ["zebra0", "zebra599", "giraffe19"])
    expect((await recalled(stage, word))[0]).toContain(`${word} `);
});

test("M2: concurrent questions, rebuilds and indexing lead to one index", async () => {
  const stage = await opened();
  const { indexer } = stage.engine.memory;
  await filled(stage, 400);
  await Promise.all([indexer.finished(), indexer.catchUp(), indexer.rebuild(), indexer.finished(), indexer.rebuild()]);
  indexer.wake();
  await Promise.all([indexer.catchUp(), indexer.finished(), indexer.finished()]);
  expect(await indexer.state()).toEqual({ passages: 400, waiting: 0 });
});

test("M2: an index that is rebuilt while it is being filled is completed without a question", async () => {
  const stage = await opened();
  const { indexer } = stage.engine.memory;
  await filled(stage, 200);
  for (let n = 0; n < 30; n++) await stage.engine.memory.remember({ content: `okapi number ${n}`, source: "user" });
  for (const passages of [40, 130]) {
    indexer.wake();
    while ((await indexer.state()).passages < passages) await new Promise((resolve) => setImmediate(resolve));
    await indexer.rebuild();
  }
  for (let turn = 0; turn < 5000 && (await indexer.state()).waiting > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await indexer.state()).toEqual({ passages: 230, waiting: 0 });
});

test("S6: messages that go away while the index is made leave nothing in it", async () => {
  const stage = await opened();
  const { indexer } = stage.engine.memory;
  const gone = await filled(stage, 300);
  await say(stage, await begun(stage), ["the otter stays"]);
  const working = indexer.finished();
  await stage.store.transaction(({ messages }) => messages.discard(gone, 300));
  await working;
  await indexer.finished();
  expect(await indexer.state()).toEqual({ passages: 1, waiting: 0 });
  expect(await recalled(stage, "zebra7 river")).toEqual([]);
  expect(await recalled(stage, "otter")).toEqual(["the otter stays"]);
});

test("M1: a memory that was forgotten before it was indexed does not keep recall from answering", async () => {
  const stage = await opened();
  const { memory } = stage.engine;
  const { id } = await memory.remember({ content: "the okapi is shy", source: "user" });
  await memory.remember({ content: "the otter is bold", source: "user" });
  await memory.forget(id);
  expect(await recalled(stage, "okapi otter")).toEqual(["the otter is bold"]);
});

test("M2: terms of another edition are rebuilt", async () => {
  const stage = await opened();
  await filled(stage, 60);
  const { indexer } = stage.engine.memory;
  await indexer.finished();
  for (const source of INDEXED)
    await stage.store.transaction(async ({ passages }) => {
      const { low, high } = await passages.progress(source);
      await passages.take(source, { owners: [], passages: [], since: { low, high }, low, high, edition: "old" });
    });
  await recalled(stage, "zebra59");
  await indexer.finished();
  expect(await indexer.state()).toEqual({ passages: 60, waiting: 0 });
  expect((await recalled(stage, "zebra59"))[0]).toContain("zebra59 ");
  expect((await stage.store.passages.progress("messages")).edition).not.toBe("old");
});

test("M2: without word vectors, words are still found", async () => {
  const stage = await opened();
  const { engine } = stage;
  await filled(stage, 20);
  const indexer = new Indexer(engine.services, undefined);
  const found = await new Recall(engine.services, indexer, undefined).recall({ query: "zebra7 river" });
  expect(found[0]?.content).toContain("zebra7 ");
});

test("M2: a text that cannot be indexed does not stop the search for others", async () => {
  const stage = await opened();
  const { engine, store } = stage;
  const session = await filled(stage, 20);
  await engine.memory.indexer.finished();
  await say(stage, session, ["unreadable"]);
  const waiting = () => Promise.reject(new Error("this body is damaged"));
  const services = { ...engine.services, store: { ...store, passages: { ...store.passages, waiting } } };
  const indexer = new Indexer(services, undefined);
  expect((await new Recall(services, indexer, undefined).recall({ query: "zebra7" }))[0]?.content).toContain("zebra7 ");
});

/**
 * The part of its work that this process did at most without giving others a turn. Both are counted in time of the
 * processor: the machine may be busy.
 */
async function longestSlice(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let all = 0;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const begun = process.cpuUsage();
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(begun);
    longest = Math.max(longest, user + system);
    all += user + system;
  }
  await over;
  return longest / all;
}

test("S6: a message of a megabyte is indexed in slices that leave room for others", async () => {
  const stage = await opened();
  const { indexer } = stage.engine.memory;
  const line = (n: number) => `src/auth/rotate${n}.ts:${n} rotateRefreshToken(${n * 7919}) took ${n % 97} ms, not 5.\n`;
  const huge = Array.from({ length: 15_000 }, (_, n) => line(n)).join("");
  expect(huge.length).toBeGreaterThan(1_000_000);
  const session = await begun(stage);
  const slices: number[] = [];
  for (const kind of ["tool_result", "text", "prompt"] as const) {
    await say(stage, session, [`${kind} ${huge}`], kind);
    slices.push(await longestSlice(indexer.finished()));
  }
  // About a fifth; a collection of garbage may fall into one of them. Without slices it is all.
  expect(Math.min(...slices), slices.join(", ")).toBeLessThan(0.6);
  expect((await indexer.state()).waiting).toBe(0);
  const found = await stage.engine.memory.recall({ query: "rotate14999.ts", budget: 50_000 });
  expect(found[0]?.content).toContain("rotate14999.ts");
});
