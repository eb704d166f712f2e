import { describe, expect, test } from "vitest";
import { callContent } from "../../capture/index.ts";
import { SessionReader } from "./session-reader.ts";

type Act = readonly [tool: string, input: Readonly<Record<string, unknown>>, output?: string];
type Turn = readonly [prompt: string, reply?: string, ...acts: Act[]];

const EDIT: Act = ["Edit", { file_path: "src/report.ts", old_string: "a", new_string: "b" }];
const RUN: Act = ["Bash", { command: "git merge --ff-only export" }, "Fast-forward"];

/** What is read of a session of these turns. */
function read(...turns: readonly Turn[]) {
  const reader = new SessionReader();
  const createdAt = "2026-01-01T00:00:00.000Z";
  let seq = 0;
  for (const [prompt, reply, ...acts] of turns) {
    reader.add({ kind: "prompt", role: "user", content: prompt, createdAt, seq: ++seq });
    for (const [tool, input, content = "ok"] of acts) {
      const toolUseId = `${seq}`;
      reader.add({
        kind: "tool_use",
        role: "assistant",
        content: callContent(tool, input),
        toolName: tool,
        toolUseId,
        createdAt,
        seq: ++seq,
      });
      reader.add({ kind: "tool_result", role: "tool", content, isError: false, toolUseId, createdAt, seq: ++seq });
    }
    if (reply !== undefined) reader.add({ kind: "text", role: "assistant", content: reply, createdAt, seq: ++seq });
  }
  return reader.read();
}

const PUSH: Act = ["Bash", { command: "git commit -am export && git push" }, "[main 1a2b3c4] export"];

const BEGUN: Turn = ["Add a csv export to the report page", "The export is in.", EDIT];

describe("K3: what is finished", () => {
  test.each([
    ["thanks", "You're welcome."],
    ["perfecto, terminado.", "Un placer."],
    ["very good. done with this.", "Great."],
    ["perfect, thanks, that's it for today", "See you!"],
    ["Oh wow, that is exactly what I was hoping for, thank you so so much, all done then!", "Enjoy!"],
  ])("accepted by %j", (prompt, reply) => {
    expect(read(BEGUN, [prompt, reply]).isFinished).toBe(true);
  });

  test("accepted by words that ask for nothing, once the agent reports it finished", () => {
    const closing: Turn = ["Lovely, then I can show it to the board tomorrow.", "Good luck!"];
    const merged: Turn = ["Merge it.", "Merged, the checks are green. The export is finished.", RUN];
    expect(read(BEGUN, merged, closing).isFinished).toBe(true);
    expect(read(BEGUN, closing).isFinished).toBe(false);
  });

  test("accepted with what is left to deliver", () => {
    const deliver: Turn = ["great. commit and push, we're done", "Committed and pushed.", PUSH];
    expect(read(BEGUN, deliver).isFinished).toBe(true);
    expect(read(BEGUN, ["commit and push", "Committed and pushed.", PUSH, EDIT]).isFinished).toBe(false);
  });

  test("accepted by the first words of a later session, if they say that it works", () => {
    expect(read(["thanks, all good, works", "Glad to hear it."])).toMatchObject({ isFinished: true, isWork: true });
    expect(read(["thanks", "You're welcome."])).toMatchObject({ isFinished: false, isWork: false });
  });

  const MORE: readonly Turn[] = [
    ["now the xlsx export as well please"],
    ["now the xlsx"],
    ["delete the old export code too", "The nightly job still calls exportOld(). Shall I move the job over first?"],
    ["revert that, it deletes the vat column", "It does so because the header is read twice."],
    ["再加上xlsx导出", "API Error: 529 Overloaded"],
    ["Never use unsafe there.", "Understood."],
    ["great, now the same for the pdf please", "On it."],
    ["why is it so slow", "The header is read twice."],
    ["now the pdf", "Done, with the same header.", EDIT],
  ];
  test.each(MORE.map((turn) => ({ turn, words: turn[0] })))("not by $words", ({ turn }) => {
    expect(read(BEGUN, turn).isFinished).toBe(false);
  });
});

