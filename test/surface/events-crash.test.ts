import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Receiver } from "../../src/events/webhooks/receiver.test-kit.ts";
import { openThroughline } from "../../src/throughline.ts";
import { packageRoot } from "../../src/version.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
  vi.stubEnv("HOOK_SECRET", "the receiver knows it too");
});
afterEach(() => {
  vi.unstubAllEnvs();
  return product.dispose();
});

/** A program that is killed as by a power cut: between the commit of its second session and the news of it. */
const program = (home: string, config: object): string => `
  import { openThroughline } from ${JSON.stringify(pathToFileURL(join(packageRoot, "dist", "index.js")).href)};
  const engine = await openThroughline({ home: ${JSON.stringify(home)}, config: ${JSON.stringify(config)} });
  await engine.sessions.create({ key: "a" });
  await engine.events.newest({}, 1);
  engine.services.events.listen(() => process.kill(process.pid, "SIGKILL"));
  await engine.sessions.create({ key: "b" });
`;

test("V8: killed between a commit and the news of it, the file and the webhooks get it at the next start, once", async () => {
  const receiver = await Receiver.open();
  const config = { webhooks: [{ url: receiver.url, secretEnv: "HOOK_SECRET", events: [] }] };
  const home = product.home.dir;
  // It sends nothing itself: without its secret.
  const env = { ...process.env, HOOK_SECRET: "" };
  const killed = spawnSync(process.execPath, ["--input-type=module", "-e", program(home, config)], { env });
  expect(killed.signal, killed.stderr.toString()).toBe("SIGKILL");
  for (const key of ["c", "d"]) {
    const engine = await openThroughline({ home, config });
    await engine.sessions.create({ key });
    await engine.events.newest({}, 9);
    await vi.waitFor(async () => expect(await engine.events.webhooks()).toMatchObject([{ waiting: 0 }]));
    await engine.close();
  }
  const keys = (texts: readonly string[]) => texts.map((text) => JSON.parse(text).sessionKey);
  expect(keys(readFileSync(product.home.events, "utf8").split("\n").slice(0, -1))).toEqual(["a", "b", "c", "d"]);
  expect(keys(receiver.received.map(({ body }) => body))).toEqual(["a", "b", "c", "d"]);
});
