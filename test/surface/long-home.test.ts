import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";
import { BEHAVIOURS, strangerOnSocket } from "../support/product/strangers.ts";

/*
 * A home whose path is too long to hold a socket: the socket is elsewhere, and everybody must find it there.
 */

const HOOKS = ["script", "node"] as const;
const CONFIG = "daemon: { port: 0 }\nhooks: { deadlineMs: 1500 }\n";

let product: Product;
let otherTmp: Readonly<Record<string, string>>;
beforeEach(() => {
  const folder = join(mkdtempSync(join(realpathSync(tmpdir()), "throughline-test-")), "x".repeat(120));
  mkdirSync(folder);
  product = new Product(folder, CONFIG);
  otherTmp = { TMPDIR: join(folder, "tmp") };
  mkdirSync(join(folder, "tmp"));
});
afterEach(async () => {
  await product.dispose();
  rmSync(dirname(product.home.socket), { recursive: true, force: true });
  rmSync(dirname(product.folder), { recursive: true, force: true });
});

test("the socket's folder is the user's alone, whatever it was before", async () => {
  const folder = dirname(product.home.socket);
  expect(folder.startsWith(product.home.dir)).toBe(false);
  mkdirSync(folder, { mode: 0o755 });
  await product.ensureDaemon();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each(HOOKS)("item 7: a client with another TMPDIR is answered by the daemon: %s hook", async (by) => {
  await product.ensureDaemon();
  const nonce = newId();
  const { stdout } = await product.hook("probe", { nonce }, { by, env: otherTmp });
  expect(stdout).toContain(nonce);
});

test("item 7: the command line with another TMPDIR finds the daemon that runs, and a hook's daemon is found by it", async () => {
  const pid = await product.ensureDaemon();
  const status = async () => {
    const { stdout } = await product.cliProcess(["status", "--json"], { env: otherTmp });
    return z.object({ running: z.boolean(), pid: z.number().optional() }).parse(JSON.parse(stdout));
  };
  expect(await status()).toMatchObject({ running: true, pid });
  await product.cliProcess(["down"], { env: otherTmp });
  const talk = new Conversation(product, product.folder);
  await product.hook("user-prompt-submit", talk.payload({ prompt: "Said to nobody." }), { env: otherTmp });
  const session = z.object({ promptCount: z.literal(1) });
  await product.until(async () => {
    const answer = await product.api("GET", `/api/sessions/${talk.id}`).catch(() => undefined);
    return session.safeParse(answer?.body).data;
  });
});

/** Only root can give a folder away. */
describe.skipIf(process.getuid?.() !== 0)("a folder of another user in the socket's place", () => {
  test.each(HOOKS)(
    "the %s hook sends nothing to the process that listens there, and keeps the event until the daemon is back",
    async (by) => {
      await product.ensureDaemon();
      await product.cli(["down"]);
      const stranger = await strangerOnSocket(product.home.socket, BEHAVIOURS["is another program that says 200"]);
      const folder = dirname(product.home.socket);
      chownSync(folder, 65534, 65534);
      const talk = new Conversation(product, product.folder, { by });
      const output = await product.hook("user-prompt-submit", talk.payload({ prompt: "Not for strangers." }), { by });
      expect(output).toMatchObject({ code: 0, stdout: "", stderr: "" });
      const refused = await product.cli(["up"]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`${folder}, the folder of the socket`);
      expect(stranger.met()).toBe(0);
      await stranger.leave();
      rmSync(folder, { recursive: true });
      await product.ensureDaemon();
      await product.until(async () => {
        const { body } = await product.api("GET", `/api/sessions/${talk.id}`);
        return z.object({ promptCount: z.literal(1) }).safeParse(body).data;
      });
    },
  );
});
