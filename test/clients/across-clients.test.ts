import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { ClaudeProcess } from "../support/claude/client.ts";
import { installClaude } from "../support/claude/install.ts";
import { Machine } from "../support/claude/machine.ts";
import type { Product } from "../support/product/product.ts";
import { CODEX_SESSION, leaveRollout } from "../support/product/rollout.ts";
import type { Standin } from "../support/standin/standin.ts";

const SLOW = 120_000;

let machine: Machine;
let product: Product;
let standin: Standin;
let project: string;
let claude: ClaudeProcess | undefined;

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  machine = await Machine.setUp();
  ({ product, standin, project } = machine);
});

afterEach(() => machine.dispose());

const continuation = z.looseObject({ key: z.string(), isDone: z.literal(true) });
const sessionShape = z.looseObject({ id: z.string(), parentId: z.string().nullable(), lineage: z.string().nullable() });
const messagesShape = z.array(z.looseObject({ kind: z.string(), content: z.string() }));

async function takenToClaude(): Promise<string> {
  await product.cliJson(["import"]);
  const answer = await product.cliJson(["sessions", "resume", CODEX_SESSION, "--in", "claude-code", "--yes"]);
  const { key } = continuation.parse(answer);
  claude = await machine.claude(["--resume", key]);
  return key;
}

const told = (): string => machine.lastTold();

test("R7: a session of Codex goes on in the real Claude Code, under the words and calls that it had", {
  timeout: SLOW,
}, async () => {
  leaveRollout(product, project);
  const key = await takenToClaude();
  const { session_id, is_error } = (await claude?.send("go on with the log")) ?? {};
  expect({ session_id, is_error }).toEqual({ session_id: key, is_error: false });
  for (const words of ["Read the whole log.", "echo x", "Process exited with code 0", "go on with the log"])
    expect(told()).toContain(words);
  expect(told()).toContain("began in codex");
  expect(told()).not.toContain("## Session Recovery Context");

  await claude?.close();
  const origin = sessionShape.parse(await product.cliJson(["sessions", "show", CODEX_SESSION]));
  const session = sessionShape.parse(await product.cliJson(["sessions", "show", key]));
  expect(session).toMatchObject({ parentId: origin.id, lineage: "previous_key", promptCount: 1 });
  const messages = await product.until(async () => {
    const found = messagesShape.parse(await product.cliJson(["sessions", "messages", key]));
    return found.length > 1 ? found : undefined;
  });
  expect(messages.map(({ kind }) => kind)).toEqual(["prompt", "text"]);
});

test("R7: a session of Codex that was compacted goes on in the real Claude Code with its summary and the requests that Codex kept", {
  timeout: SLOW,
}, async () => {
  leaveRollout(product, project, { compacted: true });
  await takenToClaude();
  await claude?.send("go on");
  expect(told()).toContain("SUMMARY-3 of the session.");
  expect(told()).toContain("Read the whole log.");
  expect(told()).toContain("kept word for word: it is not a new request");
  const requests = JSON.stringify(standin.requests.at(-1) ?? {});
  expect(requests).not.toContain("tool_use_id");
});
