import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastIncidents } from "../audit/index.ts";
import { ManualClock } from "../core/index.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { type OpenOptions, openThroughline, type Throughline } from "../throughline.ts";

const HOUR = 3_600_000;

async function opened(options: OpenOptions = {}): Promise<{ engine: Throughline; clock: ManualClock; home: string }> {
  const clock = new ManualClock();
  const home = options.home ?? scratchFolder();
  const engine = await openThroughline({ home, config: {}, clock, ...options });
  onTestFinished(() => engine.close().catch(() => undefined));
  return { engine, clock, home };
}

const say = (engine: Throughline, content: string, fields = {}) =>
  engine.conversation.append({ agent: "ada", role: "user", content, ...fields });

async function chat(engine: Throughline, turns: number, about = "the garden", fields = {}) {
  const receipts = [];
  for (let turn = 0; turn < turns; turn++) {
    const asked = await say(engine, `Tell me more about ${about}, part ${turn}.`, fields);
    const replied = await say(engine, `Part ${turn} of ${about} is green.`, { role: "assistant", ...fields });
    receipts.push(...[asked.distillation, replied.distillation].filter((one) => one !== null));
  }
  return receipts;
}

test("D1: 200 short messages under 30,000 tokens fire by their count", async () => {
  const { engine } = await opened();
  const receipts = await chat(engine, 100);
  expect(receipts.length).toBeGreaterThan(0);
  expect(receipts[0]).toMatchObject({ messagesBefore: 150, messagesAfter: 10, reason: "150 messages", agent: "ada" });
  expect(receipts[0]?.tokensBefore).toBeLessThan(30_000);
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  expect(session).toMatchObject({ totalMessages: 200, type: "primary", key: "agent:ada:main" });
  expect(session?.messageCount).toBeLessThan(150);
  expect(await engine.conversation.messages(session?.id ?? "")).toHaveLength(200);
});

test("M3: three facts that a distillation extracted all come back on the next turn, whatever it says", async () => {
  const { engine } = await opened();
  const facts = [
    "My daughter Zoë has her birthday on March 3rd.",
    "I take 20 mg of lisinopril every morning.",
    "The rent is $1,450 a month.",
  ];
  for (const fact of facts) await say(engine, fact);
  await chat(engine, 20);
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  if (!session) throw new Error("no session");
  const receipt = await engine.distillation.distill(session);
  expect(receipt.factsExtracted).toBeGreaterThanOrEqual(3);
  const { recalled } = await engine.conversation.context("ada", { query: "What is the capital of France?" });
  for (const fact of facts) expect(recalled.map(({ content }) => content).join("\n")).toContain(fact);
  await say(engine, "What is the capital of France?");
  await say(engine, "Paris.", { role: "assistant" });
  const later = await engine.conversation.context("ada", { query: "What is the capital of France?" });
  expect(later.recalled.filter(({ reasons }) => reasons.includes("just distilled"))).toEqual([]);
});

test("D3: the daily file and MEMORY.md are written; where the disk refuses, the receipt says so and the rest continues", async () => {
  const { engine, home } = await opened();
  await say(engine, "We decided to paint the fence blue because the neighbours like it.");
  await chat(engine, 20);
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  if (!session) throw new Error("no session");
  const folder = join(home, "agents", "ada");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "MEMORY.md"), "Mine, and it stays.\n");
  const receipt = await engine.distillation.distill(session);
  expect(receipt).toMatchObject({ flushSucceeded: true, errors: [] });
  const [day] = readdirSync(join(folder, "memory"));
  expect(readFileSync(join(folder, "memory", day ?? ""), "utf8")).toContain("paint the fence blue");
  const memory = readFileSync(join(folder, "MEMORY.md"), "utf8");
  expect(memory.startsWith("Mine, and it stays.\n")).toBe(true);
  expect(memory).toContain("paint the fence blue");

  const other = await opened({ home: scratchFolder() });
  writeFileSync(join(other.home, "agents"), "a file where a folder should be");
  const refusals = await chat(other.engine, 75);
  expect(refusals[0]).toMatchObject({ flushSucceeded: false, messagesAfter: 10 });
  expect(refusals[0]?.errors[0]).toContain("memory files were not written");
  expect((await lastIncidents(other.engine.services.store, 5))[0]).toMatchObject({ kind: "flush_failed" });

  rmSync(join(other.home, "agents"));
  await chat(other.engine, 75, "the orchard");
  const written = join(other.home, "agents", "ada", "memory");
  const files = readdirSync(written).map((name) => readFileSync(join(written, name), "utf8"));
  expect(files.join("\n")).toMatch(/messages 1 to 140[\s\S]*messages 141 to/);
});

