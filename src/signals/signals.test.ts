import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { Stage } from "../engine.test-kit.ts";
import { termHash } from "../text/index.ts";
import { MOST_NAMED, novelIn } from "./novelty.ts";
import { follow, type SeenMessage } from "./usage.ts";
import { marksOf, readMarks, signsOf, without } from "./usage-marks.ts";

const SERVED_AT = "2026-01-01T10:00:00.000Z";
const BEFORE = "2026-01-01T09:00:00.000Z";
const AFTER = "2026-01-01T11:00:00.000Z";

const heard = (content: string, fields: Partial<SeenMessage> = {}): SeenMessage => ({
  ...{ role: "assistant", kind: "text", toolName: null, content, createdAt: AFTER },
  ...fields,
});
const prompt = (content: string) => heard(content, { role: "user", kind: "prompt" });
const FACT = "The otter sleeps in the lighthouse; see src/otter/nap.ts.";
const unused = (known: string[] = []) => ({
  ...{ id: "1", servedAt: SERVED_AT },
  marks: marksOf(FACT, ["otter", "sleep", "lighthous"], known),
});
const isUsed = (...messages: SeenMessage[]) => follow([unused()], messages).used.has("1");

describe("M6: use is seen in what the agent says afterwards", () => {
  test.each([
    ["two rare words", heard("So the otter is in its lighthouse.")],
    ["the exact name of a thing", heard("I open src/otter/nap.ts.")],
    [
      "a name in a tool's input",
      heard('Read {"file_path":"src/otter/nap.ts"}', { kind: "tool_use", toolName: "Read" }),
    ],
  ])("%s", (_, message) => {
    expect(isUsed(message)).toBe(true);
  });

  test.each([
    ["one word may be chance", [heard("What an otter!")]],
    ["what was said before it was served", [heard("The otter lives in a lighthouse.", { createdAt: BEFORE })]],
    [
      "what the user brought up",
      [prompt("Where does the otter sleep, in the lighthouse?"), heard("The otter: in the lighthouse.")],
    ],
    [
      "what a tool had printed",
      [
        heard("src/otter/nap.ts", { role: "tool", kind: "tool_result", toolName: "Bash" }),
        heard("Found src/otter/nap.ts."),
      ],
    ],
    [
      "a question to us",
      [heard("recall: otter lighthouse", { kind: "tool_use", toolName: "mcp__throughline__recall" })],
    ],
  ])("not: %s", (_, messages) => {
    expect(isUsed(...messages)).toBe(false);
  });

  test("our own answer explains nothing: the agent has it from us", () => {
    const answer = heard(FACT, { role: "tool", kind: "tool_result", toolName: "mcp__throughline__recall" });
    expect(isUsed(answer, heard("As the otter sleeps in the lighthouse, wait."))).toBe(true);
  });

  test("what the prompt said itself is no mark", () => {
    const marks = unused(["is the otter in src/otter/nap.ts asleep?"]).marks;
    expect(marks.names).toEqual([]);
    expect(marks.words).not.toContain(termHash("otter"));
    expect(marks.words).toContain(termHash("lighthous"));
  });

  const words = fc.array(fc.constantFrom("otter", "lighthouse", "sleep", "src/a.ts", "rotateKey", "plain"), {
    maxLength: 6,
  });
  const messages = fc.array(
    fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const, "tool" as const),
      kind: fc.constantFrom("prompt" as const, "text" as const, "tool_use" as const, "tool_result" as const),
      toolName: fc.constantFrom(null, "Bash", "mcp__throughline__recall"),
      content: words.map((all) => all.join(" ")),
      createdAt: fc.constantFrom(BEFORE, AFTER),
    }),
    { maxLength: 8 },
  );

  test("for any messages: marks only get fewer, no item is both used and unused, and reading in two steps gives the same", () => {
    fc.assert(
      fc.property(messages, fc.nat(8), (all, cut) => {
        const start = [
          { id: "1", servedAt: SERVED_AT, marks: marksOf("src/a.ts otter sleep", ["otter", "sleep"], []) },
        ];
        const whole = follow(start, all);
        expect([...whole.used.keys()].filter((id) => whole.left.has(id))).toEqual([]);
        for (const left of whole.left.values()) {
          expect(start[0]?.marks.words).toEqual(expect.arrayContaining([...left.words]));
          expect(start[0]?.marks.names).toEqual(expect.arrayContaining([...left.names]));
        }
        const first = follow(start, all.slice(0, cut));
        const rest = start.flatMap((one) => {
          const marks = first.left.get(one.id);
          return marks ? [{ ...one, marks }] : [];
        });
        const second = follow(rest, all.slice(cut));
        expect(first.used.has("1") || second.used.has("1")).toBe(whole.used.has("1"));
      }),
    );
  });

  test("marks come back from the store as they were, and hold no words", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, known) => {
        const marks = marksOf(text, text.split(" "), [known]);
        expect(readMarks(JSON.stringify(marks))).toEqual(marks);
        expect(JSON.stringify(marks)).toMatch(/^\{"words":\[[\d,]*\],"names":\[[\d,]*\]\}$/);
        expect(without(marks, signsOf(text)).names).toEqual([]);
      }),
    );
  });
});

