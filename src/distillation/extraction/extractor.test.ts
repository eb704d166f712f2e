import { expect, test } from "vitest";
import { itemsOf, Talk } from "../test-kit.ts";

test("D3: a decision keeps its reason, also when that is in the next sentence", () => {
  const talk = new Talk()
    .user("We decided to keep SQLite. Because nobody wants to run a server.")
    .user("Wir haben uns für Graz entschieden. Denn dort wohnt Oma.");
  expect(itemsOf(talk, "decision")).toEqual([
    "We decided to keep SQLite. Because nobody wants to run a server.",
    "Wir haben uns für Graz entschieden. Denn dort wohnt Oma.",
  ]);
});

test("D3: a sentence that depends on the one before is kept together with it", () => {
  const talk = new Talk()
    .user("We got a puppy on Saturday. Her name is Biscuit. She is 9 weeks old.")
    .assistant("Nice.");
  expect(itemsOf(talk.user("Anything else?").assistant("No."), "fact")).toEqual([
    "We got a puppy on Saturday. Her name is Biscuit. She is 9 weeks old.",
  ]);
});

test("D3: a statement that a question hangs on is kept", () => {
  const talk = new Talk()
    .user("What do you know about trains?")
    .assistant("A lot.")
    .user("I moved to Porto in May, can you find me a dentist near Rua das Flores?")
    .assistant("Yes.")
    .user("Is Anna's birthday on 3 May 2019, or is it later?")
    .assistant("Later.");
  expect(itemsOf(talk, "fact")).toEqual(["I moved to Porto in May"]);
});

test("D3: a short answer is kept with its question, and cites both", () => {
  const talk = new Talk()
    .user("Let us talk about the medication.")
    .assistant("Of course. How much do you take each morning?")
    .user("45 mg")
    .assistant("Shall I set a daily reminder for it?")
    .user("yes please")
    .assistant("Anything else?")
    .user("thanks");
  const items = talk.extract();
  expect(items.filter((item) => item.text.includes("→"))).toMatchObject([
    { kind: "fact", text: "How much do you take each morning? → 45 mg", cites: ["7q2mz4k9r1td-2", "7q2mz4k9r1td-3"] },
    { kind: "decision", text: "Shall I set a daily reminder for it? → yes please" },
  ]);
});

test("D3: a repeated statement is kept once, in its newest words, with all places", () => {
  const items = new Talk()
    .user("I'm allergic to penicillin.")
    .assistant("Noted.")
    .user("As I said, I am allergic to penicillin!")
    .extract();
  expect(items.filter(({ kind }) => kind === "fact")).toMatchObject([
    { text: "As I said, I am allergic to penicillin!", cites: ["7q2mz4k9r1td-1", "7q2mz4k9r1td-3"] },
  ]);
});

test("D3: a correction is kept together with what it corrects, which is not kept alone", () => {
  const talk = new Talk()
    .user("I take 54 mg of Ritalin every morning.")
    .assistant("Noted.")
    .user("No, it's 45 mg, not 54.")
    .user("My sister Katrin marries in Graz.")
    .user("No, not in Graz but in Linz!");
  const items = talk.extract();
  expect(items.filter(({ kind }) => kind === "correction" || kind === "fact")).toMatchObject([
    {
      kind: "correction",
      text: "I take 54 mg of Ritalin every morning. → No, it's 45 mg, not 54.",
      cites: ["7q2mz4k9r1td-1", "7q2mz4k9r1td-3"],
    },
    { kind: "correction", text: "My sister Katrin marries in Graz. → No, not in Graz but in Linz!" },
  ]);
});

test("D3: a newer value pushes the older one back", () => {
  const weights = new Talk()
    .user("I take 54 mg of Ritalin every morning.")
    .user("I take 60 mg of Ritalin every morning.")
    .extract()
    .filter(({ kind }) => kind === "fact")
    .map((item) => item.weight);
  expect(weights[0]).toBeLessThan((weights[1] ?? 0) / 2);
});

test("D3: two people with the same kind of fact are two facts", () => {
  const talk = new Talk().user("Anna's birthday is on 3 May.").user("Ben's birthday is on 3 May.");
  expect(itemsOf(talk, "fact")).toHaveLength(2);
});

test("D3: commands come with how they ended, files with what was done, looking around not at all", () => {
  const items = new Talk()
    .user("make the build pass")
    .run("ls -la src", "a.ts")
    .run("npm run build", "Exit code 2\nsrc/a.ts(3,1): error TS2304: Cannot find name 'x'.", true)
    .edit("/repo/src/a.ts")
    .edit("/repo/src/a.ts")
    .run("cd /repo && npm test", "all good")
    .assistant("The build passes now. The import in `a.ts` was missing.")
    .extract();
  const texts = (kind: string) => items.filter((item) => item.kind === kind).map((item) => item.text);
  expect(texts("command")).toEqual([
    "`npm run build` → exit 2: src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
    "`cd /repo && npm test` → exit 0",
  ]);
  expect(texts("file")).toEqual(["/repo/src/a.ts (edited 2 times)"]);
  expect(texts("goal")).toEqual(["make the build pass"]);
  expect(texts("state")).toEqual(["The build passes now. The import in `a.ts` was missing."]);
});

