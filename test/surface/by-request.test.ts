import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/core/index.ts";
import { Product, TEST_CONFIG } from "../support/product/product.ts";

/** The hook's door itself, as other integrations use it: no script, no process id, often no transcript. */
let product: Product;
let project: string;

async function open(config: string) {
  product = new Product(undefined, config);
  project = join(product.folder, "acme");
  mkdirSync(project);
  await product.ensureDaemon();
}

beforeEach(() => open(`${TEST_CONFIG}continuity: { flushDelayMs: 1 }\n`));
afterEach(() => product.dispose());

const answer = z.looseObject({ outcome: z.string(), inject: z.string().optional() });

async function hook(event: string, session_id: string, fields: Readonly<Record<string, unknown>> = {}) {
  const payload = { session_id, cwd: project, ...fields };
  const { body } = await product.api("POST", `/api/hooks/${event}?harness=claude-code`, payload);
  return answer.parse(body);
}

async function get(path: string) {
  const { body } = await product.api("GET", path);
  return body;
}

describe("R1: a session that goes on under its own id gets its recovery, whatever its client calls it", () => {
  test.each(["startup", "resume", "clear", "compact"])("%s", async (source) => {
    const id = newId();
    await hook("session-start", id, { source: "startup" });
    await hook("user-prompt-submit", id, { prompt: "Teach the otter to juggle three stones." });
    await hook("pre-compaction", id, { trigger: "auto" });
    expect((await hook("session-start", id, { source })).inject).toContain("juggle three stones");
  });
});

test("R6: who asks to go on in a new session is given what another one holds that is still open, not the question itself", async () => {
  const [first, second] = [newId(), newId()];
  await hook("session-start", first, { source: "startup" });
  await hook("user-prompt-submit", first, { prompt: "Implement the tokenizer in tok.py." });
  await hook("session-start", second, { source: "startup" });
  const { inject = "" } = await hook("user-prompt-submit", second, { prompt: "continue where we left off" });
  expect(inject).toContain("Implement the tokenizer in tok.py.");
  expect(inject).not.toContain("continue where we left off");
});

test("R1: what was decided at the start of a long session is in its recovery", async () => {
  const id = newId();
  await hook("session-start", id, { source: "startup" });
  await hook("user-prompt-submit", id, { prompt: "We decided to store amounts as integer cents." });
  for (let step = 1; step <= 120; step++) await hook("user-prompt-submit", id, { prompt: `Port view number ${step}.` });
  await hook("session-end", id, { reason: "other" });
  const { inject = "" } = await hook("session-start", newId(), { source: "startup" });
  expect(inject).toContain("integer cents");
  expect(inject).toContain("view number 120");
  expect(inject.length).toBeLessThanOrEqual(2000);
});

test("R1: a prompt of nothing but code is work, and the end of a long one is quoted too", async () => {
  const id = newId();
  await hook("session-start", id, { source: "startup" });
  await hook("user-prompt-submit", id, { prompt: "```ts\nexport const otter = 1;\n```" });
  await hook("user-prompt-submit", id, {
    prompt: `${"2026-01-01 log line of no interest\n".repeat(200)}Please fix the zanzibar bug.`,
  });
  await hook("session-end", id, { reason: "other" });
  const { inject } = await hook("session-start", newId(), { source: "startup" });
  expect(inject).toContain("zanzibar bug");
  expect(inject).toContain("otter");
});

test("S1: without a transcript the ledger has each message at once, and a project told later is kept", async () => {
  const id = newId();
  await hook("session-start", id, { source: "startup", cwd: undefined });
  await hook("user-prompt-submit", id, { prompt: "First words." });
  await hook("user-prompt-submit", id, { prompt: "First words." });
  expect(await get(`/api/sessions/${id}/messages`)).toMatchObject([
    { content: "First words." },
    { content: "First words." },
  ]);
  expect(await get(`/api/sessions/${id}`)).toMatchObject({
    promptCount: 2,
    totalMessages: 2,
    projectNormalized: project,
  });
});

test("S8: a session made through the API is taken over by the client that reports it", async () => {
  const key = newId();
  await product.api("POST", "/api/sessions", { key, harness: "claude-code", project });
  await hook("session-start", key, { source: "startup" });
  expect(await hook("user-prompt-submit", key, { prompt: "Go." })).toMatchObject({ outcome: "taken" });
  expect(await get(`/api/sessions/${key}`)).toMatchObject({ promptCount: 1, state: "active" });
});

test("C3: a session that is ended through the API leaves its last checkpoint", async () => {
  const id = newId();
  await hook("session-start", id, { source: "startup" });
  await hook("user-prompt-submit", id, { prompt: "Rename the lighthouse." });
  await product.api("POST", `/api/sessions/${id}/end`, { reason: "done for today" });
  const [last] = z
    .array(z.looseObject({ trigger: z.string(), digest: z.string() }))
    .parse(await get(`/api/checkpoints/${id}`));
  expect(last).toMatchObject({ trigger: "session_end" });
  expect(last?.digest).toContain("Rename the lighthouse.");
});

test("C2: time alone makes a checkpoint due, though nobody comes by", async () => {
  await product.dispose();
  await open(`${TEST_CONFIG}continuity: { timeIntervalMs: 300, flushDelayMs: 1 }\n`);
  const id = newId();
  await hook("session-start", id, { source: "startup" });
  await hook("user-prompt-submit", id, { prompt: "Think about it for a while." });
  const written = await product.until(async () => {
    const body = await get(`/api/checkpoints/${id}`);
    return Array.isArray(body) && body.length > 0 ? body : undefined;
  });
  expect(written).toMatchObject([{ trigger: "periodic" }]);
});

test("C6: a key in the context that a runtime gives is gone from the digest, also where the digest cuts it", async () => {
  const lines = Array.from({ length: 120 }, () => randomBytes(48).toString("base64"));
  const key = ["-----BEGIN RSA", " PRIVATE KEY-----\n", lines.join("\n"), "\n-----END RSA", " PRIVATE KEY-----\n"].join(
    "",
  );
  const id = newId();
  await hook("session-start", id, { source: "startup" });
  await hook("user-prompt-submit", id, { prompt: "Rotate the key." });
  await hook("pre-compaction", id, { trigger: "auto", sessionContext: `${key}That was the key.` });
  const digests = JSON.stringify(await get(`/api/checkpoints/${id}`));
  expect(digests).toContain("That was the key.");
  expect(lines.filter((line) => digests.includes(line))).toEqual([]);
});
