import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type HookOptions, type Output, Product } from "../support/product/product.ts";
import { BEHAVIOURS, type Stranger, strangerOnPort, strangerOnSocket } from "../support/product/strangers.ts";

// Who does not give up at its deadline waits for ever, for what never comes. `npm run bench -- hook` measures when.
const DEADLINE_MS = 1500;
const CONFIG = `daemon: { port: 0 }\nhooks: { deadlineMs: ${DEADLINE_MS} }\n`;
const DECISION = "We decided to use rotating refresh tokens because stolen ones replay.";
const HOOKS = ["script", "node"] as const;

const session = z.object({ promptCount: z.number(), totalMessages: z.number() });
const messages = z.array(z.object({ content: z.string() }));
const status = z.object({ pid: z.number(), url: z.string(), spooled: z.number(), warnings: z.array(z.string()) });

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newProduct(config = CONFIG): Product {
  const product = new Product(undefined, config);
  cleanUps.push(() => product.dispose());
  return product;
}

const statusOf = async (product: Product) => status.parse((await product.api("GET", "/api/status")).body);

/** A product whose daemon has run, so that its hooks are there, and a session in it. */
async function worked({ by, config }: { by: HookOptions["by"]; config?: string }) {
  const product = newProduct(config);
  const daemon = await product.startDaemon();
  const talk = new Conversation(product, product.folder, {
    by,
    env: { THROUGHLINE_HOOKS_DEADLINE_MS: `${DEADLINE_MS}` },
  });
  await talk.start();
  return { product, daemon, talk };
}

const killed = (child: { kill(signal: "SIGKILL"): unknown; on(event: "exit", listener: () => void): unknown }) =>
  new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGKILL");
  });

function promptOf(talk: Conversation, text: string): Promise<Output> {
  return talk.product.hook("user-prompt-submit", talk.payload({ prompt: text }), talk.options);
}

function expectQuiet(output: Output): void {
  expect(output).toEqual({ code: 0, stdout: "", stderr: "" });
}

/** With the daemon back: exactly these prompts, in this order, each a message once. */
async function expectTaken(talk: Conversation, prompts: readonly string[]): Promise<void> {
  const { product } = talk;
  await product.ensureDaemon();
  await product.until(async () => ((await statusOf(product)).spooled === 0 ? true : undefined));
  await talk.end();
  const kept = await product.until(async () => {
    const { body } = await product.api("GET", `/api/sessions/${talk.id}/messages`);
    const found = messages.parse(body);
    return found.length >= prompts.length ? found : undefined;
  });
  expect(kept.map((message) => message.content)).toEqual(prompts);
  const { promptCount, totalMessages } = await product.until(async () => {
    const found = session.parse((await product.api("GET", `/api/sessions/${talk.id}`)).body);
    return found.totalMessages >= prompts.length ? found : undefined;
  });
  expect({ promptCount, totalMessages }).toEqual({ promptCount: prompts.length, totalMessages: prompts.length });
}

