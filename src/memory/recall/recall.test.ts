import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { callContent } from "../../capture/index.ts";
import { isoTime, ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import type { MessageKind, MessageRole } from "../../store/index.ts";
import { openThroughline } from "../../throughline.ts";
import { Indexer } from "../indexing/indexer.ts";
import type { RecallInput } from "../input.ts";
import { Recall } from "./recall.ts";

const DAY = 24 * 3_600_000;
/** A Monday. */
const NOW = "2026-06-15T12:00:00.000Z";
const KINDS: Readonly<Partial<Record<MessageRole, MessageKind>>> = { user: "prompt", assistant: "text" };

let stage: Stage;
let made = 0;
let session = "";
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock(NOW));
  session = await begun("/p");
});
afterEach(() => stage.engine.close());

const begun = async (project: string) =>
  (await stage.engine.sessions.create({ key: `key ${++made}`, project })).session.id;
const tell = (role: MessageRole, kind: MessageKind, content: string, to = session) => {
  const message = { role, kind, content, createdAt: isoTime(stage.clock.now()), sourceId: `source ${++made}` };
  return stage.store.transaction(({ messages }) => messages.append(to, [message]));
};
const say = (role: "user" | "assistant", content: string, to?: string) =>
  tell(role, KINDS[role] ?? "text", content, to);
const recall = (input: RecallInput) => stage.engine.memory.recall(input);
const contents = async (input: RecallInput) => (await recall(input)).map(({ content }) => content);
const first = async (query: string) => (await contents({ query }))[0];
const remember = (content: string, where: { project?: string; agent?: string } = {}) =>
  stage.engine.memory.remember({ content, source: "user", ...where });
async function noise(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await say("user", `Lantern ${n} hangs by the river, as it did before.`);
}

describe("M2: what is said is found by other forms of its words", () => {
  test.each([
    ["Der Käufer heißt Müller.", "muller"],
    ["The buyer is called Muller.", "Müller"],
    ["我们决定使用数据库来存储会话。", "数据库"],
    ["認証トークンは毎晩更新されます。", "トークン"],
    ["Call rotateRefreshToken before the upload.", "refresh token"],
    ["The limits live in src/billing/quota-window.ts today.", "quota window"],
    ["She bought a kayak in Lisbon.", "Did she buy a kayak?"],
  ])("%j by %j", async (text, query) => {
    await noise(5);
    await say("user", text);
    await noise(5);
    stage.clock.advance(2 * DAY);
    expect(await first(query)).toBe(text);
  });
});

test("M2: a URL with a question mark hides neither messages nor memories", async () => {
  await noise(5);
  const board = "The heron board is at https://a.example/board?id=7";
  await say("assistant", board);
  await remember("Heron tickets: https://a.example/tickets?open=1", { project: "/p" });
  await noise(5);
  stage.clock.advance(2 * DAY);
  const found = await recall({ query: "Where is the heron board?", project: "/p", explain: true });
  expect(found.map(({ content }) => content)).toContain(board);
  const [tickets] = await recall({ query: "heron tickets", project: "/p", explain: true });
  for (const one of [...found, tickets]) expect(Object.keys(one?.explanation ?? {})).not.toContain("asks");
});

describe("M2: an answer comes before its question", () => {
  test("a message that only asks ranks below what answers", async () => {
    await say("user", "Which color does the garage door have nowadays?");
    stage.clock.advance(3 * DAY);
    await noise(6);
    await say("user", "The garage door has the color ochre.");
    stage.clock.advance(3 * DAY);
    expect(await first("color of the garage door")).toBe("The garage door has the color ochre.");
  });

  test("an answer is found next to the question that has the words", async () => {
    await noise(6);
    await say("user", "What is the name of the espresso machine in the kitchen?");
    await say("assistant", "Gaggia Classic.");
    await noise(6);
    const found = await recall({ query: "espresso machine in the kitchen", explain: true });
    const answer = found.find(({ content }) => content === "Gaggia Classic.");
    expect(answer?.explanation).toMatchObject({ answers: expect.any(Number) });
    expect(answer?.reasons).toContain("next to what matches");
  });

  test("a standing order is found for a request that has none of its words", async () => {
    await say("user", "From now on, always use tabs in code that you show me.");
    stage.clock.advance(5 * DAY);
    await noise(12);
    const found = await recall({ query: "Write a parser for addresses" });
    expect(found.find(({ content }) => content.includes("tabs"))?.reasons).toContain("a standing order");
  });
});

