import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { estimateTokens } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

const CLI = join(import.meta.dirname, "..", "..", "bin", "throughline.cjs");
const ERROR = "TypeError: cannot read quota of undefined at /home/ada/app/billing.ts:12:3";
const FIX = "The cause was an empty plan; it works now.";
const FACT = "The staging port is 9090.";
const LONG_AGO = "2020-01-01";

let product: Product;
beforeAll(async () => {
  product = new Product();
  await product.ensureDaemon();
  const talk = new Conversation(product, product.folder);
  await talk.start();
  await talk.prompt("Make the billing tests pass.");
  await talk.tool("Bash", { command: 'git commit -m "Fix the quota"' }, "1 file changed");
  await talk.tool("Edit", { file_path: "/srv/app/src/quota-window.ts" }, "edited");
  await talk.tool("Bash", { command: "npm test" }, ERROR, { isError: true });
  await talk.reply(FIX);
  // The transcript is read after the hook was answered.
  await product.until(async () => ((await recalled(FIX)).length > 0 ? true : undefined));
  await product.cli(["remember", FACT]);
});
afterAll(() => product.dispose());

const found = z.array(
  z.looseObject({ content: z.string(), score: z.number(), explanation: z.record(z.string(), z.number()).optional() }),
);
const recalled = async (...args: string[]) => found.parse(await product.cliJson(["recall", ...args]));
const got = async (query: Record<string, string>) => {
  const { status, body } = await product.api("GET", `/api/memories/recall?${new URLSearchParams(query)}`);
  return { status, body };
};

test("M2: the command shows the score, the words and where they are from, and with --explain how it came about", async () => {
  const plain = await product.cli(["recall", "staging port"]);
  expect(plain).toMatchObject({ code: 0, stderr: "" });
  expect(plain.stdout).toMatch(/^[01]\.\d\d {2}The staging port is 9090\.\n {6}\S+: fact, .*, user\n/);
  expect(plain.stdout).not.toContain("words +");
  const explained = await product.cli(["recall", "staging port", "--explain"]);
  expect(explained.stdout).toMatch(/words \+\d\.\d\d/);
  expect(explained.stdout).toMatch(/remembered \+0\.25/);
  expect((await recalled("staging port"))[0]).not.toHaveProperty("explanation");
  expect((await recalled("staging port", "--explain"))[0]?.explanation).toMatchObject({ remembered: 0.25 });
});

test("M5: the command recalls by file, error, command and time", async () => {
  for (const one of await recalled("--file", "src\\quota-window.ts")) expect(one.content).toContain("quota-window.ts");
  const [met, fix] = await recalled("--error", ERROR.replace("/home/ada/app", "/srv/x").replace("12:3", "99:1"));
  expect([met?.content, fix?.content]).toEqual([ERROR, FIX]);
  const [run] = await recalled("--command", 'git commit -m "Fix the quota"');
  expect(run?.content).toContain("git commit");
  expect(await recalled("staging port", "--as-of", LONG_AGO)).toEqual([]);
  const none = await product.cli(["recall", "staging port", "--as-of", LONG_AGO]);
  expect(none).toMatchObject({ code: 0, stdout: "Nothing found.\n" });
});

test("M5: a month or a year alone means what was known by its end", async () => {
  const thisMonth = new Date().toISOString().slice(0, 7);
  for (const span of [thisMonth, thisMonth.slice(0, 4)])
    expect(await recalled("staging port", "--as-of", span)).toMatchObject([{ content: FACT }]);
  for (const span of ["2020-02", "2020"]) expect(await recalled("staging port", "--as-of", span)).toEqual([]);
  const refused = await product.cli(["recall", "staging port", "--as-of", "2026-13"]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is not a time\nhint: Give 2026, 2026-03, /),
  });
});

