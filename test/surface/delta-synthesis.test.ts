import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const logged = (session: Conversation, phase: string) => {
  const path = join(project, ".throughline", "trajectory", `claude-code-${session.id}.jsonl`);
  // What stands behind the last line break is still being written.
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.phase === phase);
};
const synced = (session: Conversation) => logged(session, "delta_sync");
const notesFile = () => join(project, ".throughline", "NOTES.md");
const notes = () => (existsSync(notesFile()) ? readFileSync(notesFile(), "utf8") : "");
const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const noted = (words: string | RegExp) =>
  product.until(async () => {
    const isThere = typeof words === "string" ? notes().includes(words) : words.test(notes());
    return isThere ? notes() : undefined;
  });

test("L7: after 5,000 tokens the ledgers are brought up to date by themselves, once a turn, with nothing cleared", async () => {
  await cli("task", "new", "Otters");
  await cli("task", "update", "otters", "--status", "in_progress");
  await cli("decide", "Count at dawn", "--rationale", "They are awake");
  const session = await worked();
  const [first] = await product.until(async () => (synced(session).length > 0 ? synced(session) : undefined));
  expect(first).toMatchObject({ decisions_persisted: 1, bead_updated: true, notes_updated: true });
  expect(first.tokens).toBeGreaterThanOrEqual(5000);
  expect(notes()).toContain("**Reasoning State**: Last request: Count the otters in the harbour.");
  expect(notes()).toContain("**Current Task**: otters (Otters)");
  const task = readFileSync(join(project, ".throughline", "tasks", "otters", "task.yaml"), "utf8");
  expect(task).toMatch(/^progress: .*Last request: Count the otters in the harbour\./m);
  expect((await cli("task", "show", "otters")).stdout).toMatch(/Progress .*Count the otters/);
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/checkpoints/${session.id}`);
    return JSON.stringify(body).includes('"delta_sync"') ? true : undefined;
  });
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

test("L7: without a task in progress the log does not say that one was updated", async () => {
  await cli("decide", "Count at dawn");
  const session = await worked();
  const [first] = await product.until(async () => (synced(session).length > 0 ? synced(session) : undefined));
  expect(first).toMatchObject({ bead_updated: false, notes_updated: true });
});

test("L1: a session that worked leaves its request, files and next step in the notes; one that only answered does not replace them", async () => {
  await cli("decide", "Count at dawn");
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.tool("Edit", { file_path: join(project, "src", "otters.ts"), old_string: "a", new_string: "b" }, "ok");
  await session.reply("The counter is in. Next, I'll test it in the rain.");
  await session.end();
  await noted("**Reasoning State**: Last request: Count the otters in the harbour. · Next: I'll test it in the rain.");
  expect(notes()).toMatch(/\| \$\{PROJECT_ROOT\}\/src\/otters\.ts \| in work \| \d{4}-/);
  const checkpoint = /Last Checkpoint\*\*: (\S+)/.exec(notes())?.[1];
  const other = new Conversation(product, project);
  await other.start();
  await other.prompt("What is 2+2?");
  await other.reply("4.");
  await other.end();
  await product.until(async () => (notes().includes(`Last Checkpoint**: ${checkpoint}`) ? undefined : true));
  expect(notes()).toContain("Last request: Count the otters in the harbour. · Next: I'll test it in the rain.");
});

test("L1: what a person wrote as the reasoning state stays when a session ends", async () => {
  await cli("decide", "Count at dawn");
  writeFileSync(notesFile(), notes().replace("**Reasoning State**: ", "**Reasoning State**: Ask Ada about the seals."));
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.tool("Bash", { command: "wc -l otters.txt" }, "7");
  await session.end();
  await noted(/Last Checkpoint\*\*: \d{4}-/);
  expect(notes()).toContain("**Reasoning State**: Ask Ada about the seals.");
});

test("L9: a missing or blank file of the ledgers comes back when a session starts; a project without their folder gets none", async () => {
  await cli("task", "new", "Otters");
  await cli("decide", "Count at dawn");
  const task = join(project, ".throughline", "tasks", "otters", "task.yaml");
  writeFileSync(notesFile(), " \n");
  rmSync(task);
  const session = new Conversation(product, project);
  await session.start();
  await noted("Count at dawn");
  await product.until(async () => (existsSync(task) ? true : undefined));
  rmSync(join(project, ".throughline"), { recursive: true });
  const other = new Conversation(product, project);
  await other.start();
  await other.prompt("Count the seals.");
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/sessions/${other.id}/messages`);
    return JSON.stringify(body).includes("seals") ? true : undefined;
  });
  expect(existsSync(notesFile())).toBe(false);
});

test("L6: what the agent thought is logged before a compaction, each thought once", async () => {
  await cli("decide", "Count at dawn");
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  const think = (thinking: string) =>
    session.write({
      type: "assistant",
      message: { id: thinking, role: "assistant", content: [{ type: "thinking", thinking }] },
    });
  think("Otters sleep at noon.");
  await session.reply("Seven.");
  await session.compact();
  const thoughts = () => logged(session, "thinking").map(({ thinking }) => thinking);
  await product.until(async () => (thoughts().length > 0 ? true : undefined));
  think("Seals do not.");
  await session.reply("Three seals.");
  await session.compact();
  await product.until(async () => (thoughts().length > 1 ? true : undefined));
  expect(thoughts()).toEqual(["Otters sleep at noon.", "Seals do not."]);
});

test("L10: at a session's end the files say what the store says, also what could not be written before", async () => {
  await product.cli(["decide", "Count at dawn", "--rationale", "They are awake", "--project", project]);
  chmodSync(notesFile(), 0o444);
  await product.cli(["decide", "Count twice", "--rationale", "They dive", "--project", project]);
  expect(notes()).not.toContain("Count twice");
  chmodSync(notesFile(), 0o644);
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.end();
  await noted("Count twice");
  expect(notes()).toMatch(/\*\*Last Checkpoint\*\*: \d{4}-/);
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
