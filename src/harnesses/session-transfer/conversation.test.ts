import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoken } from "../../capture/index.ts";
import { MESSAGE_KINDS } from "../../store/index.ts";
import { hasEcho } from "../../text/index.ts";
import { clients } from "../registry.ts";
import { conversationOf } from "./conversation.ts";
import type { Recorded, SessionWriter, Step } from "./session-writer.ts";
import { Tally } from "./tally.ts";

const AT = "2026-01-02T03:04:05.000Z";

const session = { harness: "gemini", key: "k", lastActivityAt: AT, lastInputTokens: 7 };
let counter = 0;

function recorded(kind: Recorded["kind"], content: string, fields: Partial<Recorded> = {}): Recorded {
  const role = kind === "prompt" ? "user" : kind === "tool_result" ? "tool" : "assistant";
  return {
    ...{ id: `m${counter++}`, sessionId: "s", seq: 1, role, kind, channel: null, content, toolName: null },
    ...{ toolUseId: null, isError: null, turnId: null, createdAt: AT, tokens: 1, sourceId: "x", hash: "h" },
    ...{ harness: "gemini" },
    ...fields,
  };
}

const call = (id: string, name: string, input: unknown, harness = "gemini"): Recorded =>
  recorded("tool_use", JSON.stringify({ name, input }), { toolUseId: id, toolName: name, harness });
const answer = (id: string, content: string, harness = "gemini"): Recorded =>
  recorded("tool_result", content, { toolUseId: id, harness });

function written(writer: SessionWriter, messages: readonly Recorded[], budget?: number) {
  const conversation = conversationOf(session, messages, writer, new Tally(), budget);
  if (!conversation) throw new Error("nobody said anything");
  const { steps, notCarried } = conversation;
  const handover = { id: "0d9a5fd2-0000-8000-a000-000000000000", folder: "/p/acme", at: AT, model: null, steps };
  const lines = writer.linesOf(handover);
  const entries = lines.flatMap((line) => writer.readLine(line)).filter(isSpoken);
  return { steps, notCarried, lines, entries: entries.filter(({ content }) => !hasEcho(content)) };
}

const words = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== "");
const harness = fc.constantFrom("claude-code", "codex", "gemini", "opencode", "openclaw");
const tool = fc.oneof(
  fc.constantFrom("Bash", "exec_command", "shell", "Read", "apply_patch", "mcp__a__b"),
  fc.string(),
);
const input = fc.oneof(
  fc.record({ command: words }),
  fc.record({ file_path: words, offset: fc.nat() }),
  fc.jsonValue(),
);

/** Messages in any order, calls without answers and answers without calls among them. */
const ledger = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom(...MESSAGE_KINDS), words).map(([kind, text]) => recorded(kind, text)),
    fc.tuple(fc.nat(5), tool, input, harness).map(([id, name, given, from]) => call(`c${id}`, name, given, from)),
    fc.tuple(fc.nat(5), words, harness).map(([id, text, from]) => answer(`c${id}`, text, from)),
  ),
  { maxLength: 20 },
);
const spokenLedger = ledger.map((messages) => [recorded("prompt", "begin"), ...messages]);

const sizeOf = (step: Step): number =>
  step.kind === "call" ? JSON.stringify(step.input ?? null).length + step.result.length : step.text.length;

const writers = clients.flatMap(({ writer }) => writer ?? []);

