import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

const status = z.object({ running: z.boolean(), pid: z.number().optional() });
const contents = z.array(z.object({ content: z.string() }));

let product: Product;
let hung: number;
beforeEach(async () => {
  product = new Product();
  // One of its own: it is killed.
  const child = await product.startDaemon();
  hung = child.pid ?? 0;
  process.kill(hung, "SIGSTOP");
});
afterEach(() => product.dispose());

const statusNow = async () => status.parse(await product.cliJson(["status"]));

test("item 1: a daemon that does not answer is said to be there, and replaced by `up`", async () => {
  expect(await statusNow()).toEqual({ running: false, pid: hung });
  expect((await product.cli(["status"])).stdout).toContain("`throughline up` replaces it");
  const { code, stderr } = await product.cli(["up"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const now = await statusNow();
  expect(now.running).toBe(true);
  expect(now.pid).not.toBe(hung);
});

test("item 1: `down` ends it", async () => {
  expect((await product.cli(["down"])).stdout).toBe(`Ended process ${hung}, which did not answer.\n`);
  expect((await product.cli(["down"])).stdout).toBe("No daemon is running.\n");
});

test.each(["script", "node"] as const)(
  "item 1: the %s hook has it replaced, and what it said is stored once",
  async (by) => {
    const talk = new Conversation(product, product.folder);
    const given = await product.hook("user-prompt-submit", talk.payload({ prompt: "Are you there?" }), { by });
    expect(given).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await product.until(async () => ((await statusNow()).running ? true : undefined));
    const said = await product.until(async () => {
      const { status: code, body } = await product.api("GET", `/api/sessions/${talk.id}/messages`);
      const found = code === 200 ? contents.parse(body) : [];
      return found.length > 0 ? found : undefined;
    });
    expect(said.map(({ content }) => content)).toEqual(["Are you there?"]);
  },
);
