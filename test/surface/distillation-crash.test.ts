import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { STEPS } from "../../src/distillation/index.ts";
import { openThroughline, type Throughline } from "../../src/throughline.ts";
import { packageRoot } from "../../src/version.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const SAID = 150;

/** An agent's own program, which is killed at a step of its first distillation, as by a power cut. */
const program = (home: string, step: string): string => `
  import { openThroughline } from ${JSON.stringify(pathToFileURL(join(packageRoot, "dist", "index.js")).href)};
  const engine = await openThroughline({ home: ${JSON.stringify(home)} });
  engine.services.events.listen((event) => {
    if (event.type === "distillation.step" && event.step === ${JSON.stringify(step)}) process.kill(process.pid, "SIGKILL");
  });
  for (let n = 1; n <= ${SAID}; n++) {
    const content = n === 1 ? "My son Emil was born on 2019-04-02 in Graz." : "Message " + n + " of this talk.";
    await engine.conversation.append({ agent: "ada", role: n % 2 ? "user" : "assistant", content });
  }
  await engine.close();
`;

async function thread(engine: Throughline) {
  const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  const { messages } = await engine.conversation.context("ada");
  const hasSummary = messages.some(({ content }) => content.includes("# Conversation Summary"));
  return { session, hasSummary, tail: messages.filter(({ id }) => id !== undefined).length };
}

test.each(STEPS)(
  "D3: killed after the step “%s”, the thread is the old one or the new one, and goes on",
  async (step) => {
    const home = product.home.dir;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program(home, step)]);
    expect(signal).toBe("SIGKILL");
    const engine = await openThroughline({ home, config: {} });
    try {
      const { session, hasSummary, tail } = await thread(engine);
      if (!session) throw new Error("the session is gone");
      const isNew = step === "done";
      expect({ hasSummary, tail, horizon: session.horizonSeq }).toEqual(
        isNew ? { hasSummary: true, tail: 10, horizon: 140 } : { hasSummary: false, tail: SAID, horizon: 0 },
      );
      expect(await engine.distillation.receipts({ sessionId: session.id })).toHaveLength(isNew ? 1 : 0);
      expect(await engine.conversation.messages(session.id)).toHaveLength(SAID);
      const remembered = (await engine.memory.list({ agent: "ada" })).map(({ content }) => content);
      if (isNew) expect(remembered).toContainEqual(expect.stringContaining("born on 2019-04-02"));
      else expect(remembered).toEqual([]);

      await engine.runDueWork();
      const after = await thread(engine);
      expect(after).toMatchObject({ hasSummary: true, tail: 10 });
      expect((await engine.distillation.verify([after.session ?? session]))[0]).toMatchObject({
        ok: true,
        receipts: 1,
      });
      const [day = ""] = readdirSync(join(home, "agents", "ada", "memory"));
      const told = readFileSync(join(home, "agents", "ada", "memory", day), "utf8");
      expect(told.match(/born on 2019-04-02/g)).toHaveLength(1);
      const recalled = await engine.memory.recall({ query: "2019-04-02 Graz", agent: "ada" });
      const holding = recalled.filter(({ content }) => content.includes("born on 2019-04-02 in Graz"));
      expect(holding).toHaveLength(1);
    } finally {
      await engine.close();
    }
  },
);
