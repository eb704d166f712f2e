import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { homeAt, isAlive } from "../../src/core/index.ts";
import { ensureDaemon, findDaemon } from "../../src/daemon/index.ts";
import { openThroughline } from "../../src/throughline.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

const root = join(import.meta.dirname, "..", "..");
const up = z.object({ running: z.literal(true), pid: z.number(), version: z.string() });

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const exitOf = (child: { on(event: "exit", listener: (code: number | null) => void): unknown }) =>
  new Promise<number | null>((resolve) => child.on("exit", resolve));

test.each([2, 10])("%i started at once end as one, and every starter succeeds", async (count) => {
  const started = await Promise.all(Array.from({ length: count }, () => product.cliProcess(["up", "--json"])));
  const pids = new Set(started.map(({ stdout }) => up.parse(JSON.parse(stdout)).pid));
  expect(pids.size).toBe(1);
  const [pid = 0] = pids;
  expect((await findDaemon(product.home))?.pid).toBe(pid);
});

test("many processes of the daemon itself, started at once, leave one behind", async () => {
  const entry = join(root, "dist", "daemon.js");
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [entry, "--home", product.home.dir], { env: product.environment(), stdio: "ignore" }),
  );
  const left: (number | null)[] = [];
  for (const child of children) child.on("exit", (code) => left.push(code));
  await product.until(async () => (left.length === 4 && (await findDaemon(product.home)) ? true : undefined));
  expect(left).toEqual([0, 0, 0, 0]);
});

test("up returns once the daemon answers, and leaves no handle of the caller open", async () => {
  // Resolves when the pipes are closed by everyone who had them: a daemon that kept one would hold this up for good.
  const { code, stdout, stderr } = await product.cliProcess(["up", "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { pid } = up.parse(JSON.parse(stdout));
  expect((await product.api("GET", "/health")).body).toMatchObject({ name: "throughline", pid });
  expect(await isAlive({ pid })).toBe(true);
});

test("a daemon that finds its lock gone leaves, and does not take its successor's socket with it", async () => {
  const first = await product.startDaemon();
  const left = exitOf(first);
  rmSync(product.home.lock);
  const second = await product.startDaemon();
  expect(await left).toBe(0);
  expect((await findDaemon(product.home))?.pid).toBe(second.pid);
  expect((await product.cliJson(["status"])) as object).toMatchObject({ running: true, pid: second.pid });
});

test("a daemon whose home was removed leaves, and one that starts too late does not bring the home back", async () => {
  const daemon = await product.startDaemon();
  const left = exitOf(daemon);
  rmSync(product.home.dir, { recursive: true });
  expect(await left).toBe(0);
  const late = await product.run(process.execPath, [join(root, "dist", "daemon.js"), "--home", product.home.dir]);
  expect(late.code).toBe(1);
  expect(existsSync(product.home.dir)).toBe(false);
});

test("SIGTERM: it ends with 0 and takes its runtime file and socket along", async () => {
  const daemon = await product.startDaemon();
  const left = exitOf(daemon);
  daemon.kill("SIGTERM");
  expect(await left).toBe(0);
  expect([product.home.runtime, product.home.socket].filter((path) => existsSync(path))).toEqual([]);
  expect(readdirSync(product.home.dir).filter((name) => name.endsWith(".sock"))).toEqual([]);
});

test("what a killed daemon left behind (socket, runtime file, lock) does not keep the next from starting", async () => {
  const daemon = await product.startDaemon();
  const left = exitOf(daemon);
  daemon.kill("SIGKILL");
  await left;
  expect([product.home.runtime, product.home.socket, product.home.lock].every((path) => existsSync(path))).toBe(true);
  expect(await product.cliJson(["status"])).toMatchObject({ running: false });
  const { pid } = up.parse(await product.cliJson(["up"]));
  expect(pid).not.toBe(daemon.pid);
  expect(JSON.parse(readFileSync(product.home.runtime, "utf8"))).toMatchObject({ pid });
});

test("shutting down writes the checkpoints that were pending", async () => {
  await product.dispose();
  product = new Product(undefined, `${TEST_CONFIG}continuity: { promptInterval: 2, flushDelayMs: 600000 }\n`);
  await product.startDaemon();
  const talk = new Conversation(product, product.folder);
  await talk.prompt("Move the cache to Redis.");
  await talk.prompt("Then measure it.");
  expect((await product.api("GET", "/api/checkpoints")).body).toEqual([]);
  await product.cliProcess(["down"]);
  const engine = await openThroughline({ home: product.home.dir });
  try {
    expect(await engine.services.store.checkpoints.list({})).toMatchObject([
      { trigger: "periodic", sessionKey: talk.id },
    ]);
  } finally {
    await engine.close();
  }
});

test("a daemon of another version is replaced, also when several want it at once", async () => {
  const old = join(product.folder, "old");
  mkdirSync(old);
  cpSync(join(root, "dist"), join(old, "dist"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(old, "node_modules"));
  const manifest = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  writeFileSync(join(old, "package.json"), JSON.stringify({ ...manifest, version: "0.0.1" }));
  const daemon = spawn(process.execPath, [join(old, "dist", "daemon.js"), "--home", product.home.dir], {
    env: product.environment(),
    stdio: "ignore",
  });
  const left = exitOf(daemon);
  await product.until(async () => ((await findDaemon(product.home))?.version === "0.0.1" ? true : undefined));
  const found = await Promise.all(Array.from({ length: 4 }, () => ensureDaemon(product.home)));
  expect(await left).toBe(0);
  expect(new Set(found.map((one) => `${one.version} ${one.pid}`)).size).toBe(1);
  expect(found[0]?.version).toBe(manifest.version);
});

test("it keeps no handles of requests that are over, and has no children", async () => {
  const pid = await product.ensureDaemon();
  const talk = new Conversation(product, product.folder);
  const handles = () => readdirSync(`/proc/${pid}/fd`).length;
  const round = async () => {
    await talk.prompt("Do it.");
    await Promise.all(Array.from({ length: 20 }, () => product.api("GET", "/api/sessions")));
  };
  await round();
  const before = handles();
  for (let at = 0; at < 4; at++) await round();
  await product.until(async () => (handles() <= before ? true : undefined));
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()).toBe("");
});

test("nobody else may read what is in the home, whatever the umask of whoever started it", async () => {
  const home = homeAt(join(product.folder, "fresh"));
  const env = { THROUGHLINE_HOME: home.dir, THROUGHLINE_DAEMON_PORT: "0" };
  const run = (words: string) =>
    product.run(
      "sh",
      ["-c", `umask 000; exec "$0" "$@"`, process.execPath, join(root, "bin", "throughline.cjs"), ...words.split(" ")],
      { env },
    );
  expect((await run("up")).code).toBe(0);
  await run("remember something");
  const modes = readdirSync(home.dir).map((name) => [name, statSync(join(home.dir, name)).mode & 0o077]);
  expect(statSync(home.dir).mode & 0o777).toBe(0o700);
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
  for (const path of [home.token, home.database, home.socket]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await run("down")).code).toBe(0);
});