describe.each(HOOKS)("item 7, the %s hook never blocks, loses or doubles", (by) => {
  test("daemon down: it waits in the spool, the hook starts the daemon, and all come in order", async () => {
    const { daemon, talk, product } = await worked({ by });
    await killed(daemon);
    const texts = ["first", "second", "third"].map((word) => `Do the ${word} thing.`);
    for (const text of texts) expectQuiet(await promptOf(talk, text));
    await product.until(async () => ((await statusOf(product).catch(() => undefined)) ? true : undefined));
    await expectTaken(talk, texts);
  });

  test("daemon hung: it takes the prompt in after the hook gave up, and the replay does not double it", async () => {
    const { daemon, talk } = await worked({ by });
    daemon.kill("SIGSTOP");
    cleanUps.push(() => daemon.kill("SIGCONT"));
    expectQuiet(await promptOf(talk, "Said to a daemon that slept."));
    expect(readFileSync(join(talk.product.home.spool, "events.jsonl"), "utf8")).toContain("that slept");
    daemon.kill("SIGCONT");
    await expectTaken(talk, ["Said to a daemon that slept."]);
  });

  test.each(Object.keys(BEHAVIOURS) as (keyof typeof BEHAVIOURS)[])("a stranger on the socket %s", async (name) => {
    const { daemon, talk, product } = await worked({ by });
    await killed(daemon);
    rmSync(product.home.socket, { force: true });
    const stranger: Stranger = await strangerOnSocket(product.home.socket, BEHAVIOURS[name]);
    cleanUps.push(() => stranger.leave());
    expectQuiet(await promptOf(talk, "Said to a stranger."));
    expect(stranger.met()).toBeGreaterThan(0);
    // One stays, to be pushed out of the daemon's place; the others go, to save the time of asking them.
    if (name !== "accepts and never answers") await stranger.leave();
    await expectTaken(talk, ["Said to a stranger."]);
  });

  test("port taken by a stranger: the daemon moves to a free one and hooks go on", async () => {
    const stranger = await strangerOnPort(0);
    cleanUps.push(() => stranger.leave());
    const config = `daemon: { port: ${stranger.port} }\nhooks: { deadlineMs: ${DEADLINE_MS} }\n`;
    const { product, talk } = await worked({ by, config });
    expect(new URL((await statusOf(product)).url).port).not.toBe(String(stranger.port));
    expectQuiet(await promptOf(talk, "Said beside a stranger."));
    await expectTaken(talk, ["Said beside a stranger."]);
    expect(stranger.met()).toBe(0);
  });

  test("a stranger on the port that a dead daemon left behind is not taken for it", async () => {
    const { product, daemon, talk } = await worked({ by });
    const { port } = new URL((await statusOf(product)).url);
    await killed(daemon);
    const stranger = await strangerOnPort(Number(port));
    cleanUps.push(() => stranger.leave());
    expect(await product.cliJson(["status"])).toMatchObject({ running: false });
    expectQuiet(await promptOf(talk, "Said while a stranger had the port."));
    await expectTaken(talk, ["Said while a stranger had the port."]);
    expect(stranger.met()).toBe(0);
  });

  test("the spool's folder cannot be: what was said waits elsewhere", async () => {
    const { product, daemon, talk } = await worked({ by });
    await killed(daemon);
    rmSync(product.home.spool, { recursive: true, force: true });
    writeFileSync(product.home.spool, "not a folder");
    expectQuiet(await promptOf(talk, "Said without a spool."));
    await expectTaken(talk, ["Said without a spool."]);
  });

  test.skipIf(!canMount())("home read-only: what was said waits elsewhere until it can be written", async () => {
    const { product, daemon, talk } = await worked({ by });
    await killed(daemon);
    const { dir } = product.home;
    execFileSync("mount", ["--bind", dir, dir]);
    let mounted = true;
    const writable = () => {
      if (mounted) execFileSync("umount", [dir]);
      mounted = false;
    };
    cleanUps.push(writable);
    execFileSync("mount", ["-o", "remount,ro,bind", dir]);
    expect(() => writeFileSync(join(dir, "probe"), "")).toThrow("EROFS");
    expectQuiet(await promptOf(talk, "Said to a home of stone."));
    writable();
    await expectTaken(talk, ["Said to a home of stone."]);
  });

  test.skipIf(!canMount())("disk full: the daemon lives on and says so; with room again all is there", async () => {
    const product = newProduct();
    const { dir } = product.home;
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=700", "tmpfs", dir]);
    // Before the product is disposed of: its daemon must be gone for the mount to go.
    cleanUps.push(async () => {
      await product.cli(["down"]);
      // Threads of a process that has ended may hold its files for a moment longer.
      execFileSync("umount", ["--lazy", dir]);
    });
    writeFileSync(product.home.config, CONFIG);
    const daemon = await product.startDaemon();
    const talk = new Conversation(product, product.folder, { by });
    await talk.start();
    const filler = join(dir, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(16 << 20))).toThrow("ENOSPC");
    const long = `Said to a full disk: ${"word ".repeat(20_000)}end`;
    expectQuiet(await promptOf(talk, long));
    const { pid, warnings } = await statusOf(product);
    expect(pid).toBe(daemon.pid);
    expect(warnings.join()).toMatch(/disk/);
    rmSync(filler);
    await expectTaken(talk, [long]);
  });

  test("a home that cannot be: nothing is said, nothing is waited for", async () => {
    const product = newProduct();
    await product.ensureDaemon();
    const file = join(product.folder, "file");
    writeFileSync(file, "");
    const env = { THROUGHLINE_HOME: join(file, "home") };
    const { options } = new Conversation(product, product.folder, { by, env });
    const output = await product.hook("user-prompt-submit", { session_id: "s", prompt: "hello" }, options);
    if (by === "node") expectQuiet(output);
    else expect(output.code).toBe(0);
  });
});

test("R1, item 7: a start that could not be answered gets its recovery with the next prompt, once", async () => {
  const { product, daemon, talk } = await worked({ by: "script" });
  await talk.prompt(DECISION);
  await talk.end();
  await killed(daemon);
  const next = new Conversation(product, product.folder);
  expectQuiet(await product.hook("session-start", next.payload({ source: "startup" }), next.options));
  await product.ensureDaemon();
  await product.until(async () => ((await statusOf(product)).spooled === 0 ? true : undefined));
  expect(await next.prompt("Hello, go on with the next file.")).toContain("rotating refresh tokens");
  expect(await next.prompt("And with the one after it.")).toBe("");
});

/** Whether file systems can be mounted here: only for root, and not in every container. */
function canMount(): boolean {
  const folder = join("/tmp", `throughline-mount-${process.pid}`);
  try {
    mkdirSync(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