test("S4: two primary sessions for one agent: the first is returned, by fifty at once too", async () => {
  const { engine } = await opened();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => say(engine, `hello ${n}`, { channel: `c${n}` })),
  );
  expect(new Set(replies.map(({ sessionId }) => sessionId)).size).toBe(1);
  const sessions = await engine.services.store.sessions.list({ agent: "ada" });
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ totalMessages: 50, key: "agent:ada:main" });
  const channels = (await engine.conversation.messages(replies[0]?.sessionId ?? "")).map(({ channel }) => channel);
  expect(new Set(channels).size).toBe(50);
});

test("D9: live, the 50th append to a background session distills it first; it never holds 50", async () => {
  const { engine } = await opened();
  const sizes: number[] = [];
  const notes: string[] = [];
  for (let n = 1; n <= 120; n++) {
    const { distillation, sessionId } = await say(engine, `beat ${n}`, {
      sessionKey: "prosoche",
      usage: { inputTokens: 3 },
    });
    if (distillation) notes.push(`${n}: ${distillation.summary}`);
    sizes.push((await engine.services.store.sessions.get(sessionId))?.messageCount ?? 0);
  }
  expect(Math.max(...sizes)).toBe(49);
  expect(notes[0]).toBe("50: Distilled prosoche session. 49 → 20 messages.");
  const [session] = await engine.services.store.sessions.list({ type: "background" });
  const kept = await engine.conversation.messages(session?.id ?? "");
  expect(kept.map(({ content }) => content).slice(-3)).toEqual(["beat 118", "beat 119", "beat 120"]);
  expect(kept).toHaveLength(session?.messageCount ?? 0);
});

test("D1: a week after the last distillation the scheduler distills, with only a few messages", async () => {
  const { engine, clock } = await opened();
  await chat(engine, 10);
  clock.advance(168 * HOUR - 1);
  expect(await engine.distillation.sweep()).toEqual([]);
  clock.advance(1);
  expect(await engine.distillation.sweep()).toMatchObject([{ messagesBefore: 20, messagesAfter: 10 }]);
});

test("D5: a distillation that cannot shrink is refused and not tried again before the next message", async () => {
  const { engine, clock } = await opened();
  await chat(engine, 4);
  clock.advance(200 * HOUR);
  expect(await engine.distillation.sweep()).toEqual([]);
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  expect(session).toMatchObject({ refusedSeq: 8, messageCount: 8, horizonSeq: 0 });
  if (!session) throw new Error("no session");
  await expect(engine.distillation.distill(session)).rejects.toThrow(/would not make the thread smaller/);
  await chat(engine, 3);
  expect((await engine.services.store.sessions.get(session.id))?.lastDistilledAt).not.toBeNull();
});