test.each([
  ["What did we say about the harbour last week?", 7],
  ["What did we say about the harbour in March?", 90],
])("M5: %j prefers that time", async (query, ago) => {
  stage.clock.advance(-200 * DAY);
  for (const step of [0, 60, 50, 83, 7]) {
    stage.clock.advance(step * DAY);
    const daysAgo = Math.round((Date.parse(NOW) - stage.clock.now()) / DAY);
    await say("user", `We spoke of the harbour, entry of ${daysAgo} days ago.`);
  }
  // Nothing is from the last day any more.
  stage.clock.advance(2 * DAY);
  expect(await first(query)).toBe(`We spoke of the harbour, entry of ${ago} days ago.`);
});

describe("M4: no scope leaks into another", () => {
  const place = fc.constantFrom("/alpha", "/beta", undefined);
  const agent = fc.constantFrom("ada", "bob", undefined);
  const query = fc.constantFrom("lamp secret", "What happened last week?", "Show me the secret", "lamp in June");

  test("whatever is asked where, by words or by time", async () => {
    const facts = fc.array(fc.record({ project: place, agent }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        facts,
        fc.array(fc.record({ project: place, agent, query }), { minLength: 4 }),
        async (all, asked) => {
          const own = await Stage.open({}, new ManualClock(NOW));
          try {
            for (const [n, { project, agent }] of all.entries())
              await own.engine.memory.remember({
                content: `The lamp ${n} has secret ${n}.`,
                source: "user",
                project,
                agent,
              });
            for (const where of ["/alpha", "/beta"]) {
              const { session } = await own.engine.sessions.create({ key: `in ${where}`, project: where });
              const message = { role: "user", kind: "prompt", createdAt: NOW, sourceId: where } as const;
              await own.store.transaction(({ messages }) =>
                messages.append(session.id, [{ ...message, content: `A lamp of ${where}` }]),
              );
            }
            own.clock.advance(7 * DAY);
            for (const { query, project, agent } of asked)
              for (const found of await own.engine.memory.recall({ query, project, agent })) {
                if (project !== undefined && found.kind === "message") expect(found.project).toBe(project);
                if (project !== undefined) expect([project, null]).toContain(found.project);
                const holdsEverywhere = found.project === null && found.agent === null && found.kind === "fact";
                if (agent !== undefined && !holdsEverywhere) expect(found.agent).toBe(agent);
              }
          } finally {
            await own.engine.close();
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test("what another project remembered at the time that is asked for stays there", async () => {
    await remember("The secret of beta is plum.", { project: "/beta", agent: "bob" });
    await remember("The gate is green.", { project: "/alpha", agent: "ada" });
    await remember("The sky is high.");
    stage.clock.advance(7 * DAY);
    const query = "What happened last week?";
    expect((await contents({ query, project: "/alpha" })).sort()).toEqual(["The gate is green.", "The sky is high."]);
    expect((await contents({ query, agent: "ada" })).sort()).toEqual(["The gate is green.", "The sky is high."]);
  });
});

describe("M5: as of a time", () => {
  test("what was superseded since is served, what came since is not, and what was forgotten never", async () => {
    await remember("The staging port is 8080.");
    const before = stage.clock.now();
    stage.clock.advance(DAY);
    const { id } = await remember("The staging port is 9090.");
    await say("user", "So the staging port has changed.");
    const query = "staging port";
    expect(await contents({ query, asOf: before })).toEqual(["The staging port is 8080."]);
    expect(await contents({ query })).not.toContain("The staging port is 8080.");
    await stage.engine.memory.forget(id);
    expect(await contents({ query, asOf: before })).toEqual([]);
    expect(await contents({ query })).toEqual(["So the staging port has changed."]);
  });

  test("is found behind any number of newer ones that match as well", async () => {
    const old = "The staging port is 8080.";
    await say("user", old);
    const before = stage.clock.now();
    stage.clock.advance(DAY);
    await stage.store.transaction(({ messages }) =>
      messages.append(
        session,
        Array.from({ length: 900 }, (_, n) => ({
          ...({ role: "user", kind: "prompt", createdAt: isoTime(stage.clock.now()), sourceId: `newer ${n}` } as const),
          content: `The staging port is ${n}.`,
        })),
      ),
    );
    expect(await contents({ query: "staging port", asOf: before })).toEqual([old]);
  });

  test("a fix that came later is not known yet", async () => {
    await tell("tool", "tool_result", "Error: connect ECONNREFUSED 127.0.0.1:5432");
    const before = stage.clock.now();
    stage.clock.advance(DAY);
    await say("assistant", "Fixed: the container was not running.");
    const error = "Error: connect ECONNREFUSED 10.0.0.7:5433";
    expect(await contents({ error, asOf: before })).toEqual(["Error: connect ECONNREFUSED 127.0.0.1:5432"]);
    expect(await contents({ error })).toContain("Fixed: the container was not running.");
  });
});

describe("M5: about a file, an error or a command", () => {
  test("by a file's name, however its path is written, and nothing else", async () => {
    await tell("assistant", "tool_use", callContent("Edit", { file_path: "C:\\work\\src\\Session.ts" }));
    await say("user", "In café.md the menu is listed.".normalize("NFD"));
    await say("user", "A session is over after an hour.");
    for (const file of ["/home/ada/src/Session.ts", "src\\session.ts", "Session.ts"])
      expect(await contents({ file })).toEqual([expect.stringContaining("Session.ts")]);
    expect(await recall({ file: "café.md" })).toHaveLength(1);
    expect(await recall({ file: "other.ts" })).toEqual([]);
  });

  test("by an error with other numbers and folders, and what fixed it comes after it", async () => {
    await noise(3);
    await tell("tool", "tool_result", "TypeError: cannot read quota of undefined at /home/ada/app/billing.ts:12:3");
    await say("assistant", "Let me look.");
    await say("assistant", "The cause was an empty plan; it works now.");
    await noise(3);
    const found = await recall({ error: "TypeError: cannot read quota of undefined at /srv/x/billing.ts:99:1" });
    expect(found[0]?.content).toContain("TypeError");
    expect(found[1]).toMatchObject({
      content: "The cause was an empty plan; it works now.",
      reasons: [`followed ${found[0]?.id}`],
    });
  });

  test.each(['git commit -m "Fix the parser"', "npm run build -- --watch", "pnpm exec tsc\npnpm exec vitest"])(
    "by the command %j",
    async (command) => {
      await tell("assistant", "tool_use", callContent("Bash", { command }));
      await tell("assistant", "tool_use", callContent("Bash", { command: "npm run watch" }));
      expect(await contents({ command })).toEqual([callContent("Bash", { command })]);
    },
  );

  test("hostile ones are answered in time that is proportional to their length", async () => {
    await noise(3);
    const many = (size: number) => Array.from({ length: size / 6 }, (_, n) => `w${n}`).join(" ");
    for (const name of ["file", "command", "error", "query"]) {
      const ask = async (text: string) => expect(await recall({ [name]: text })).toEqual([]);
      await expectProportional(ask, many, 600_000);
      await expectProportional(ask, (size) => "x".repeat(size), 1_000_000);
    }
    for (const query of ["\0", "\"' AND OR NOT * ^ NEAR(", "\ud800", "the of and"]) await recall({ query });
  });
});

test("M3: what was just distilled comes whatever is asked, but not for a time before, nor elsewhere", async () => {
  const { engine, clock } = stage;
  const append = (content: string) => engine.conversation.append({ agent: "ada", role: "user", content });
  await append("My daughter Zoë has her birthday on March 3rd.");
  const before = clock.now();
  clock.advance(DAY);
  for (let n = 0; n < 30; n++) await append(`Short talk ${n}.`);
  const [primary] = await stage.store.sessions.list({ agent: "ada", type: "primary" });
  if (!primary) throw new Error("no session");
  const { id: primedBy } = await engine.distillation.distill(primary);
  const query = "What is the capital of France?";
  const zoe = expect.arrayContaining([expect.stringContaining("Zoë")]);
  expect(await contents({ query, agent: "ada", primedBy })).toEqual(zoe);
  expect(await contents({ query, agent: "ada" })).toEqual([]);
  expect(await contents({ query, agent: "bob", primedBy })).toEqual([]);
  expect(await contents({ query, agent: "ada", primedBy, asOf: before - 1 })).toEqual([]);
});

describe("M2: scores", () => {
  test("are between 0 and 1, best first, and the explanation adds up to them", async () => {
    await noise(4);
    await remember("The lantern by the river is red.");
    await say("user", "Always light the lantern when I ask for the river.");
    for (const query of ["lantern river", "Show me the lantern of yesterday", "What did I say about the river?"]) {
      const found = await recall({ query, explain: true, limit: 50 });
      expect(found.length).toBeGreaterThan(3);
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      for (const { score, explanation = {} } of found) {
        const { recent = 0, ...others } = explanation;
        const sum = Object.values(others).reduce((all, one) => all + one, 0);
        expect(score).toBeCloseTo(Math.min(1, (sum <= 0 ? 0 : sum / (sum + 1)) + recent), 9);
        expect(score).toSatisfy((x: number) => x >= 0 && x <= 1);
      }
    }
  });

  test("nothing is found for a question that nothing is tied to, also where it names a time", async () => {
    await say("user", "The gate is green.");
    await remember("The door is made of oak.");
    for (const query of ["qwertzuiop", "zeppelinflug 漢字", "What did Zorblat do in 2019?"])
      expect(await recall({ query })).toEqual([]);
  });
});

test("M2: common terms are found together where the list of each is cut", async () => {
  const text = (n: number) => (n === 0 ? "red kite" : n % 2 === 0 ? `red ball ${n}` : `blue kite ${n}`);
  await stage.store.transaction(({ messages }) =>
    messages.append(
      session,
      Array.from({ length: 3400 }, (_, n) => ({
        ...({ role: "user", kind: "prompt", createdAt: NOW, sourceId: `many ${n}`, content: text(n) } as const),
      })),
    ),
  );
  expect(await first("red kite")).toBe("red kite");
});

test("M2: a fast search leaves out what the asker has at hand, but not what is older", async () => {
  const other = await begun("/p");
  await say("user", "The otter lighthouse keeps its lamp in the tide pool, said elsewhere.", other);
  await say("user", "The otter lighthouse keeps its lamp in the tide pool, said before.");
  stage.clock.advance(DAY);
  const since = stage.clock.now();
  for (const when of ["morning", "noon", "evening", "night"])
    await say("user", `The otter lighthouse keeps its lamp in the tide pool, said at ${when}.`);
  await noise(200);
  await stage.engine.memory.indexer.finished();
  const asked = { query: "Where does the otter lighthouse keep its lamp?", project: "/p", limit: 2, withinMs: 60_000 };
  const elsewhere = await contents({ ...asked, atHand: { session, since } });
  expect(elsewhere.map((text) => /said (\w+)/.exec(text)?.[1]).sort()).toEqual(["before", "elsewhere"]);
  expect(await contents({ ...asked, atHand: { session, since: 0 } })).toEqual([expect.stringContaining("elsewhere")]);
});

test("M2: without the word vectors, exact words are still found", async () => {
  const { services } = stage.engine;
  const bare = new Recall(services, new Indexer(services, undefined), undefined);
  await say("user", "The gate is green.");
  expect((await bare.recall({ query: "gate" })).map(({ content }) => content)).toEqual(["The gate is green."]);
  expect((await recall({ query: "gate" })).map(({ content }) => content)).toEqual(["The gate is green."]);
});

test("M4: of a text of a megabyte, the part around the words comes back, within the usual budget", async () => {
  const engine = await openThroughline({ store: "memory", config: {} });
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n} says that all is well and nothing happened here`);
  lines[15_000] = "line 15000 says that the walrus swallowed the certificate";
  await engine.conversation.append({ agent: "ada", role: "user", content: lines.join("\n") });
  const [found] = await engine.memory.recall({ query: "who swallowed the certificate", agent: "ada" });
  expect(found?.content).toContain("the walrus swallowed the certificate");
  expect(found?.content.length).toBeLessThan(3000);
  await engine.close();
});
