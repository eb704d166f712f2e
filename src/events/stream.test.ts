import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { type EventFilter, EventStreams, outsideEvent } from "./index.ts";

const SECOND = 1000;

async function aStage() {
  const stage = await Stage.open({ home: scratchFolder() });
  onTestFinished(() => stage.engine.close());
  return { stage, streams: new EventStreams(stage.engine.events, stage.clock) };
}

/** A client that reads the stream in its own time. */
class Client {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  static async open(streams: EventStreams, filter: EventFilter = {}): Promise<Client> {
    const client = new Client(streams.open(filter));
    expect(await client.read()).toBe("retry: 3000\n: still here\n\n");
    return client;
  }

  /** One frame; undefined at the end. */
  async read(): Promise<string | undefined> {
    const { done, value } = await this.#reader.read();
    return done ? undefined : this.#decoder.decode(value);
  }

  async event() {
    const text = (await this.read()) ?? "";
    const fields = new Map(
      text.split("\n").map((line): [string, string] => [line.split(": ", 1)[0] ?? "", line.replace(/^\w+: /, "")]),
    );
    const data = z.looseObject({ type: z.string() }).parse(JSON.parse(fields.get("data") ?? ""));
    return { id: fields.get("id"), event: fields.get("event"), data };
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }
}

const make = (stage: Stage, key: string) =>
  stage.engine.sessions.create({ key, project: "/projects/alpha", task: "parser" });

/** Many events at once, of a session that is there. */
async function burst(stage: Stage, key: string, count: number): Promise<void> {
  const { session } = await make(stage, key);
  for (let n = 1; n <= count; n++)
    await stage.emit({ type: "checkpoint.created", sessionId: session.id, checkpointId: `c${n}` });
  expect(await stage.engine.events.newest({ types: ["checkpoint.*"] }, count)).toHaveLength(count);
}

test("V8: a client gets each event: id, type, time, session, project, task and payload", async () => {
  const { stage, streams } = await aStage();
  const client = await Client.open(streams);
  const { session } = await make(stage, "one");
  const { id, event, data } = await client.event();
  const sent = outsideEvent.parse(data);
  expect([id, event]).toEqual([String(sent.id), "session.start"]);
  expect(sent).toEqual({
    ...{ id: sent.id, type: "session.start", time: "2026-01-01T00:00:00.000Z", sessionId: session.id },
    ...{ sessionKey: "one", project: "/projects/alpha", task: "parser", payload: {} },
  });
  await stage.engine.sessions.move(session.id, "active", "begun");
  await stage.engine.sessions.move(session.id, "complete", "done");
  expect((await client.event()).data).toMatchObject({ type: "session.end", payload: { reason: "done" } });
});

test("V8: an agent's own sessions begin with an event too", async () => {
  const { stage, streams } = await aStage();
  const client = await Client.open(streams);
  await stage.engine.conversation.append({ agent: "ada", role: "user", content: "Hello." });
  expect((await client.event()).data).toMatchObject({ type: "session.start", sessionKey: "agent:ada:main" });
  await stage.engine.conversation.append({ agent: "ada", role: "user", content: "And again." });
  await make(stage, "next");
  expect((await client.event()).data).toMatchObject({ sessionKey: "next" });
});