test("D1: a message larger than the window is stored whole, answered within the budget, and distilled with the next", async () => {
  const { engine } = await opened();
  await chat(engine, 6);
  const huge = Array.from({ length: 60_000 }, (_, n) => `word${n} is here`).join(". ");
  const { id, contextTokens } = await say(engine, huge);
  expect(contextTokens).toBeGreaterThan(200_000);
  expect((await engine.conversation.expand(id)).content).toBe(huge);
  const context = await engine.conversation.context("ada");
  expect(context.tokens).toBeLessThanOrEqual(50_000);
  expect(context.messages.at(-1)?.content).toContain(`expand ${id}`);
  const { distillation } = await say(engine, "That was long.", { role: "assistant" });
  expect(distillation?.tokensAfter).toBeLessThan(50_000);
  await say(engine, "And now?");
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  expect(await engine.distillation.receipts({ sessionId: session?.id })).toHaveLength(1);
});

test("D4: every line of the summary cites messages that exist, and expand gives them back byte for byte", async () => {
  const { engine } = await opened();
  const words = [
    "My dog is called Bruno, he is 7 years old.",
    "Never call me before 9:00.",
    "We agreed on 12 % interest.",
  ];
  for (const content of words) await say(engine, content);
  const [receipt] = await chat(engine, 80);
  const lines = (receipt?.summary ?? "").split("\n").filter((line) => line.startsWith("- "));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    const ids = line.match(/\[([^\]]+)\]$/)?.[1]?.split(", ") ?? [];
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect((await engine.conversation.expand(id)).id).toBe(id);
  }
  const cited = lines.find((line) => line.includes("Bruno"))?.match(/\[([^\],]+)/)?.[1] ?? "";
  expect((await engine.conversation.expand(cited)).content).toBe(words[0]);
});

test("D6: working state, notes and relationship survive, in their places: relationship, summary, state, recalled, tail", async () => {
  const { engine } = await opened();
  await engine.agents.setProfile("ada", { systemPrompt: "You are Ada." });
  await engine.agents.setRelationship("ada", "Cody and Ada have worked together since 2021.");
  await engine.agents.setWorkingState("ada", "Halfway through the tax form, page 3.");
  await engine.agents.addNote("ada", { category: "people", content: "Cody's sister is Mia." });
  await say(engine, "My passport expires on 2031-05-06.");
  await chat(engine, 75);
  const { system, messages, tokens } = await engine.conversation.context("ada", { query: "passport" });
  expect(system).toBe("You are Ada.");
  const leading = messages.filter(({ id }) => id === undefined).map(({ content }) => content);
  expect(leading[0]).toContain("since 2021");
  expect(leading[1]).toContain("# Conversation Summary");
  expect(leading[2]).toContain("page 3");
  expect(leading[2]).toContain("[people] Cody's sister is Mia.");
  expect(messages.at(-1)?.id).toBeDefined();
  expect(messages.filter(({ id }) => id !== undefined).length).toBeGreaterThanOrEqual(10);
  expect(tokens).toBeLessThanOrEqual(50_000);
});

test("S6: ten ephemeral sessions are gone after 25 hours, everything else is there", async () => {
  const { engine, clock } = await opened();
  await say(engine, "stay");
  for (let n = 0; n < 10; n++) await say(engine, `question ${n}`, { sessionKey: `ask:${n}` });
  await say(engine, "beat", { sessionKey: "heartbeat" });
  clock.advance(23 * HOUR);
  await engine.maintain();
  expect((await engine.services.store.totals()).sessions).toBe(12);
  clock.advance(2 * HOUR);
  await engine.maintain();
  expect((await engine.services.store.sessions.list()).map(({ type }) => type).sort()).toEqual([
    "background",
    "primary",
  ]);
  expect((await engine.services.store.totals()).messages).toBe(2);
  expect(existsSync(join(engine.home?.dir ?? "", "throughline.db"))).toBe(true);
});