test("D3: what keeps failing is a failed approach", () => {
  const failing = (talk: Talk) => talk.run("make deploy", "Exit code 1\nerror: quota exceeded", true);
  expect(itemsOf(failing(failing(new Talk().user("deploy it"))), "failed")).toEqual([
    "`make deploy` kept failing: error: quota exceeded",
  ]);
});

test("D3: a question that was answered is no open item, and a hundred of them are a handful of goals", () => {
  const talk = new Talk();
  for (let n = 0; n < 100; n++)
    talk
      .user(`How do I draw triangle number ${n} with a ruler?`)
      .assistant(`Draw side ${n} first, and then the other two. ${"It takes some time. ".repeat(20)}`);
  const items = talk.extract();
  expect(items.filter(({ kind }) => kind === "open_item")).toEqual([]);
  const goals = items.filter(({ kind }) => kind === "goal").map(({ text }) => text);
  expect(goals.length).toBeLessThanOrEqual(4);
  expect(goals[0]).toContain("triangle number 0");
  expect(goals.at(-1)).toContain("triangle number 99");
});

test("D3: what was asked last and not answered is open, unless what follows answers it", () => {
  const talk = new Talk().user("add a login page").assistant("Added.").user("now write the release notes");
  expect(itemsOf(talk, "open_item")).toEqual(["now write the release notes"]);
  expect(itemsOf(talk, "goal")).toEqual(["add a login page"]);
  expect(talk.extract(true).filter(({ kind }) => kind === "open_item")).toEqual([]);
});

test("D3: the agent's remaining steps are open until it works on", () => {
  const talk = new Talk().user("add a login page").edit("/repo/login.ts");
  talk.assistant("Added the page.\n\nNext steps:\n- Run `make deploy`\n- Update `docs/api.md`");
  expect(itemsOf(talk, "open_item")).toEqual(["Run `make deploy`", "Update `docs/api.md`"]);
  talk.user("go on").run("make deploy", "ok").assistant("Deployed.");
  expect(itemsOf(talk, "open_item")).toEqual([]);
});

test("D3: what an assistant explains in general can be had again", () => {
  const talk = new Talk();
  for (let n = 0; n < 8; n++)
    talk.user("why is that so?").assistant("Photosynthesis takes place in 2 stages. You should always drink water.");
  expect(talk.extract().filter(({ by }) => by === "agent")).toEqual([]);
});

test("D3: where two talk, what either says of themselves is kept, and encouragement is no rule", () => {
  const talk = new Talk();
  for (const thing of ["boat", "garden", "piano", "kiln", "loom"])
    talk
      .user(`I bought a ${thing} in Lisbon for ${thing.length * 100} euros last week.`)
      .assistant(`Never give up! My cousin Ottilie repaired her ${thing} within ${thing.length} days.`);
  const items = talk.extract();
  expect(items.filter(({ kind }) => kind === "constraint")).toEqual([]);
  expect(items.filter(({ kind, by }) => kind === "fact" && by === "agent").length).toBeGreaterThan(0);
});

test.each(["ok thanks!", "Wow, that's amazing!", "Sounds good to me", "haha yes", "👍👍", "Can't wait!", "好的，谢谢"])(
  "D3: nothing to keep in: %s",
  (text) => {
    const items = new Talk().user("How are you?").assistant("Fine.").user(text).assistant("…").extract();
    expect(items.filter(({ kind }) => kind !== "goal")).toEqual([]);
  },
);

test.each([
  "What is the capital of France?",
  "Wann hat Lena Geburtstag?",
  "你女儿的生日是5月3日吗？",
  "薬は45mgですか。",
])("D3: a question tells nothing: %s", (text) => {
  const items = new Talk().user("How are you?").assistant("Fine.").user(text).assistant("…").extract();
  expect(items.filter(({ kind }) => kind !== "goal")).toEqual([]);
});

test("D3: nothing is read out of code, tables and what a client wrapped", () => {
  const talk = new Talk().user(
    "```\nmy dose is 45 mg\n```\n| my dose | 45 mg | daily |\n<system-reminder>My dose is 45 mg.</system-reminder>",
  );
  expect(talk.extract()).toEqual([]);
});

test("D4: the register says how the user writes, and cites", () => {
  const talk = new Talk()
    .user("hey, my name is Sam 😀")
    .user("i'm making soup, it's the best 😀")
    .user("what's up with the weather 😀");
  const items = talk.extract();
  expect(items.filter((item) => item.kind === "register").map((item) => [item.text, item.cites.length > 0])).toEqual([
    ["The user writes in short messages, with emoji.", true],
  ]);
});

test("D3: our own tools' answers are an echo, not news", () => {
  const talk = new Talk().user("what did we say?");
  talk.messages.push({
    ...(talk.messages[0] as (typeof talk.messages)[number]),
    id: "7q2mz4k9r1td-2",
    seq: 2,
    role: "tool",
    kind: "tool_result",
    toolName: "mcp__throughline__recall",
    content: "My dose is 45 mg, see /etc/hosts",
  });
  expect(talk.extract().map(({ text }) => text)).toEqual(["what did we say?"]);
});