describe("K3: the open request", () => {
  test("is neither a question that changed nothing nor one taken back in the middle", () => {
    const asked: Turn = ["how many rows does the report have", "4,100.", ["Bash", { command: "wc -l report.csv" }]];
    expect(read(BEGUN, asked).request?.text).toBe("Add a csv export to the report page");
    const begun: Turn = ["oh and could you also, hm, no wait", undefined, ["Read", { file_path: "README.md" }]];
    expect(read(BEGUN, begun, ["sorry, never mind that one", "No problem."]).request?.text).toBe(
      "Add a csv export to the report page",
    );
  });

  test("has the few words after it", () => {
    expect(read(BEGUN, ["split by county", "That gives 32 files."]).request?.text).toBe(
      "Add a csv export to the report page … split by county",
    );
  });

  test.each([["brb"], ["and?"], ["postgres or sqlite?"]])("has not what adds nothing: %s", (scrap) => {
    expect(read(BEGUN, [scrap, "Here I am."]).request?.text).toBe("Add a csv export to the report page");
  });
});

describe("K3: the goal", () => {
  const goalOf = (...turns: readonly Turn[]) => read(...turns).goal?.text;
  const LOGIN: Turn = ["now the login page please, with a code by mail", "Begun.", EDIT];

  test("is neither a question that was answered nor a rule", () => {
    expect(goalOf(["how do i center a div", "With flexbox."], LOGIN)).toBe(LOGIN[0]);
    expect(goalOf(["never touch the vendor folder, it's a submodule", "Noted."], LOGIN)).toBe(LOGIN[0]);
  });

  test("is what came after work that the user accepted", () => {
    expect(goalOf(BEGUN, ["thanks, that's it", "You're welcome."], LOGIN)).toBe(LOGIN[0]);
    expect(goalOf(BEGUN, ["go on", "Further.", EDIT], LOGIN)).toBe(BEGUN[0]);
  });
});

describe("K3: what only asks and is answered", () => {
  test("is no work because of a rule in it, and its question is not handed over", () => {
    const asked = read(["write me a haiku about tides, never use the word moon", "The sea comes and goes."]);
    expect(asked.isWork).toBe(false);
    const { highlights } = read(BEGUN, ["which font did we say?", "None yet, I think."]);
    expect(highlights.map(({ text }) => text)).not.toContain("which font did we say?");
  });
});

test("K1: a few words of the user's are handed over, courtesies are not", () => {
  const said = ["client wins", "EUR only", "禁用弹窗"];
  const { highlights } = read(BEGUN, ...said.map((prompt): Turn => [prompt, "Ok.", EDIT]), ["thanks", "Ok.", EDIT]);
  expect(highlights.map(({ text }) => text)).toEqual(expect.arrayContaining(said));
  expect(highlights.map(({ text }) => text)).not.toContain("thanks");
});

describe("K1: rules", () => {
  test("of a letter that the user asks about are not the user's", () => {
    const letter = "Sehr geehrter Herr Kunz,\n\ndie Lieferung muss immer bis 7 Uhr da sein.\n\nwas antworte ich da?";
    expect(read(BEGUN, [letter, "Schreiben Sie, dass es 8 Uhr wird."]).statements).toEqual([]);
  });

  test("of a session are kept as many as anybody says, and the newest of more", () => {
    const rules = Array.from({ length: 50 }, (_, at): Turn => [`module number ${at} must keep its interface`, "Ok."]);
    const texts = read(BEGUN, ...rules).statements.map(({ text }) => text);
    expect(texts).toHaveLength(40);
    expect(texts.at(-1)).toBe("module number 49 must keep its interface");
  });

  const rulesOf = (prompt: string) => read([prompt, "Yes.", EDIT]).statements.map(({ text }) => text);

  test("two in one message are two", () => {
    expect(
      rulesOf("Never push to main directly, open a pull request.\nAnd don't touch the file legacy/tax.py."),
    ).toEqual(["Never push to main directly, open a pull request.", "And don't touch the file legacy/tax.py."]);
  });

  test("of a list that somebody typed are read, those of a pasted document are not", () => {
    const list = [
      "rules for this project:",
      ...Array.from({ length: 7 }, (_, n) => `- module m${n} must never import n${n}`),
    ];
    expect(rulesOf(list.join("\n")).length).toBeGreaterThanOrEqual(7);
    const pasted = Array.from({ length: 60 }, (_, n) => `- The service ${n} must never answer later than ${n} ms.`);
    expect(rulesOf(["what do you think of this?", ...pasted].join("\n"))).toEqual([]);
  });

  test("in somebody else's words are none of the user's; between two short quotations they are the user's own", () => {
    const between = `The "City not found" text must never reach a customer, and this goes for the log too, as does "No route".`;
    expect(rulesOf(between)).toEqual([between]);
    const quoted = `My colleague says "we must never show this text to a customer, not even in the log, whatever happens". Agree?`;
    expect(rulesOf(quoted)).toEqual([]);
  });

  test("that differ in a name are both kept", () => {
    const { statements } = read(
      ["Never push to the main branch.", "Ok.", EDIT],
      ["Never push to the release branch.", "Ok."],
    );
    expect(statements).toHaveLength(2);
  });
});