test("V8: what came to nothing is not sent", async () => {
  const { stage, streams } = await aStage();
  const client = await Client.open(streams);
  const { store } = stage;
  const failing = store.transaction(async (tables) => {
    await stage.engine.sessions.arrive(tables, {
      ...{ harness: "cli", key: "never", project: undefined, at: stage.clock.now(), runtime: "api" },
    });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await make(stage, "really");
  expect((await client.event()).data).toMatchObject({ sessionKey: "really" });
});

test("V8: a client may want some types only, or one session", async () => {
  const { stage, streams } = await aStage();
  const { session } = await make(stage, "wanted");
  expect(await stage.engine.events.newest({}, 9)).toHaveLength(1);
  const [byType, bySession] = [
    await Client.open(streams, { types: ["session.end"] }),
    await Client.open(streams, { sessionId: session.id }),
  ];
  await make(stage, "other");
  await stage.engine.sessions.move(session.id, "active", "begun");
  await stage.engine.sessions.move(session.id, "complete", "done");
  expect((await byType.event()).data).toMatchObject({ type: "session.end", sessionKey: "wanted" });
  expect((await bySession.event()).data).toMatchObject({ type: "session.end", sessionKey: "wanted" });
});

test("V8: a client that comes back gets what it missed, once and in order, also after a restart", async () => {
  const home = scratchFolder();
  const first = await Stage.open({ home });
  for (const key of ["a", "b", "c"]) await make(first, key);
  const [, b] = await first.engine.events.newest({}, 9);
  await first.engine.close();

  const second = await Stage.open({ home });
  onTestFinished(() => second.engine.close());
  const streams = new EventStreams(second.engine.events, second.clock);
  const client = await Client.open(streams, { after: b?.id });
  await make(second, "d");
  // It is in the file by now, and waits for the client as well.
  await second.engine.events.newest({}, 1);
  const seen = [await client.event(), await client.event()];
  expect(seen.map(({ data }) => data.sessionKey)).toEqual(["c", "d"]);
  const [c = 0, d = 0] = seen.map(({ id }) => Number(id));
  expect(d).toBeGreaterThan(c);
  await make(second, "e");
  expect((await client.event()).data.sessionKey).toBe("e");
});

test("V8: a quiet stream shows a sign of life every 15 seconds of the clock", async () => {
  const { stage, streams } = await aStage();
  const client = await Client.open(streams);
  for (let beat = 0; beat < 3; beat++) {
    const reading = client.read();
    await new Promise((resolve) => setImmediate(resolve));
    stage.clock.advance(15 * SECOND);
    expect(await reading).toBe(": still here\n\n");
  }
});

test("V8: a client that does not read holds up nobody and costs a bounded memory: it learns how much it missed", async () => {
  const { stage, streams } = await aStage();
  const slow = await Client.open(streams);
  const quick = await Client.open(streams);
  const seen: string[] = [];
  const reading = (async () => {
    for (;;) {
      const { data } = await quick.event();
      seen.push(data.type);
      if (seen.length === 1501) return;
    }
  })();
  await burst(stage, "busy", 1500);
  await reading;
  expect(seen.filter((type) => type === "stream.gap")).toEqual([]);
  for (let n = 0; n < 1000; n++) await slow.event();
  const gap = await slow.event();
  expect(gap).toMatchObject({ id: undefined, event: "stream.gap", data: { payload: { dropped: 501 } } });
  await make(stage, "later");
  expect((await slow.event()).data).toMatchObject({ type: "session.start", sessionKey: "later" });
  // The way to what was left out.
  const { after } = z.object({ after: z.number() }).parse(gap.data.payload);
  const back = await Client.open(streams, { after });
  for (let n = 1000; n <= 1500; n++)
    expect((await back.event()).data).toMatchObject({ payload: { checkpointId: `c${n}` } });
});

test("V8: clients that go leave nothing behind; too many at once are refused", async () => {
  const { stage, streams } = await aStage();
  const clients: Client[] = [];
  for (let n = 0; n < 100; n++) clients.push(await Client.open(streams));
  expect(() => streams.open({})).toThrow(/100 clients already follow events/);
  await Promise.all(clients.slice(1).map((client) => client.leave()));
  expect(streams.size).toBe(1);
  const again = await Client.open(streams);
  await make(stage, "one");
  expect((await again.event()).data).toMatchObject({ sessionKey: "one" });
  expect((await clients[0]?.event())?.data).toMatchObject({ sessionKey: "one" });
});

test("V8: when all streams are closed, readers see the end, those that wait and those that were about to read", async () => {
  const { streams } = await aStage();
  const [waiting, idle] = [await Client.open(streams), await Client.open(streams, { after: 0 })];
  const reading = waiting.read();
  streams.close();
  expect(await reading).toBeUndefined();
  expect(await idle.read()).toBeUndefined();
  const late = new Client(streams.open({}));
  await late.read();
  expect(await late.read()).toBeUndefined();
  expect(streams.size).toBe(0);
});
