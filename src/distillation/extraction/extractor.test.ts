import { expect, test } from "vitest";
import { itemsOf, Talk } from "../test-kit.ts";

test("D3: a decision keeps its reason, also when that stands in the next sentence", () => {
  const talk = new Talk()
    .user("We decided to keep SQLite. Because nobody wants to run a server.\nWe agreed on port 8443. It rains today.")
    .user("Wir haben uns für Graz entschieden. Denn dort wohnt Oma.");
  expect(itemsOf(talk, "decision")).toEqual([
    "We decided to keep SQLite. Because nobody wants to run a server.",
    "We agreed on port 8443.",
    "Wir haben uns für Graz entschieden. Denn dort wohnt Oma.",
  ]);
});

test("D3: a sentence that leans on the one before is told together with it", () => {
  const talk = new Talk().user("We got a puppy on Saturday. Her name is Biscuit. She is 9 weeks old.");
  expect(itemsOf(talk, "fact")).toEqual(["We got a puppy on Saturday. Her name is Biscuit. She is 9 weeks old."]);
});

test("D3: a statement that a question hangs on is kept, the question is what was asked for", () => {
  const talk = new Talk()
    .user("I moved to Porto in May, can you find me a dentist near Rua das Flores?")
    .assistant("Yes.");
  expect(itemsOf(talk, "fact")).toEqual(["I moved to Porto in May"]);
  expect(itemsOf(talk, "goal")).toEqual(["can you find me a dentist near Rua das Flores?"]);
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
  const { items } = talk.extract();
  expect(items.filter((item) => item.text.includes("→"))).toMatchObject([
    { kind: "fact", text: "How much do you take each morning? → 45 mg", cites: ["7q2mz4k9r1td-2", "7q2mz4k9r1td-3"] },
    { kind: "decision", text: "Shall I set a daily reminder for it? → yes please" },
  ]);
});

test("D3: what is said again is kept once, in its newest words, with all places", () => {
  const { items } = new Talk()
    .user("I'm allergic to penicillin.")
    .assistant("Noted.")
    .user("As I said, I am allergic to penicillin!")
    .extract();
  expect(items).toMatchObject([
    { text: "As I said, I am allergic to penicillin!", cites: ["7q2mz4k9r1td-1", "7q2mz4k9r1td-3"] },
  ]);
});

test("D3: a correction that cannot stand alone is told with what it corrects, which is not told any more", () => {
  const talk = new Talk()
    .user("I take 54 mg of Ritalin every morning.")
    .assistant("Noted.")
    .user("No, it's 45 mg, not 54.")
    .user("My sister Katrin marries in Graz.")
    .user("No, not in Graz but in Linz!");
  expect(talk.extract().items.filter((item) => item.kind !== "register")).toMatchObject([
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
    .items.map((item) => item.weight);
  expect(weights[0]).toBeLessThan((weights[1] ?? 0) / 2);
});

test("D3: two people with the same kind of fact are two facts", () => {
  const talk = new Talk().user("Anna's birthday is on 3 May.").user("Ben's birthday is on 3 May.");
  expect(itemsOf(talk, "fact")).toHaveLength(2);
});

test("D3: commands come with how they ended, files with what was done, looking around not at all", () => {
  const { items } = new Talk()
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

test("D3: announcing the next call is no promise, saying it at the end of a turn is one", () => {
  const announced = new Talk().user("fix it").assistant("I'll check the logs of Monday first.").run("make logs", "ok");
  expect(itemsOf(announced, "promise")).toEqual([]);
  const promised = new Talk().user("thank you for today").assistant("I'll check the logs of Monday first.");
  expect(itemsOf(promised, "promise")).toEqual(["I'll check the logs of Monday first."]);
});

test("D3: what was asked last and not answered is open; what was asked before is a goal", () => {
  const talk = new Talk().user("add a login page").assistant("Added.").user("now write the release notes");
  expect(itemsOf(talk, "open_item")).toEqual(["now write the release notes"]);
  expect(itemsOf(talk, "goal")).toEqual(["add a login page"]);
});

test("D3: something that was left open and is done steps back", () => {
  const talk = new Talk().user("I need to renew my passport.").assistant("Good luck.");
  const weight = () => talk.extract().items.find((item) => item.text.startsWith("I need"))?.weight ?? 0;
  const open = weight();
  talk.user("I have renewed my passport, all done.");
  expect(weight()).toBeLessThan(open / 2);
});

test("D4: the register says how the two talk, and cites", () => {
  const talk = new Talk()
    .user("hey, my name is Sam 😀")
    .user("i'm making soup, it's the best 😀")
    .user("what's up with the weather 😀");
  const { items } = talk.extract();
  expect(items.filter((item) => item.kind === "register").map((item) => [item.text, item.cites.length > 0])).toEqual([
    ["The user is called Sam.", true],
    ["The user writes English, in short messages, informally, with emoji.", true],
  ]);
  const formal = new Talk().user("Könnten Sie mir bitte die Rechnung schicken? Ich warte auf Sie und die Unterlagen.");
  formal.user("Ich danke Ihnen für die Auskunft und das Angebot.").user("Haben Sie auch eine Adresse für die Post?");
  expect(itemsOf(formal, "register")).toEqual(["The user writes German, in short messages, formally."]);
});

const NAMED = [
  ["call me Sam", "Sam"],
  ["I'm Craig, a developer who likes trains", "Craig"],
  ["Ich heiße Jörg-Peter und wohne in Graz", "Jörg-Peter"],
  ["меня зовут Анна", "Анна"],
  ["我叫小雨", "小雨"],
  ["call me later, my name is not important", undefined],
  ["I'm German, and proud of it", undefined],
] as const;

test.each(NAMED)("D4: what the user is called: %s", (said, name) => {
  const lines = itemsOf(new Talk().user(said), "register");
  expect(lines).toEqual(name === undefined ? [] : [`The user is called ${name}.`]);
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
  expect(talk.extract().anchors).toEqual([]);
});