describe("M6: novel context is what came up and nothing served had named", () => {
  test("each name once, by the user or the agent; served ones, tools' output and plain words do not count", () => {
    const served = new Set([termHash("src/served.ts")]);
    const novel = novelIn(served, [
      prompt("Fix src/new.ts like src/served.ts, please."),
      heard("I change src/new.ts and rotateKey."),
      heard("src/printed.ts", { role: "tool", kind: "tool_result" }),
    ]);
    expect(novel).toEqual(new Set([termHash("src/new.ts"), termHash("rotateKey")]));
  });

  test("it is bounded", () => {
    const many = Array.from({ length: 2 * MOST_NAMED }, (_, n) => `src/file_${n}.ts`).join(" ");
    expect(novelIn(new Set(), [prompt(many.slice(0, 15_000))]).size).toBe(MOST_NAMED);
  });
});

describe("M6: signals of played sessions", () => {
  async function played() {
    const stage = await Stage.open();
    onTestFinished(() => stage.engine.close());
    await stage.start("one");
    await stage.prompt("one", "We decided to keep the otter photos in the lighthouse bucket, see infra/otter.tf.");
    await stage.end("one");
    return stage;
  }
  const settled = async (stage: Stage) => {
    await stage.engine.hooks.idle();
    await stage.engine.signals.idle();
    return stage.engine.signals.totals();
  };

  test("a start with a recovery of the last session is recovered, and what it quotes was served", async () => {
    const stage = await played();
    expect(await stage.start("two")).toContain("lighthouse bucket");
    const totals = await settled(stage);
    expect(totals).toMatchObject({ used: 0, recovered: { sessions: 1 }, cold: { sessions: 0 } });
    const [served] = await stage.engine.signals.list({ limit: 10 });
    expect(served).toMatchObject({ way: "recovery", itemKind: "message", sessionId: (await stage.session("two")).id });
  });

  test("a start without recovery in a project with a history is cold; without one it is neither", async () => {
    const stage = await Stage.open({ config: { continuity: { enabled: false } } });
    onTestFinished(() => stage.engine.close());
    await stage.start("one");
    await stage.prompt("one", "Teach the otter to juggle.");
    expect(await settled(stage)).toMatchObject({ recovered: { sessions: 0 }, cold: { sessions: 0 } });
    await stage.start("two");
    expect(await settled(stage)).toMatchObject({ served: 0, recovered: { sessions: 0 }, cold: { sessions: 1 } });
  });

  test("what the agent then says of it marks it used", async () => {
    const stage = await played();
    await stage.start("two");
    await stage.prompt("two", "Where are the pictures?");
    await settled(stage);
    stage.clock.advance(1000);
    const last_assistant_message = "In the lighthouse bucket, as infra/otter.tf says.";
    await stage.hook("turn-end", "two", { hook_event_name: "Stop", last_assistant_message });
    expect(await settled(stage)).toMatchObject({ served: 1, used: 1 });
  });

  test("signals are pruned with time, and go with their session", async () => {
    const stage = await played();
    await stage.start("two");
    expect((await settled(stage)).served).toBe(1);
    stage.clock.advance(91 * 24 * 3_600_000);
    await stage.engine.maintain();
    expect(await settled(stage)).toMatchObject({ served: 0, recovered: { sessions: 0 } });
  });
});
