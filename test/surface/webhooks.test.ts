import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { type Received, Receiver, silence, status } from "../../src/events/webhooks/receiver.test-kit.ts";
import { signatureOf } from "../../src/events/webhooks/signature.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

const SECRET = "the receiver knows it too";
const ENV = { HOOK_SECRET: SECRET };

let product: Product;
afterEach(() => product.dispose());

function withHook(url: string): void {
  product = new Product(undefined, `${TEST_CONFIG}webhooks: [{ url: "${url}", secretEnv: HOOK_SECRET }]\n`);
}

const views = z.array(z.looseObject({ failures: z.number() }));
const make = (key: string) => product.api("POST", "/api/sessions", { key });
const keyOf = ({ body }: Received): string => JSON.parse(body).sessionKey;
const deliveryOf = ({ headers }: Received) => headers["x-throughline-delivery"];

const until = (expected: object) =>
  product.until(async () => {
    const { body } = await product.api("GET", "/api/webhooks");
    try {
      expect(body).toMatchObject([expected]);
      return true;
    } catch {
      return undefined;
    }
  });

test("V8: a daemon killed in the midst of a delivery delivers it again, under the same id and signed", async () => {
  const receiver = await Receiver.open();
  receiver.next(silence);
  withHook(receiver.url);
  const daemon = await product.startDaemon(ENV);
  await make("a");
  await receiver.until(1);
  await make("b");
  await until({ waiting: 2 });
  daemon.kill("SIGKILL");
  await once(daemon, "exit");
  await product.startDaemon(ENV);
  const received = await receiver.until(3);
  expect(received.map(keyOf)).toEqual(["a", "a", "b"]);
  expect(deliveryOf(received[1] as Received)).toBe(deliveryOf(received[0] as Received));
  for (const { headers, body } of received)
    expect(headers["x-throughline-signature"]).toBe(
      signatureOf(SECRET, String(headers["x-throughline-timestamp"]), body),
    );
  await until({ waiting: 0, delivered: 2, state: "ok" });
});

test("V8: a receiver that hangs does not hold up the daemon, neither at work nor when it leaves", async () => {
  const receiver = await Receiver.open();
  receiver.always(silence);
  withHook(receiver.url);
  const daemon = await product.startDaemon(ENV);
  for (let n = 0; n < 20; n++) await make(`session-${n}`);
  await receiver.until(1);
  const [before] = views.parse((await product.api("GET", "/api/webhooks")).body);
  const left = once(daemon, "exit");
  expect((await product.cli(["down"])).code).toBe(0);
  await left;
  // Who cannot leave in order says nothing; who waits for the receiver has noted that there was no answer.
  expect(readFileSync(product.home.log, "utf8")).toContain("the daemon stopped");
  await product.startDaemon(ENV);
  await until({ waiting: 20, failures: before?.failures });
});

test("V8: a webhook that is refused shows in webhooks, status, doctor and incidents; no secret shows anywhere", async () => {
  const receiver = await Receiver.open("/services/T0AB/B1CD?token=s3cr3t-in-the-address");
  receiver.always(status(403));
  withHook(receiver.url);
  await product.startDaemon(ENV);
  await make("a");
  await until({ state: "failing", givenUp: 1 });
  const shown = [
    (await product.cli(["webhooks"])).stdout,
    (await product.cli(["status"])).stdout,
    (await product.cli(["doctor"])).stdout,
    (await product.cli(["incidents"])).stdout,
  ];
  for (const text of shown) {
    expect(text).toContain("it answered 403");
    expect(text).not.toContain("s3cr3t-in-the-address");
    expect(text).not.toContain(SECRET);
  }
  expect((await product.api("GET", "/api/status")).body).toMatchObject({ webhooks: [{ state: "failing" }] });
  expect(readFileSync(product.home.log, "utf8")).not.toContain("s3cr3t-in-the-address");
});

test("V8: without its secret a webhook is not sent, and doctor says which variable is missing", async () => {
  const receiver = await Receiver.open();
  withHook(receiver.url);
  await product.startDaemon();
  await make("a");
  await until({ state: "unsigned", waiting: 1 });
  const { stdout, code } = await product.cli(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ webhook: .*HOOK_SECRET is not set[\s\S]*Set HOOK_SECRET to the receiver's secret/);
  expect(receiver.received).toEqual([]);
});
