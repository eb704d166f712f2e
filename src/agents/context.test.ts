import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../core/index.ts";
import { FRAME_TOKENS, type MessageRecord } from "../store/index.ts";
import { composeContext } from "./context.ts";
import { newAgent } from "./stored-agents.ts";

const aMessage = (content: string, seq: number): MessageRecord => ({
  id: `7q2mz4k9r1td-${seq}`,
  sessionId: "s",
  seq,
  role: seq % 2 ? "user" : "assistant",
  kind: "prompt",
  channel: null,
  content,
  toolName: null,
  toolUseId: null,
  isError: null,
  turnId: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  tokens: estimateTokens(content),
  sourceId: `${seq}`,
  hash: "h",
});

const words = (most: number) => fc.nat({ max: most }).map((count) => "the sea was calm and wide ".repeat(count));
const parts = fc.record({
  relationship: words(800),
  state: words(800),
  notes: fc.array(words(40), { maxLength: 50 }),
  summary: words(1500),
  thread: fc.array(words(300), { minLength: 1, maxLength: 30 }),
  budget: fc.integer({ min: 200, max: 60_000 }),
});

test("D6: a context keeps to its budget, tears no tag, is never empty, and leaves nothing out while there is room", () => {
  fc.assert(
    fc.property(parts, ({ relationship, state, notes, summary, thread, budget }) => {
      const messages = thread.map((text, index) => aMessage(`${text}word`, index + 1));
      const at = "2026-01-01T00:00:00.000Z";
      const agent = {
        ...newAgent("ada"),
        ...{ relationship: relationship || null, relationshipAt: at, workingState: state || null, workingStateAt: at },
      };
      const context = composeContext({
        agent,
        notes: notes.map((content, n) => ({ id: `${n}`, agent: "ada", category: "c", content, createdAt: at })),
        summary: summary || undefined,
        recalled: [],
        thread: messages,
        threadLength: messages.length,
        budget,
        factor: 1,
      });
      expect(context.tokens).toBeLessThanOrEqual(budget);
      const counted = context.messages.reduce((sum, one) => sum + estimateTokens(one.content) + FRAME_TOKENS, 0);
      expect(counted).toBe(context.tokens);
      for (const { content, id } of context.messages) {
        expect(content).not.toBe("");
        if (id === undefined) expect(content).toMatch(/^<throughline-context>\n[\s\S]*\n<\/throughline-context>$/);
      }
      expect(context.messages.at(-1)?.id).toBe(messages.at(-1)?.id);
      const whole = [relationship, state, summary, ...notes, ...thread].join("").length < budget;
      if (whole) {
        const said = context.messages.map(({ content }) => content).join("\n");
        for (const text of [relationship, state, summary, ...notes]) expect(said).toContain(text.trim());
        expect(context.messages.filter(({ id }) => id !== undefined)).toHaveLength(messages.length);
      }
    }),
    { numRuns: 150 },
  );
});