describe.each(writers.map((writer) => [writer.title, writer] as const))("R7: for %s", (_, writer) => {
  test("any ledger gives lines of JSON whose calls and answers pair up, each answer right behind its call", () => {
    fc.assert(
      fc.property(spokenLedger, (messages) => {
        const { lines, entries } = written(writer, messages);
        for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
        const calls = entries.filter(({ kind }) => kind === "tool_use");
        const answers = entries.filter(({ kind }) => kind === "tool_result");
        expect(answers.map(({ toolUseId }) => toolUseId)).toEqual(calls.map(({ toolUseId }) => toolUseId));
        expect(new Set(calls.map(({ toolUseId }) => toolUseId)).size).toBe(calls.length);
        for (const one of calls) expect(entries[entries.indexOf(one) + 1]?.toolUseId).toBe(one.toolUseId);
      }),
    );
  });

  test("its own reader reads the same words back, in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("prompt", "text", "summary"), words)), (said) => {
        // A slash command in the client's own form is read as what the user typed.
        const messages = [["prompt", "begin"] as const, ...said].map(([kind, text]) =>
          recorded(kind, text.replaceAll("<command-name>", "")),
        );
        const { entries } = written(writer, messages);
        const read = entries.filter(({ kind }) => kind !== "boundary").map(({ content }) => content);
        expect(read).toEqual(messages.map(({ content }) => content));
      }),
    );
  });

  test("it is held to its budget: the newest stays, older tool results are cut first, and it says so", () => {
    const long = "x".repeat(2_500);
    const old = Array.from({ length: 8 }, (_, n) => [
      call(`c${n}`, "run_shell_command", { command: `step ${n}` }),
      answer(`c${n}`, `${n} ${long}`),
    ]).flat();
    const messages = [recorded("prompt", "the first request"), ...old, recorded("text", "the last reply")];
    const { entries, notCarried } = written(writer, messages, 12_000);
    const contents = entries.map(({ content }) => content);
    expect(contents[0]).toBe("the first request");
    expect(contents.at(-1)).toBe("the last reply");
    expect(contents.find((text) => text.startsWith("0 "))?.length).toBeLessThan(600);
    expect(contents).toContain(`7 ${long}`);
    expect(notCarried).toContainEqual(expect.objectContaining({ what: "the middle of older tool results" }));
  });

  test("whatever there is stays within the budget, and the last words are there", () => {
    fc.assert(
      fc.property(spokenLedger, fc.integer({ min: 2_000, max: 6_000 }), (messages, budget) => {
        const all = [...messages, recorded("text", "y".repeat(9_000)), recorded("prompt", "the end")];
        const { steps, entries } = written(writer, all, budget);
        const carried = steps.filter(({ kind }) => kind !== "note" && kind !== "summary");
        expect(carried.reduce((sum, step) => sum + sizeOf(step), 0)).toBeLessThanOrEqual(budget);
        expect(entries.at(-1)?.content).toBe("the end");
      }),
    );
  });

  test("a shell command of any client is a shell command there; a tool that it does not have is written as text", () => {
    const shell = writer.harness === "codex" ? "exec_command" : "Bash";
    const { entries, notCarried } = written(writer, [
      recorded("prompt", "try"),
      call("a", "run_shell_command", { command: "npm test" }),
      answer("a", "12 passed"),
      call("b", "save_memory", { fact: "tabs" }),
      answer("b", "saved"),
    ]);
    expect(entries[1]).toMatchObject({ kind: "tool_use", toolName: shell });
    expect(entries[1]?.content).toContain("npm test");
    expect(entries[2]).toMatchObject({ kind: "tool_result", content: "12 passed" });
    expect(entries[3]?.content).toMatch(/tool="save_memory" client="gemini"[\s\S]*tabs[\s\S]*saved/);
    expect(notCarried.map(({ what, count }) => [what, count])).toEqual([
      ["tool calls in their own form", 1],
      ["usage figures", 1],
    ]);
  });

  test("what it cannot hold is declared, with how many there are and why", () => {
    const { notCarried, lines } = written(writer, [
      recorded("prompt", "look"),
      recorded("thinking", "hm"),
      recorded("thinking", "hm, hm"),
      recorded("attachment", "{}"),
      call("a", "run_shell_command", { command: "sleep 9" }),
    ]);
    expect(notCarried.map(({ what, count }) => [what, count])).toEqual([
      ["thinking blocks", 2],
      ["images and attachments", 1],
      ["results of tool calls", 1],
      ["usage figures", 1],
    ]);
    expect(lines.join("\n")).toContain("thinking blocks (2), images and attachments (1)");
    expect(notCarried.every(({ why }) => why !== "")).toBe(true);
  });

  test("without messages there is nothing to continue", () => {
    expect(conversationOf(session, [recorded("other", "{}"), recorded("prompt", " ")], writer)).toBeUndefined();
  });
});
