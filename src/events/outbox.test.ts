import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Log, ManualClock, type PublicEvent, silentLog } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import type { OutsideEvent } from "./outside.ts";

async function aStage({ home, ...options }: { home?: string; config?: Record<string, unknown>; log?: Log } = {}) {
  const stage = await Stage.open({ ...options, ...(home !== undefined && { home }) }, new ManualClock());
  onTestFinished(() => stage.engine.close());
  return stage;
}

const make = async (stage: Stage, key: string) => (await stage.engine.sessions.create({ key })).session.id;
const created = (sessionId: string, checkpointId: string): PublicEvent => ({
  ...{ type: "checkpoint.created", sessionId, checkpointId },
});
const lines = (home: string): OutsideEvent[] =>
  readFileSync(join(home, "events.jsonl"), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const rows = (stage: Stage) => stage.store.documents.list({ collection: "unwritten-events" });

test("V8: an event is published after the commit of what it announces, and before the caller goes on", async () => {
  const stage = await aStage();
  const order: string[] = [];
  const found: Promise<unknown>[] = [];
  stage.engine.services.events.listen((event) => {
    order.push(event.type);
    if (event.type === "session.start") found.push(stage.store.sessions.get(event.sessionId));
  });
  const work = stage.store.transaction(async (tables) => {
    const arrival = { harness: "cli", key: "a", project: undefined, at: stage.clock.now(), runtime: "api" };
    const { session } = await stage.engine.sessions.arrive(tables, arrival);
    order.push("work");
    return session;
  });
  const session = await work.then((one) => [order.push("caller"), one] as const);
  expect(order).toEqual(["work", "session.start", "caller"]);
  expect(await Promise.all(found)).toEqual([session[1]]);
});

test("V8: a rollback publishes nothing, to listeners, followers, file or webhooks", async () => {
  const home = scratchFolder();
  vi.stubEnv("HOOK_SECRET", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const webhooks = [{ url: "http://127.0.0.1:9/hook", secretEnv: "HOOK_SECRET", events: [] }];
  const stage = await aStage({ home, config: { webhooks } });
  const id = await make(stage, "a");
  await stage.engine.events.newest({}, 1);
  const heard: unknown[] = [];
  stage.engine.services.events.listen((event) => heard.push(event));
  stage.engine.events.follow((event) => heard.push(event));
  const failing = stage.store.transaction(async ({ emit }) => {
    emit(created(id, "never"));
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  const kept = await stage.engine.events.newest({}, 9);
  expect(heard).toEqual([]);
  expect(kept.map(({ type }) => type)).toEqual(["session.start"]);
  expect(await stage.engine.events.webhooks()).toMatchObject([{ waiting: 1 }]);
});

test("V8: a listener or follower that fails is logged, and harms neither the caller nor the others", async () => {
  const log = silentLog();
  const error = vi.spyOn(log, "error");
  const stage = await aStage({ log });
  const heard: string[] = [];
  stage.engine.services.events.listen(() => {
    throw new Error("at once");
  });
  stage.engine.services.events.listen(() => Promise.reject(new Error("later")));
  stage.engine.events.follow(() => {
    throw new Error("outside");
  });
  stage.engine.services.events.listen(({ type }) => heard.push(type));
  stage.engine.events.follow(({ type }) => heard.push(`outside: ${type}`));
  expect(await make(stage, "a")).toEqual(expect.any(String));
  await stage.engine.events.newest({}, 1);
  expect(heard).toEqual(["session.start", "outside: session.start"]);
  const logged = error.mock.calls.map(([fields]) => String(Reflect.get(Object(fields), "err")));
  expect(logged.sort()).toEqual(["Error: at once", "Error: later", "Error: outside"]);
});

test("V8: events of many transactions at once are published in the order of their commits, each once", async () => {
  const home = scratchFolder();
  const stage = await aStage({ home });
  const id = await make(stage, "a");
  const heard: string[] = [];
  stage.engine.services.events.listen((event) => "checkpointId" in event && heard.push(event.checkpointId));
  const committed: string[] = [];
  const one = (n: number) =>
    stage.store.transaction(async ({ emit, sessions }) => {
      if (n % 3 === 0) await sessions.get(id);
      emit(created(id, `c${n}`));
      if (n % 5 === 4) throw new Error("rolled back");
      committed.push(`c${n}`);
    });
  await Promise.allSettled(Array.from({ length: 50 }, (_, n) => one(n)));
  expect(heard).toEqual(committed);
  expect(committed).toHaveLength(40);
  await stage.engine.close();
  const written = lines(home);
  expect(written.slice(1).map(({ payload }) => payload.checkpointId)).toEqual(committed);
  expect(written.map(({ id: at }) => at)).toEqual([...new Set(written.map(({ id: at }) => at))].sort((a, b) => a - b));
});

test("V8: an event is in the store until it is in the file; what a crash left between both is written once", async () => {
  const home = scratchFolder();
  const stage = await aStage({ home });
  const id = await make(stage, "a");
  await stage.emit(created(id, "c1"));
  const left = await rows(stage);
  expect(left).toHaveLength(2);
  await stage.engine.events.newest({}, 9);
  expect(await rows(stage)).toEqual([]);
  // As after a crash: the first is in the file, and its row still there; the second is not in the file.
  const lost = { ...JSON.parse(left[1]?.value ?? ""), id: Number(left[1]?.id) + 1, payload: { checkpointId: "c2" } };
  for (const row of left) await stage.store.documents.add(row);
  const place = { id: String(lost.id), at: String(lost.id), value: JSON.stringify(lost) };
  await stage.store.documents.add({
    ...left[1],
    collection: "unwritten-events",
    sessionId: id,
    project: null,
    state: null,
    ...place,
  });
  await stage.engine.close();
  const again = await aStage({ home });
  const next = await make(again, "b");
  await again.engine.events.newest({}, 9);
  expect(await rows(again)).toEqual([]);
  expect(lines(home).map(({ type, sessionId, payload }) => [type, sessionId, payload.checkpointId])).toEqual([
    ["session.start", id, undefined],
    ["checkpoint.created", id, "c1"],
    ["checkpoint.created", id, "c2"],
    ["session.start", next, undefined],
  ]);
  const ids = lines(home).map((event) => event.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

test("V8: where nobody outside follows events, publishing costs no statement", async () => {
  const stage = await aStage();
  const id = await make(stage, "a");
  const heard: string[] = [];
  stage.engine.services.events.listen(({ type }) => heard.push(type));
  const calls = await stage.store.transaction(async (tables) => {
    const calls = [vi.spyOn(tables.sessions, "get"), vi.spyOn(tables.documents, "add")];
    tables.emit(created(id, "c1"));
    return calls;
  });
  expect(heard).toEqual(["checkpoint.created"]);
  for (const call of calls) expect(call).not.toHaveBeenCalled();
});
