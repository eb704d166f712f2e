import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Throughline } from "../../src/index.ts";
import { packageRoot } from "../../src/version.ts";

const built: Promise<typeof import("../../src/index.ts")> = import(
  pathToFileURL(join(packageRoot, "dist", "index.js")).href
);

const FACT = { content: "The staging port is 9090.", source: "setup" };
const ASKED = { query: "staging port" };

let throughline: Throughline;
beforeAll(async () => {
  throughline = await (await built).openThroughline({ store: "memory", config: {} });
  await throughline.memory.remember(FACT);
});
afterAll(() => throughline.close());

/** As a program without types would call it. */
async function call(method: string, input: unknown): Promise<unknown> {
  const found: unknown = Reflect.get(throughline.memory, method);
  return typeof found === "function" ? found.call(throughline.memory, input) : undefined;
}

test("M4: the library recalls what it was told", async () => {
  expect(await throughline.memory.recall({ ...ASKED, budget: 100, limit: 3, asOf: Date.now() })).toMatchObject([FACT]);
});

test.each([
  ["recall", { ...ASKED, limit: -1 }, "limit: -1 is too small: give 1 or more"],
  ["recall", { ...ASKED, limit: 0 }, "limit: 0 is too small: give 1 or more"],
  ["recall", { ...ASKED, limit: 1.5 }, "limit: give a whole number, not 1.5"],
  ["recall", { ...ASKED, limit: "3" }, 'limit: give a number, not "3"'],
  ["recall", { ...ASKED, budget: -5 }, "budget: -5 is too small: give 1 or more"],
  ["recall", { ...ASKED, budget: Number.NaN }, "budget: give a number"],
  ["recall", { ...ASKED, asOf: "nonsense" }, 'asOf: give a number, not "nonsense"'],
  ["recall", { ...ASKED, asOf: Date.parse("nonsense") }, "asOf: give a number"],
  ["recall", { query: 7 }, "query: give text, not 7"],
  ["recall", "staging port", 'input: give an object, not "staging port"'],
  ["recall", {}, "query: say what you want to know, or name a file, an error or a command"],
  ["recall", undefined, "input: it is missing"],
  ["recall", { ...ASKED, agent: "" }, "agent: it is empty"],
  ["recall", { query: "" }, "query: it is empty"],
  ["recall", { error: "" }, "error: it is empty"],
  ["recall", { ...ASKED, colour: "red" }, "colour: there is no such field"],
  ["list", { project: " " }, "project: it is empty"],
  ["remember", { ...FACT, project: "" }, "project: it is empty"],
  ["remember", { ...FACT, colour: "red" }, "colour: there is no such field"],
  ["list", { limit: -1 }, "limit: -1 is too small: give 1 or more"],
  ["history", { limit: 1.5 }, "limit: give a whole number, not 1.5"],
  ["remember", { ...FACT, content: 7 }, "content: give text, not 7"],
  ["remember", { content: "The door is made of oak." }, "source: it is missing"],
])("M1: memory.%s(%j) is refused with what to do, and changes nothing", async (method, input, message) => {
  const before = await throughline.memory.history({});
  const refusal = await call(method, input).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "bad_input",
    message,
    hint: expect.stringContaining("whole numbers from 1 up"),
  });
  expect(await throughline.memory.history({})).toEqual(before);
});

test("M1: a kind that there is not, and words that say nothing, are refused", async () => {
  await expect(call("remember", { ...FACT, kind: "bogus" })).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringMatching(/^kind: give fact, .* or failed, not "bogus"$/),
  });
  await expect(call("remember", { ...FACT, content: "." })).rejects.toMatchObject({ code: "bad_input" });
});

test("after it was closed every call says so", async () => {
  const closed = await (await built).openThroughline({ store: "memory", config: {} });
  await closed.close();
  const calls = [() => closed.memory.recall(ASKED), () => closed.memory.remember(FACT), () => closed.memory.list({})];
  for (const late of calls)
    await expect(late()).rejects.toMatchObject({ code: "refused", message: "this Throughline was closed" });
});

test("W4: a setting that is wrong is named in plain words", async () => {
  const { openThroughline } = await built;
  const opening = openThroughline({ store: "memory", config: { limits: { requestsPerMinute: "many" } } });
  await expect(opening).rejects.toMatchObject({
    code: "bad_config",
    message: 'config: limits.requestsPerMinute: give a number, not "many"',
  });
});

test("D1: due work can be run under its former name, too", async () => {
  await throughline.runDueWork();
  await throughline.tend();
});
