import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadToken } from "../../src/daemon/index.ts";
import { type ChatModel, startChatModel, type Told } from "../support/chat-model/chat-model.ts";
import { Product } from "../support/product/product.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/forever-agent/forever-agent.mjs", import.meta.url));
const FACT = "My sister Ottilie keeps the spare key at 14 Quarry Lane.";
const QUESTION = "Where does my sister keep the spare key?";
const PLACE = /\d+ Quarry Lane/;

let product: Product;
let model: ChatModel;
beforeEach(async () => {
  product = new Product();
  model = await startChatModel(fromMemory);
});
afterEach(async () => {
  await model.close();
  await product.dispose();
});

/** Knows nothing but what it is told. */
function fromMemory({ turns, all }: Told): string {
  const asked = turns.at(-1)?.content ?? "";
  if (asked.endsWith(QUESTION)) return `She keeps it at ${all.match(PLACE)?.[0] ?? "a place I do not know"}.`;
  return `I hear you: ${asked.split("\n").at(-1)}`;
}

type Api = keyof ChatModel["url"];

function chat(lines: readonly string[], api: Api, env: Readonly<Record<string, string>> = {}) {
  const settings = { PROVIDER: api, BASE_URL: model.url[api], MODEL: "stand-in", API_KEY: "none" };
  return product.run(process.execPath, [EXAMPLE], {
    input: lines.map((line) => `${line}\n`).join(""),
    env: { ...settings, THROUGHLINE_HOME: join(product.folder, "agent"), ...env },
  });
}

const SUBJECTS = ["the tomatoes", "a walk along the river", "the new shelf", "soup for tonight", "an old film"];
const smallTalk = (turns: number) =>
  Array.from({ length: turns }, (_, turn) => `Day ${turn + 1}: I was thinking of ${SUBJECTS[turn % SUBJECTS.length]}.`);
const distillations = (stdout: string) => stdout.match(/^\[distilled: .*\]$/gm) ?? [];

describe.each<Api>(["anthropic", "openai"])("S4, D1: an agent that goes on for ever over the %s API", (api) => {
  test("120 turns: it distills, the model is given the summary, and what was said first is known at the end", async () => {
    const { code, stdout, stderr } = await chat([FACT, ...smallTalk(120), QUESTION], api);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(distillations(stdout).length).toBeGreaterThanOrEqual(1);
    expect(model.requests).toHaveLength(122);
    expect(model.requests[1]?.all).not.toContain("Conversation Summary");
    const last = model.requests.at(-1);
    expect(last?.all).toContain("# Conversation Summary");
    expect(last?.turns.length).toBeLessThan(150);
    expect(last?.system).toContain("companion");
    expect(stdout).toContain("She keeps it at 14 Quarry Lane.");
  });
});

test("D1: another process goes on where the last one stopped", async () => {
  await chat([FACT], "openai");
  const { stdout } = await chat([QUESTION], "anthropic");
  expect(stdout.trim()).toBe("She keeps it at 14 Quarry Lane.");
});

test("S4: an endpoint that fails, hangs up or is not there loses nothing: an empty line asks again", async () => {
  model.failures.push(529, 0);
  const failing = await chat([FACT, "And the cat is called Momo.", "", "Good night."], "anthropic");
  expect(failing.code).toBe(0);
  expect(failing.stderr).toMatch(/said 529: .*overloaded.*What you said is kept/);
  expect(failing.stderr).toMatch(/cannot be reached/);
  expect(model.requests).toHaveLength(2);
  expect(model.requests[0]?.turns).toEqual([{ role: "user", content: `${FACT}\n\nAnd the cat is called Momo.` }]);

  const gone = await chat([QUESTION], "openai", { BASE_URL: "http://127.0.0.1:9/v1" });
  expect(gone.code).toBe(1);
  expect(gone.stdout).toBe("");
  const later = await chat([""], "openai");
  expect(later).toMatchObject({ code: 0, stderr: "" });
  expect(later.stdout).toContain(`[not answered yet: an empty line asks again] ${QUESTION}`);
  expect(later.stdout).toContain("She keeps it at 14 Quarry Lane.");
});

test("S4: through the daemon it is the same agent that others write to; tools and the system speak as the user", async () => {
  await product.ensureDaemon();
  const status = z.object({ url: z.string() }).parse((await product.api("GET", "/api/status")).body);
  const say = (message: object) => product.api("POST", "/api/agents/ada/messages", message);
  await say({ role: "assistant", content: "Good morning!", channel: "signal" });
  await say({ role: "system", content: "The user is on a train." });
  await say({ role: "tool", content: "spare key: 14 Quarry Lane" });
  const daemon = { AGENT: "ada", THROUGHLINE_URL: status.url, THROUGHLINE_TOKEN: loadToken(product.home) };
  const { code, stdout, stderr } = await chat([QUESTION], "openai", daemon);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "She keeps it at 14 Quarry Lane.\n", stderr: "" });
  expect(model.requests[0]?.turns.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  const shown = await product.cliJson(["agent", "show", "ada"]);
  expect(shown).toMatchObject({ totalMessages: 5, model: "stand-in" });
  const recalled = await product.cli(["recall", "where does she keep it", "--agent", "ada"]);
  expect(recalled.stdout).toContain("14 Quarry Lane");
});

test("wrong usage says what is missing", async () => {
  expect(await chat([], "openai", { MODEL: "" })).toMatchObject({ code: 2, stdout: "" });
  expect((await chat([], "openai", { PROVIDER: "other" })).stderr).toContain("PROVIDER=anthropic or openai");
});
