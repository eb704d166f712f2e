import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { lastIncidents } from "../../audit/index.ts";
import { ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { type Received, Receiver, silence, status } from "./receiver.test-kit.ts";
import { signatureOf } from "./signature.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const SECRET = "the receiver knows it too";

beforeEach(() => {
  vi.stubEnv("HOOK_SECRET", SECRET);
  return () => vi.unstubAllEnvs();
});

const hookTo = (url: string, events: readonly string[] = [], secretEnv = "HOOK_SECRET") => ({ url, secretEnv, events });

async function aStage(webhooks: readonly object[], { home = scratchFolder(), clock = new ManualClock() } = {}) {
  const stage = await Stage.open({ home, config: { webhooks } }, clock);
  onTestFinished(() => stage.engine.close());
  return stage;
}

const make = async (stage: Stage, key: string) => (await stage.engine.sessions.create({ key })).session;

const view = async (stage: Stage, at = 0) => {
  const found = (await stage.engine.events.webhooks())[at];
  if (!found) throw new Error("there is no webhook");
  return found;
};

/** Waits until the webhook is as expected. */
const until = (stage: Stage, expected: object) =>
  vi.waitFor(async () => expect(await view(stage)).toMatchObject(expected), { timeout: 60_000, interval: 5 });

const incidents = async (stage: Stage) =>
  (await lastIncidents(stage.store, 20)).filter(({ kind }) => kind === "webhook_failing");

const keyOf = ({ body }: Received): string => JSON.parse(body).sessionKey;
const deliveryOf = ({ headers }: Received) => headers["x-throughline-delivery"];

test("V8: an event is posted as JSON, signed, with its type, time and delivery id in the headers", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  const { id } = await make(stage, "one");
  const [first] = await receiver.until(1);
  const timestamp = String(stage.clock.now() / SECOND);
  expect(first?.headers).toMatchObject({
    "content-type": "application/json",
    "x-throughline-event": "session.start",
    "x-throughline-timestamp": timestamp,
    "x-throughline-signature": signatureOf(SECRET, timestamp, first?.body ?? ""),
    "x-throughline-delivery": expect.stringMatching(/^[\w-]{20,}$/),
  });
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ type: "session.start", sessionId: id, sessionKey: "one" });
  await until(stage, { state: "ok", delivered: 1, waiting: 0, lastDeliveryAt: "2026-01-01T00:00:00.000Z" });
});

test("V8: a webhook gets the types that it wants, and several get each their own", async () => {
  const [starts, all] = [await Receiver.open(), await Receiver.open()];
  const stage = await aStage([hookTo(starts.url, ["session.start"]), hookTo(all.url)]);
  const { id } = await make(stage, "one");
  await stage.engine.sessions.move(id, "active", "begun");
  await stage.engine.sessions.move(id, "complete", "done");
  await make(stage, "two");
  const types = (received: readonly Received[]) => received.map(({ headers }) => headers["x-throughline-event"]);
  expect(types(await all.until(3))).toEqual(["session.start", "session.end", "session.start"]);
  expect(types(await starts.until(2))).toEqual(["session.start", "session.start"]);
});

test("V8: a failure is tried again after a second, two, four …, the same delivery, signed again; order is kept", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.next(status(500), status(503), status(408));
  for (const key of ["a", "b"]) await make(stage, key);
  for (let failures = 1; failures <= 3; failures++) {
    await until(stage, { failures, waiting: 2 });
    expect(receiver.received).toHaveLength(failures);
    stage.clock.advance(2 ** (failures - 1) * SECOND);
  }
  const received = await receiver.until(5);
  expect(received.map(keyOf)).toEqual(["a", "a", "a", "a", "b"]);
  expect(new Set(received.map(deliveryOf)).size).toBe(2);
  const times = new Set(received.slice(0, 4).map(({ headers }) => headers["x-throughline-timestamp"]));
  expect(times.size).toBe(4);
  await until(stage, { state: "ok", failures: 0, failingSince: null, waiting: 0, delivered: 2 });
});

test("V8: no try comes before its time", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.always(status(500));
  await make(stage, "a");
  await until(stage, { failures: 1 });
  for (let failures = 2; failures <= 8; failures++) {
    const { nextAttemptAt } = await view(stage);
    const wait = Date.parse(nextAttemptAt ?? "") - stage.clock.now();
    expect(wait).toBeGreaterThanOrEqual(2 ** (failures - 2) * 500);
    await stage.pass(wait - 1);
    expect(receiver.received).toHaveLength(failures - 1);
    await stage.pass(1);
    await until(stage, { failures });
  }
});

