import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { loadToken, openStream, readRuntime, scopedToken } from "../../src/daemon/index.ts";
import { outsideEvent } from "../../src/events/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

const root = join(import.meta.dirname, "..", "..");

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const sessionShape = z.looseObject({ id: z.string() });
const make = async (key: string) =>
  sessionShape.parse((await product.api("POST", "/api/sessions", { key, task: "parser" })).body);

/** A client of the stream; events come as they are asked for. */
class Stream {
  readonly #response: IncomingMessage;
  readonly #lines: AsyncIterator<string>;

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.#lines = createInterface({ input: response })[Symbol.asyncIterator]();
  }

  static async open(query = "", headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
    const response = await openStream(product.home, `/api/events${query}`, headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/event-stream");
    onTestFinished(() => void response.destroy());
    return new Stream(response);
  }

  /** The next line that is one of these; undefined when the stream is over. */
  async line(form: RegExp): Promise<string | undefined> {
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) return undefined;
      if (form.test(value)) return value;
    }
  }

  async event() {
    const line = await this.line(/^data: /);
    return outsideEvent.parse(JSON.parse(line?.slice("data: ".length) ?? ""));
  }

  /** Whether the daemon ended it, rather than that it was cut off. */
  async isEnded(): Promise<boolean> {
    return (await this.line(/^data: /)) === undefined && this.#response.complete;
  }

  leave(): void {
    this.#response.destroy();
  }
}

/** The lines of the file, each of them whole. */
const eventsFile = () =>
  existsSync(product.home.events)
    ? readFileSync(product.home.events, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];

test("V8: what happens is told as it happens: over the stream, in the file and by command, in one form", async () => {
  await product.ensureDaemon();
  const stream = await Stream.open();
  const { id } = await make("one");
  const told = await stream.event();
  expect(told).toMatchObject({ type: "session.start", sessionId: id, sessionKey: "one", task: "parser", payload: {} });
  await product.until(async () => ((await product.cliJson(["events"])) as unknown[]).length > 0 || undefined);
  expect(await product.cliJson(["events"])).toEqual([told]);
  expect(eventsFile()).toEqual([told]);
  expect(statSync(product.home.events).mode & 0o777).toBe(0o600);
  expect((await product.cli(["events"])).stdout).toContain(`session.start  ${id}`);
});

test("V8: a real session of a client: its start, its checkpoint and its end", async () => {
  await product.ensureDaemon();
  const stream = await Stream.open();
  const talk = new Conversation(product, product.folder);
  await talk.prompt("Move the cache to Redis, the password is hunter2hunter2.");
  await product.hook("session-end", {
    session_id: talk.id,
    hook_event_name: "SessionEnd",
    reason: "logout",
    cwd: product.folder,
  });
  const seen = [await stream.event(), await stream.event(), await stream.event()];
  expect(new Set(seen.map(({ type }) => type))).toEqual(
    new Set(["session.start", "session.end", "checkpoint.created"]),
  );
  expect(seen.find(({ type }) => type === "session.end")?.payload).toEqual({ reason: "logout" });
  expect(seen.every(({ sessionKey, project }) => sessionKey === talk.id && project === product.folder)).toBe(true);
});

test("V8: on the port the stream needs a token that may read, and a wrong question is answered", async () => {
  await product.startDaemon();
  const runtime = await readRuntime(product.home);
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const sent = request(`${runtime?.url}${path}`, { headers }).end();
    const [response]: IncomingMessage[] = await once(sent, "response");
    sent.destroy();
    return response?.statusCode;
  };
  const reading = { authorization: `Bearer ${scopedToken(loadToken(product.home), "read")}` };
  expect(await status("/api/events")).toBe(401);
  expect(await status("/api/events", { authorization: "Bearer no" })).toBe(401);
  expect(await status("/api/events", { ...reading, origin: "https://evil.example" })).toBe(403);
  expect(await status("/api/events", reading)).toBe(200);
  expect(await status("/api/events?types=sesion.*", reading)).toBe(400);
  expect(await status("/api/events?tipes=session.*", reading)).toBe(400);
  expect(await status("/api/events?since=yesterday", reading)).toBe(400);
  expect(await status("/api/events?session=none", reading)).toBe(404);
  const { body } = await product.api("GET", "/api/events?types=sesion.*");
  expect(body).toMatchObject({ error: { message: expect.stringMatching(/types: .*session\.start/) } });
  expect((await product.api("GET", "/api/openapi.json")).body).toMatchObject({
    paths: { "/api/events": { get: { operationId: "events" } }, "/api/events/kept": {}, "/api/webhooks": {} },
  });
});

test("V8: a client that was away is told what it missed, over a daemon that was killed; ids go on growing", async () => {
  const first = await product.startDaemon();
  const before = await Stream.open("?types=session.*");
  await make("a");
  const a = await before.event();
  await make("b");
  await product.until(async () => (eventsFile().length === 2 ? true : undefined));
  first.kill("SIGKILL");
  await once(first, "exit");
  // As a crash in the midst of a line would leave it.
  appendFileSync(product.home.events, '{"id":17837');
  await product.startDaemon();
  const after = await Stream.open("", { "last-event-id": String(a.id) });
  await make("c");
  const [b, c] = [await after.event(), await after.event()];
  expect([b.sessionKey, c.sessionKey]).toEqual(["b", "c"]);
  expect(a.id < b.id && b.id < c.id).toBe(true);
  await product.until(async () => (eventsFile().length === 3 ? true : undefined));
});