test("M4: a budget is kept; where nothing fits, the best answer is cut to it and tells what it takes whole", async () => {
  const [whole, ...others] = await recalled("staging port", "--budget", "20");
  expect({ whole, others }).toMatchObject({ whole: { content: FACT }, others: [] });
  expect(whole).not.toHaveProperty("wholeTokens");
  const wholeTokens = estimateTokens(FACT);
  const cut = await recalled("staging port", "--budget", String(wholeTokens - 2));
  expect(cut).toMatchObject([{ content: expect.stringMatching(/^The staging.*…$/), wholeTokens }]);
  expect(estimateTokens(cut[0]?.content ?? "")).toBeLessThanOrEqual(wholeTokens - 2);
  expect(await recalled("staging port", "--budget", "1")).toMatchObject([{ content: "…", wholeTokens }]);
  const { stdout } = await product.cli(["recall", "staging port", "--budget", "1"]);
  expect(stdout).toMatch(
    new RegExp(`^[01]\\.\\d\\d  …\n {6}\\S+: fact, .*; cut to fit, ${wholeTokens} tokens in full\n$`),
  );
  expect((await product.cli(["recall", "zeppelin", "--budget", "1"])).stdout).toBe("Nothing found.\n");
});

test("M4: a memory that is longer than any answer may be is found all the same", async () => {
  const memory = await product.api("POST", "/api/memories", {
    content: `The heron manual. ${"Page of many. ".repeat(2000)}`,
  });
  const [manual] = found.parse((await got({ q: "heron manual" })).body);
  expect(memory.body).toMatchObject({ id: manual?.id });
  expect(manual?.content).toMatch(/^The heron manual\. Page .*…$/);
});

test("M5: HTTP takes the same, and `q` for `query`", async () => {
  expect(await got({ q: "staging port" })).toMatchObject({ status: 200, body: [{ content: FACT }] });
  expect(await got({ query: "staging port", asOf: LONG_AGO })).toEqual({ status: 200, body: [] });
  expect(await got({ q: "quota", file: "none-such.ts" })).toEqual({ status: 200, body: [] });
  const { body } = await got({ q: "staging port", explain: "true", limit: "1" });
  expect(found.parse(body)[0]?.explanation).toMatchObject({ remembered: 0.25 });
});

test("M5: a long question is asked by POST, with the same fields in the body; the command does so by itself", async () => {
  const long = `staging port ${"and whatever else was pasted ".repeat(2000)}`;
  const post = (path: string, body: unknown) => product.api("POST", path, body);
  expect(await post("/api/memories/recall", { q: long, limit: 1 })).toMatchObject({
    status: 200,
    body: [{ content: FACT }],
  });
  expect(await post("/api/memories/recall", { q: long, limit: -1 })).toMatchObject({ status: 400 });
  expect(await post("/api/agents/ada/context", { query: long })).toMatchObject({ status: 200, body: { messages: [] } });
  expect(await post("/api/recover", { project: product.folder, query: long })).toMatchObject({
    status: 200,
    body: { text: expect.stringContaining(FACT) },
  });
  expect(await recalled(long, "--limit", "1")).toMatchObject([{ content: FACT }]);
});

test("M5: the MCP tool takes the same and refuses with what is wrong", async () => {
  const client = new Client({ name: "test", version: "1" });
  const env = Object.fromEntries(
    Object.entries(product.environment()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"], env, cwd: product.folder }),
  );
  const call = async (args: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name: "recall", arguments: args }));
  try {
    expect(await call({ query: "staging port" })).toContain(FACT);
    expect(await call({ error: ERROR })).toContain(FIX);
    expect(await call({ query: "staging port", asOf: LONG_AGO })).not.toContain(FACT);
    expect(await call({ query: "staging port", asOf: "nonsense" })).toMatch(/"isError":true/);
    expect(await call({})).toMatch(/say what you want to know/);
  } finally {
    await client.close();
  }
});

test.each([
  [
    ["staging port", "--as-of", "nonsense"],
    { q: "staging port", asOf: "nonsense" },
    /(?:--as-of|asOf): "nonsense" is not a time/,
  ],
  [["staging port", "--as-of", "2026-02-30"], { q: "staging port", asOf: "2026-02-30" }, /is not a time/],
  [[], {}, /say what you want to know/],
  [["staging port", "--budget", "-5"], { q: "staging port", budget: "-5" }, /budget/],
  [["staging port", "--budget", "many"], { q: "staging port", budget: "many" }, /budget/],
  [["staging port", "--limit", "0"], { q: "staging port", limit: "0" }, /limit/],
  [["staging port", "--file", ""], { q: "staging port", file: "" }, /file/],
])("M5: recall %j is refused with what is wrong", async (args, query, said) => {
  const { code, stdout, stderr } = await product.cli(["recall", ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(said);
  const { status, body } = await got(query);
  expect(status).toBe(400);
  expect(JSON.stringify(body).replaceAll('\\"', '"')).toMatch(said);
});