test("D5: an exact string that only a tool printed is found by what it was about, with its project or its agent", async () => {
  const { engine } = await opened();
  await say(engine, "$ workspaces create lynx\ncreated workspace lynx, id 5f0c1d3e-7a52-4c1b-9d7e-2b8a6e4f9c10", {
    role: "tool",
  });
  await chat(engine, 20);
  const [session] = await engine.services.store.sessions.list({ agent: "ada" });
  if (!session) throw new Error("no session");
  await engine.distillation.distill(session);
  const asked = { query: "What id has the workspace lynx?", agent: "ada" };
  const holders = (await engine.memory.recall(asked)).filter(({ content }) => content.includes("5f0c1d3e-7a52"));
  expect(holders.map(({ source }) => source)).toContainEqual(expect.stringContaining("(tool)"));
  expect(await engine.memory.recall({ ...asked, agent: "bob" })).toEqual([]);
  const project = "/somewhere/else";
  const elsewhere = await engine.memory.recall({ ...asked, project });
  expect(elsewhere.filter(({ content }) => content.includes("5f0c1d3e-7a52"))).toEqual([]);
});

test("D5: the search index holds the whole range before the thread is changed", async () => {
  const { engine } = await opened();
  await chat(engine, 20);
  const { store, events } = engine.services;
  const [session] = await store.sessions.list({ agent: "ada" });
  if (!session) throw new Error("no session");
  const content = "Exit code 1: the workspace lynx has the id 5f0c1d3e.";
  const late = { sourceId: "late", role: "tool", kind: "tool_result", content, createdAt: session.startedAt } as const;
  await store.transaction((tables) => tables.messages.append(session.id, [late]));
  const waiting: Promise<number>[] = [];
  events.listen((event) => {
    if (event.type === "distillation.step" && event.step === "indexed")
      waiting.push(engine.memory.index().then((index) => index.waiting));
  });
  await engine.distillation.distill(session);
  expect(await Promise.all(waiting)).toEqual([0]);
});

test("D5: context outside the thread causes no storm of distillations", async () => {
  const models = { "small-*": { contextWindow: 8192 } };
  const { engine } = await opened({ config: { models } });
  await engine.agents.setProfile("ada", { model: "small-1" });
  for (let n = 0; n < 50; n++)
    await engine.agents.addNote("ada", { category: "long", content: `Note ${n}: ${"so it is and stays ".repeat(30)}` });
  let receipts = 0;
  for (let n = 0; n < 60; n++) if ((await say(engine, `Short word ${n}.`)).distillation) receipts += 1;
  expect(receipts).toBeLessThanOrEqual(6);
});

test("M3: other due memories do not hide the answer, obey a limit, and end with their turn", async () => {
  const { engine } = await opened();
  await say(engine, "The deploy command is make ship-it.");
  for (let n = 0; n < 40; n++) await say(engine, `My cousin ${n} lives at number ${n} of the long road.`);
  const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  if (!session) throw new Error("no session");
  const { id } = await engine.distillation.distill(session);
  const asked = { query: "What is the deploy command?", agent: "ada", primedBy: id };
  const found = await engine.memory.recall(asked);
  expect(found[0]?.content).toContain("make ship-it");
  expect(found.length).toBeGreaterThan(10);
  expect(await engine.memory.recall({ ...asked, limit: 3 })).toHaveLength(3);
  await engine.conversation.context("ada");
  await say(engine, "Another turn.");
  expect((await engine.services.store.sessions.get(session.id))?.primedId).toBeNull();
});

test("D8: receipts that are gone, a changed id and a moved horizon are found and named", async () => {
  const { engine } = await opened({ store: "memory" });
  await chat(engine, 80);
  const [session] = await engine.services.store.sessions.list({ agent: "ada", type: "primary" });
  if (!session) throw new Error("no session");
  const [whole] = await engine.distillation.verify([session]);
  expect(whole).toMatchObject({ ok: true });
  const [moved] = await engine.distillation.verify([{ ...session, horizonSeq: 0 }]);
  expect(moved?.findings[0]?.what).toContain("does not begin behind message 140");
  const [gone] = await engine.distillation.verify([{ ...session, receiptHead: "another" }]);
  expect(gone?.findings[0]?.what).toBe("the newest receipt is missing");
});