test("V8: many clients at once; those that go leave no handle, and stopping the daemon waits for none of them", async () => {
  const daemon = await product.startDaemon();
  const handles = () => readdirSync(`/proc/${daemon.pid}/fd`).length;
  await Stream.open();
  const few = handles();
  const streams = await Promise.all(Array.from({ length: 40 }, () => Stream.open()));
  expect(handles()).toBeGreaterThanOrEqual(few + 40);
  await make("one");
  for (const stream of streams) expect((await stream.event()).sessionKey).toBe("one");
  for (const stream of streams.slice(5)) stream.leave();
  await product.until(async () => (handles() <= few + 10 ? true : undefined));
  const exit = once(daemon, "exit");
  const { code } = await product.cli(["down"]);
  await exit;
  expect(code).toBe(0);
  // Those that have to be waited for are cut off in the end.
  for (const stream of streams.slice(0, 5)) expect(await stream.isEnded()).toBe(true);
});

test("V8: a client that does not read costs the daemon little and holds up nobody", async () => {
  await product.startDaemon();
  const sent = request({ socketPath: product.home.socket, path: "/api/events", agent: false }).end();
  const [stuck]: IncomingMessage[] = await once(sent, "response");
  onTestFinished(() => void sent.destroy());
  stuck?.pause();
  const other = await Stream.open("?types=session.start");
  for (let n = 0; n < 300; n++) await make(`session-${n}`);
  for (let n = 0; n < 300; n++) expect((await other.event()).sessionKey).toBe(`session-${n}`);
});

/** `throughline events --follow`, as a person or a script runs it. */
function following(args: readonly string[]): { child: ChildProcess; next: () => Promise<string> } {
  const cli = join(root, "bin", "throughline.cjs");
  const child = spawn(process.execPath, [cli, "events", "--follow", ...args], {
    env: product.environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => String((await lines.next()).value) };
}

test("V8: `events --follow` shows a line each, waits for a daemon that was stopped and misses nothing", async () => {
  const first = await product.startDaemon();
  await make("before");
  await product.until(async () => ((await product.cliJson(["events"])) as unknown[]).length > 0 || undefined);
  const { child, next } = following(["--json", "--since", "1h"]);
  expect(JSON.parse(await next())).toMatchObject({ sessionKey: "before" });
  await make("one");
  expect(JSON.parse(await next())).toMatchObject({ type: "session.start", sessionKey: "one" });
  const left = once(first, "exit");
  await product.cli(["down"]);
  await left;
  await product.startDaemon();
  await make("two");
  expect(JSON.parse(await next())).toMatchObject({ sessionKey: "two" });
  child.kill("SIGINT");
  await once(child, "exit");
});

test("V8: events are listed by type, session and time; wrong words are refused and say what there is", async () => {
  await product.ensureDaemon();
  for (const key of ["one", "two", "three"]) await make(key);
  const list = async (...args: string[]) => z.array(outsideEvent).parse(await product.cliJson(["events", ...args]));
  await product.until(async () => ((await list()).length >= 3 ? true : undefined));
  expect((await list("--types", "session.start")).map(({ sessionKey }) => sessionKey)).toEqual([
    ...["three", "two", "one"],
  ]);
  expect((await list("--session", "two")).map(({ sessionKey }) => sessionKey)).toEqual(["two"]);
  expect(await list("--since", "2100-01-01")).toEqual([]);
  expect(await list("--since", "1h", "--limit", "2")).toHaveLength(2);
  for (const [args, message] of [
    [["--types", "nonsense"], /types: .*session\.start/],
    [["--since", "lately"], /since: .*2026-01-31/],
    [["--session", "none"], /there is no session "none"/],
    [["--follow", "--types", "nonsense"], /types: .*session\.start/],
  ] as const) {
    const { code, stderr } = await product.cli(["events", ...args]);
    expect({ code: code > 0, stderr }).toEqual({ code: true, stderr: expect.stringMatching(message) });
  }
});

test("V8: what is purged goes from the events' file too; that it was purged is told", async () => {
  await product.ensureDaemon();
  const { id } = await make("very-private-name");
  await make("stays");
  await product.until(async () => ((await product.cliJson(["events"])) as unknown[]).length >= 2 || undefined);
  await product.cli(["purge", "--session", id, "--yes"]);
  await product.until(async () => (eventsFile().some(({ type }) => type === "session.purged") ? true : undefined));
  expect(eventsFile()).toMatchObject([
    { type: "session.start", sessionKey: "stays" },
    { type: "session.purged", sessionId: id, sessionKey: null },
  ]);
  expect(readFileSync(product.home.events, "utf8")).not.toContain("very-private-name");
});

test("V8: an events' file that cannot be written breaks nothing", async () => {
  mkdirSync(product.home.events);
  await product.startDaemon();
  const stream = await Stream.open();
  await make("one");
  expect((await stream.event()).sessionKey).toBe("one");
  expect((await product.api("GET", "/api/status")).status).toBe(200);
  const { code } = await product.cli(["down"]);
  expect(code).toBe(0);
});

test("V8: a project's own file cannot make Throughline send anything", async () => {
  writeFileSync(join(product.folder, "throughline.yaml"), "webhooks: [{ url: 'http://127.0.0.1:9/', secretEnv: S }]\n");
  await product.startDaemon();
  const talk = new Conversation(product, product.folder);
  await talk.prompt("Hello.");
  expect(await product.cliJson(["webhooks"])).toEqual([]);
  expect((await product.cli(["webhooks"])).stdout).toContain("No webhook is configured");
});
