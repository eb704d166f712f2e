import { afterEach, beforeEach, expect, test } from "vitest";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;

beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

test.each(["resume", "compact"])(
  "R1: a session that goes on under its own id gets its recovery (%s)",
  async (source) => {
    const session = new Conversation(product, product.folder);
    await session.start();
    await session.prompt("We decided to use rotating refresh tokens. Implement them in src/auth.ts.");
    await session.reply("Started.");
    const given = source === "compact" ? await session.compact() : await session.start(source);
    expect(given).toContain("## Session Recovery Context");
    expect(given).toContain("rotating refresh tokens");
    expect(given.length).toBeLessThanOrEqual(2000);
  },
);
