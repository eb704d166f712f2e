import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

const status = z.object({ running: z.boolean(), pid: z.number().optional() });
const contents = z.array(z.object({ content: z.string() }));

/** A product whose daemon is stopped in its tracks; one of its own, for it is killed. */
async function withHungDaemon(work: (product: Product, hung: number) => Promise<void>): Promise<void> {
  const product = new Product();
  try {
    const { pid: hung = 0 } = await product.startDaemon();
    process.kill(hung, "SIGSTOP");
    await work(product, hung);
  } finally {
    await product.dispose();
  }
}

const statusOf = async (product: Product) => status.parse(await product.cliJson(["status"]));

// They mostly wait.
describe.concurrent("item 1: a daemon that does not answer", () => {
  test("is said to be there, and replaced by `up`", () =>
    withHungDaemon(async (product, hung) => {
      expect(await statusOf(product)).toEqual({ running: false, pid: hung });
      expect((await product.cli(["status"])).stdout).toContain("`throughline up` replaces it");
      const { code, stderr } = await product.cli(["up"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const now = await statusOf(product);
      expect(now.running).toBe(true);
      expect(now.pid).not.toBe(hung);
    }));

  test("is ended by `down`", () =>
    withHungDaemon(async (product, hung) => {
      expect((await product.cli(["down"])).stdout).toBe(`Ended process ${hung}, which did not answer.\n`);
      expect((await product.cli(["down"])).stdout).toBe("No daemon is running.\n");
    }));

  test.each(["script", "node"] as const)("is replaced because of the %s hook, whose event is stored once", (by) =>
    withHungDaemon(async (product) => {
      const talk = new Conversation(product, product.folder);
      const given = await product.hook("user-prompt-submit", talk.payload({ prompt: "Are you there?" }), { by });
      expect(given).toMatchObject({ code: 0, stdout: "", stderr: "" });
      await product.until(async () => ((await statusOf(product)).running ? true : undefined));
      const said = await product.until(async () => {
        const { status: code, body } = await product.api("GET", `/api/sessions/${talk.id}/messages`);
        const found = code === 200 ? contents.parse(body) : [];
        return found.length > 0 ? found : undefined;
      });
      expect(said.map(({ content }) => content)).toEqual(["Are you there?"]);
    }),
  );
});
