import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Product } from "../support/product/product.ts";
import { CODEX_SESSION, leaveRollout } from "../support/product/rollout.ts";

let product: Product;
let project: string;
let rollout: string;

beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(project);
  rollout = leaveRollout(product, project);
  await product.cliJson(["import"]);
});
afterEach(() => product.dispose());

const accountShape = z.looseObject({ state: z.string(), messages: z.number(), newSessions: z.number() });
const messagesShape = z.array(z.looseObject({ content: z.string() }));
const installed = z.looseObject({ key: z.string(), path: z.string() });

const importJson = async (...args: string[]) => accountShape.parse(await product.cliJson(["import", ...args]));
const install = async (harness: string) =>
  installed.parse(await product.cliJson(["sessions", "resume", CODEX_SESSION, "--in", harness, "--yes"]));
const contents = async (session: string) =>
  messagesShape.parse(await product.cliJson(["sessions", "messages", session])).map(({ content }) => content);

/** Whatever the client does with its file: its lines are there, in another place of it. */
function rewrite(path: string, ...added: object[]): void {
  const [first = "", ...rest] = readFileSync(path, "utf8").split("\n");
  const context = { timestamp: new Date().toISOString(), type: "turn_context", payload: { model: "standin" } };
  const [last, ...words] = [rest.pop() ?? "", ...added.map((one) => JSON.stringify(one))];
  writeFileSync(path, [first, JSON.stringify(context), ...rest, ...words, last].join("\n"));
}

const said = (text: string) => ({
  ...{ timestamp: new Date().toISOString(), type: "response_item" },
  payload: { type: "message", id: `msg_${text}`, role: "user", content: [{ type: "input_text", text }] },
});

describe("H4: words that were handed over to another client are their first session's", () => {
  test("wherever a copy of the written file lies", async () => {
    const { key } = await install("claude-code");
    cpSync(join(product.folder, ".claude", "projects"), join(product.folder, "backup"), { recursive: true });
    expect(await importJson("backup")).toMatchObject({ state: "done", messages: 0, newSessions: 0 });
    expect(await contents(key)).toEqual([]);
  });

  test("however its client rewrites the file; only what is new comes in", async () => {
    const { key, path } = await install("codex");
    rewrite(path);
    expect(await importJson()).toMatchObject({ messages: 0, newSessions: 0 });
    rewrite(path, said("okapi"));
    expect(await importJson()).toMatchObject({ messages: 1, newSessions: 0 });
    expect(await contents(key)).toEqual(["okapi"]);
  });
});

describe("H4: a session that was purged", () => {
  const purge = () => product.cli(["purge", "--session", CODEX_SESSION, "--yes"]);

  test("does not come back from the usual places, and that is told", async () => {
    expect(await purge()).toMatchObject({ code: 0 });
    expect(await product.cliJson(["import", "--dry-run"])).toMatchObject([{ sessions: 0, purgedSessions: 1 }]);
    expect(await importJson()).toMatchObject({ state: "done", sessions: 0, newSessions: 0, purgedSessions: 1 });
    const { code, stdout } = await product.cli(["import"]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 session was purged and is skipped"),
    });
    expect(await product.cliJson(["sessions", "list"])).toEqual([]);
  });

  test("comes back by the path of its file, and is read on from then", async () => {
    await purge();
    expect(await importJson(rollout)).toMatchObject({ newSessions: 1, purgedSessions: 0 });
    expect(await importJson()).toMatchObject({ sessions: 1, messages: 0, purgedSessions: 0 });
    await purge();
    expect(await importJson()).toMatchObject({ sessions: 0, purgedSessions: 1 });
  });
});