describe("K2: what was agreed on is a decision", () => {
  const PROPOSED = "Amounts come back as 15.4999. I'd suggest keeping them in cents. Shall I?";
  const decisionsAfter = (reply: string, answer: string) =>
    read(["Fix the rounding", reply], [answer, "Done.", EDIT]).statements.map(({ text, by }) => [text, by]);

  test.each([["yes do that"], ["Ja, so machen wir das. Und 70 % bei Bewirtung."], ["pode ser sim"]])(
    "a proposal, with the words that accept it: %s",
    (answer) => {
      expect(decisionsAfter(PROPOSED, answer)).toContainEqual([
        expect.stringContaining("to: I'd suggest keeping them in cents."),
        "user",
      ]);
    },
  );

  test("one of several ways, picked in the agent's words", () => {
    const offered = "Either a ring buffer inside the player, or an InputBuffer autoload.";
    expect(decisionsAfter(offered, "autoload")).toEqual([[`"autoload" to: ${offered}`, "user"]]);
    expect(decisionsAfter(offered, "what is an autoload")).toEqual([]);
  });

  test.each([
    ["no, leave it"],
    ["thanks"],
    ["yes but first tell me why the totals differ between both of the reports"],
  ])("nothing is agreed on by %j", (answer) => {
    expect(decisionsAfter(PROPOSED, answer)).toEqual([]);
  });

  test("what the user typed in answer to a question of a tool is theirs; an option that they picked is the agent's", () => {
    const input = { questions: [{ question: "Where to?", options: [{ label: "A new file" }] }] };
    const asked = (answer: string): Act => [
      "AskUserQuestion",
      input,
      `User has answered: "Where to?"="${answer}". Go on.`,
    ];
    const saidAfter = (answer: string) =>
      read(["Store the consent", "Stored.", asked(answer)])
        .highlights.filter(({ by }) => by === "user")
        .map(({ text }) => text);
    expect(saidAfter("into the settings file that we have")).toContain("into the settings file that we have");
    expect(saidAfter("A new file")).toEqual(["Store the consent"]);
  });
});

describe("K2: a failure is over when the user says so, in words that belong to it", () => {
  const FAILED: Act = ["Bash", { command: "conftest test plan.json" }, "Exit code 1\nFAIL - deny_public_subnet"];
  const failing = (said: string) =>
    read(["Check the plan", "The policy check is red.", FAILED], [said, "Good."]).failures.length;

  test.each([
    ["Policy passes now. Secrets next.", 0],
    ["The subnet is fixed, thanks.", 0],
    ["The invoices work fine.", 1],
    ["does the policy check pass now?", 1],
    ["the policy check must pass", 1],
    ["the policy check does not work yet", 1],
  ])("%s", (said, left) => {
    expect(failing(said)).toBe(left);
  });
});

test("K4: what is next is the announced step, without its label", () => {
  const stepOf = (reply: string) => read(["Clean the notebook up please", reply, EDIT]).nextStep?.text;
  expect(stepOf("DNS is in. Next: the rollback part of the runbook.")).toBe("the rollback part of the runbook.");
  expect(stepOf("The next cell was already clean. Then the export took 3 s.")).toBeUndefined();
});

test("K4: the next step is taken from the sentence that names it", () => {
  const reply = "Nearly: the concurrent read still fails. The next step would be to switch on WAL.";
  expect(read(["and?", reply]).nextStep?.text).toBe("The next step would be to switch on WAL.");
});
