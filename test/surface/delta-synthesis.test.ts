import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const LONG = "The otters swim from the harbour to the lighthouse and back again. ".repeat(500);

async function worked(): Promise<Conversation> {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.reply(LONG);
  return session;
}

const synced = (session: Conversation) => {
  const path = join(project, ".throughline", "trajectory", `claude-code-${session.id}.jsonl`);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => JSON.parse(line)).filter(({ phase }) => phase === "delta_sync");
};

test("L7: after 5,000 tokens the ledgers are brought up to date by themselves, once a turn, with nothing cleared", async () => {
  await product.cli(["task", "new", "Otters", "--project", project]);
  await product.cli(["task", "update", "otters", "--status", "in_progress", "--project", project]);
  await product.cli(["decide", "Count at dawn", "--rationale", "They are awake", "--project", project]);
  const session = await worked();
  const [first] = await product.until(async () => (synced(session).length > 0 ? synced(session) : undefined));
  expect(first).toMatchObject({ decisions_persisted: 1, bead_updated: true, notes_updated: true });
  expect(first.tokens).toBeGreaterThanOrEqual(5000);
  const notes = readFileSync(join(project, ".throughline", "NOTES.md"), "utf8");
  expect(notes).toContain("**Reasoning State**: Open request: Count the otters in the harbour.");
  await session.prompt("And now the seals.");
  await session.reply("There are three seals.");
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/sessions/${session.id}/messages`);
    return JSON.stringify(body).includes("three seals") ? true : undefined;
  });
  expect(synced(session)).toHaveLength(1);
  expect(await product.api("GET", `/api/session-status?session=${session.id}`)).toMatchObject({
    body: { attention: "green" },
  });
});

test("L10: at a session's end the files say what the store says, also what could not be written before", async () => {
  await product.cli(["decide", "Count at dawn", "--rationale", "They are awake", "--project", project]);
  const notes = join(project, ".throughline", "NOTES.md");
  chmodSync(notes, 0o444);
  await product.cli(["decide", "Count twice", "--rationale", "They dive", "--project", project]);
  expect(readFileSync(notes, "utf8")).not.toContain("Count twice");
  chmodSync(notes, 0o644);
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.end();
  await product.until(async () => (readFileSync(notes, "utf8").includes("Count twice") ? true : undefined));
  expect(readFileSync(notes, "utf8")).toMatch(/\*\*Last Checkpoint\*\*: \d{4}-/);
});

test("L7, G6: a project that keeps no ledgers gets none; its attention is still told", async () => {
  const session = await worked();
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/session-status?session=${session.id}`);
    return JSON.stringify(body).includes('"attention":"yellow"') ? true : undefined;
  });
  for (const ledger of ["NOTES.md", "trajectory", "tasks"])
    expect(existsSync(join(project, ".throughline", ledger))).toBe(false);
});
