import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(() => {
  product = new Product();
  project = join(product.folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await product.dispose();
});

const cli = (...args: string[]) => product.cli([...args, "--project", project]);

/** A `ck` on PATH that notes its arguments and then does as it is told. */
async function startWithCk(script: string): Promise<void> {
  const folder = join(product.folder, "ck-bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "ck"), `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/asked"\n${script}\n`);
  chmodSync(join(folder, "ck"), 0o755);
  vi.stubEnv("PATH", [folder, process.env.PATH ?? ""].join(delimiter));
  await product.startDaemon();
  await cli("decide", "Use rotating refresh tokens", "--rationale", "They cannot be replayed");
}

const recovered = async () => (await cli("recover", "--level", "2", "--query", "refresh tokens")).stdout;

test("R2: level 2 asks `ck --hybrid` where it is installed, and gives what it finds with source and age", async () => {
  const passage = JSON.stringify({ path: "NOTES.md", snippet: "<!-- x -->\nTokens rotate\non every use." });
  await startWithCk(`printf '%s\\n' '${passage}' 'no json'`);
  expect(await recovered()).toMatch(/- Tokens rotate on every use\. \[\.throughline\/NOTES\.md, \d+ \w+ ago\]/);
  const asked = readFileSync(join(product.folder, "ck-bin", "asked"), "utf8")
    .trimEnd()
    .split("\n");
  const folder = join(project, ".throughline");
  expect(asked).toEqual(["--hybrid", "refresh tokens", folder, "--top-k", "3", "--jsonl"]);
});

test.each([
  ["finds nothing", "exit 0"],
  ["fails", "echo broken >&2; exit 2"],
  ["hangs", "sleep 60"],
])("R2: where `ck` %s, recall answers", async (_, script) => {
  await startWithCk(script);
  expect(await recovered()).toContain("- Use rotating refresh tokens (They cannot be replayed) [decision");
});

test("R2: level 3 has the last session as well as the ledgers", async () => {
  await product.startDaemon();
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("We decided to count the otters in the harbour.");
  await session.reply("Seven otters.");
  await session.end();
  const usual = await product.until(async () => {
    const { stdout } = await cli("recover");
    return stdout.includes("otters") ? stdout : undefined;
  });
  await cli("decide", "Use rotating refresh tokens");
  const { stdout } = await cli("recover", "--level", "3");
  expect(stdout).toContain("Use rotating refresh tokens");
  expect(stdout).toContain("count the otters in the harbour.");
  expect(stdout.length).toBeGreaterThan(usual.length);
});