test("V8: 429 and 503 say themselves when to come again", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.next(status(429, { "retry-after": "120" }));
  await make(stage, "a");
  await until(stage, { failures: 1, nextAttemptAt: "2026-01-01T00:02:00.000Z" });
  await stage.pass(119 * SECOND);
  expect(receiver.received).toHaveLength(1);
  await stage.pass(SECOND);
  await receiver.until(2);
});

test.each([
  ["a refusal", 400, {}, /it answered 400/],
  ["an address that is gone", 410, {}, /it answered 410/],
  ["a redirect, which is not followed", 302, { location: "/elsewhere" }, /redirect, which is not followed/],
])("V8: given up at once, and the next is sent: %s", async (_what, code, headers, why) => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.next(status(code, headers));
  await make(stage, "a");
  await until(stage, { state: "failing", givenUp: 1, waiting: 0, lastError: expect.stringMatching(why) });
  expect(await incidents(stage)).toHaveLength(1);
  await make(stage, "b");
  expect((await receiver.until(2)).map(keyOf)).toEqual(["a", "b"]);
  await until(stage, { state: "ok", delivered: 1, givenUp: 1 });
});

test("V8: a receiver that does not answer is given 10 seconds of the clock", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.next(silence);
  await make(stage, "a");
  await receiver.until(1);
  stage.clock.advance(10 * SECOND - 1);
  expect(await view(stage)).toMatchObject({ failures: 0, waiting: 1 });
  stage.clock.advance(1);
  await until(stage, { failures: 1, lastError: "no answer within 10 s" });
  stage.clock.advance(SECOND);
  expect((await receiver.until(2)).map(deliveryOf)).toEqual(
    Array(2).fill(deliveryOf(receiver.received[0] as Received)),
  );
});

test("V8: an answer whose body never ends is an answer", async () => {
  const receiver = await Receiver.open();
  const stage = await aStage([hookTo(receiver.url)]);
  receiver.next((response) => response.writeHead(200).write("and"));
  for (const key of ["a", "b"]) await make(stage, key);
  await receiver.until(2);
  await until(stage, { delivered: 2 });
});

test("V8: a webhook that keeps failing is an incident, once; the hourly tries go on for a day, then it is given up", async () => {
  const receiver = await Receiver.open();
  const url = receiver.url.replace("/hook", "/hook/T0?key=hidden");
  receiver.always(status(500));
  const stage = await aStage([hookTo(url)]);
  await make(stage, "a");
  let tries = 1;
  await until(stage, { failures: tries, state: "retrying" });
  while ((await view(stage)).waiting > 0) {
    const { nextAttemptAt } = await view(stage);
    await stage.pass(Date.parse(nextAttemptAt ?? "") - stage.clock.now());
    tries += 1;
    await until(stage, { failures: tries });
  }
  expect(await view(stage)).toMatchObject({ state: "failing", givenUp: 1, delivered: 0 });
  expect(stage.clock.now() - Date.parse("2026-01-01T00:00:00.000Z")).toBeGreaterThan(24 * HOUR);
  expect(tries).toBeLessThan(80);
  const found = await incidents(stage);
  expect(found).toMatchObject([{ detail: expect.stringContaining("does not accept events: it answered 500") }]);
  expect(found[0]?.detail).not.toContain("hidden");
  // Back again, and failing again: that is news.
  receiver.always(status(204));
  await make(stage, "b");
  await stage.pass(HOUR);
  await until(stage, { state: "ok", failures: 0 });
  receiver.always(status(404));
  await make(stage, "c");
  await until(stage, { state: "failing" });
  expect(await incidents(stage)).toHaveLength(2);
});

test("V8: what was not delivered waits over a restart, in order and under the same delivery id", async () => {
  const receiver = await Receiver.open();
  receiver.next(silence);
  const home = scratchFolder();
  const first = await aStage([hookTo(receiver.url)], { home });
  for (const key of ["a", "b"]) await make(first, key);
  await receiver.until(1);
  // In the midst of a delivery: closing does not wait for it.
  await first.engine.close();
  const second = await aStage([hookTo(receiver.url)], { home });
  await make(second, "c");
  const received = await receiver.until(4);
  expect(received.map(keyOf)).toEqual(["a", "a", "b", "c"]);
  expect(received.map(deliveryOf)[1]).toBe(received.map(deliveryOf)[0]);
  await until(second, { delivered: 3, waiting: 0 });
});

test("V8: without its secret nothing is sent, and that is reported; once there is one, what waited is sent", async () => {
  const receiver = await Receiver.open();
  const home = scratchFolder();
  vi.stubEnv("HOOK_SECRET", "");
  const first = await aStage([hookTo(receiver.url)], { home });
  await make(first, "a");
  await until(first, { state: "unsigned", waiting: 1, lastError: expect.stringContaining("HOOK_SECRET") });
  expect(await incidents(first)).toHaveLength(1);
  await first.pass(HOUR);
  await first.engine.close();
  const second = await aStage([hookTo(receiver.url)], { home });
  expect(await view(second)).toMatchObject({ state: "unsigned" });
  expect(await incidents(second)).toHaveLength(1);
  expect(receiver.received).toEqual([]);
  await second.engine.close();
  vi.stubEnv("HOOK_SECRET", SECRET);
  const third = await aStage([hookTo(receiver.url)], { home });
  expect((await receiver.until(1)).map(keyOf)).toEqual(["a"]);
  await until(third, { state: "ok", waiting: 0, failingSince: null });
});

test("V8: a thousand wait at most, the newest; a webhook that is no longer configured keeps nothing", async () => {
  const receiver = await Receiver.open();
  receiver.next(silence);
  const home = scratchFolder();
  const stage = await aStage([hookTo(receiver.url)], { home });
  const { id } = await make(stage, "a");
  for (let n = 0; n < 1100; n++) await stage.emit({ type: "checkpoint.created", sessionId: id, checkpointId: `c${n}` });
  await stage.engine.events.newest({}, 1);
  expect(await view(stage)).toMatchObject({ waiting: 1000, givenUp: 101 });
  await stage.engine.close();
  const without = await aStage([], { home });
  await without.engine.maintain();
  await without.engine.close();
  const again = await aStage([hookTo(receiver.url)], { home });
  expect(await view(again)).toMatchObject({ waiting: 0, givenUp: 0 });
});

test("V8: what is purged is not sent any more", async () => {
  const receiver = await Receiver.open();
  receiver.always(status(500));
  const stage = await aStage([hookTo(receiver.url, ["session.start"])]);
  const { purge } = await import("../../sessions/index.ts");
  const gone = await make(stage, "gone");
  await until(stage, { failures: 1 });
  await make(stage, "stays");
  await purge(stage.engine.services, gone);
  expect(JSON.stringify(await stage.engine.events.newest({ sessionId: gone.id }, 9))).not.toContain('"gone"');
  receiver.always(status(204));
  stage.clock.advance(2 * SECOND);
  expect((await receiver.until(2)).map(keyOf).slice(1)).toEqual(["stays"]);
});

test("V8: a webhook whose receiver hangs holds up neither the others nor anything else", async () => {
  const [hanging, other] = [await Receiver.open(), await Receiver.open()];
  hanging.always(silence);
  const stage = await aStage([hookTo(hanging.url), hookTo(other.url)]);
  for (const key of ["a", "b", "c"]) await make(stage, key);
  expect((await other.until(3)).map(keyOf)).toEqual(["a", "b", "c"]);
  expect(hanging.received).toHaveLength(1);
});

test.each([
  ["no address", { url: "here", secretEnv: "S" }, /http:\/\/ or https:\/\//],
  ["another protocol", { url: "ftp://a.example/b", secretEnv: "S" }, /http:\/\/ or https:\/\//],
  [
    "a password in the address",
    { url: "https://me:pw@a.example/", secretEnv: "S" },
    /must not hold a name or a password/,
  ],
  ["no secret", { url: "https://a.example/" }, /secretEnv/],
  [
    "an unknown type",
    { url: "https://a.example/", secretEnv: "S", events: ["sesion.start"] },
    /must be one of session\.start/,
  ],
])("V8: a webhook that cannot be meant so is refused: %s", async (_what, hook, message) => {
  await expect(Stage.open({ config: { webhooks: [hook] } })).rejects.toThrow(message);
});

test("V8: an address that stands there twice is refused", async () => {
  const hook = hookTo("https://a.example/");
  await expect(Stage.open({ config: { webhooks: [hook, hook] } })).rejects.toThrow(/stands there twice/);
});
