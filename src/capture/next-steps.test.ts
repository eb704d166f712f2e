import { expect, test } from "vitest";
import { nextStepsAfter, nextStepsIn } from "./next-steps.ts";

test.each<[string, string]>([
  ["Edited `src/f.py` line 45. Next, edit `src/f.py` line 46.", "Edit `src/f.py` line 46."],
  ["All tests pass: 12 of 12. Now I need to run `npm run build`.", "Run `npm run build`."],
  ["Chose plan B. Next, run `make`.", "Run `make`."],
  ["Edited the file. Now I have to run `make`.", "Run `make`."],
  ["Edited the file; next, run `make`.", "Run `make`."],
  ["Done ✅ Next: run `make`.", "run `make`."],
  ["Done. Next: run `make`.", "Run `make`."],
  ["I still need to update `docs/api.md`.", "Update `docs/api.md`."],
  ["Next, edit `a.ts` line 46. Then I will run the tests.", "Edit `a.ts` line 46."],
  ["Done with the form. I'll fix the token check in `src/auth.ts` next.", "Fix the token check in `src/auth.ts` next."],
  ["My next step would be to run `make`.", "Run `make`."],
  ["Wrote it.\n\n## Next Action\nRun `pytest -k login`\n", "Run `pytest -k login`"],
  ["Wrote it.\n\n**Next steps:**\n1. Run `make`\n2. Ship", "Run `make`"],
  ["Zeile 45 ist fertig. Als Nächstes führe ich `make` aus.", "Als Nächstes führe ich `make` aus."],
  ["Geändert: Zeile 45. Jetzt muss ich noch `make` ausführen.", "Jetzt muss ich noch `make` ausführen."],
  ["Der nächste Schritt ist fertig. Nächster Schritt: `make` ausführen", "`make` ausführen"],
  ["C'est fait. Maintenant je vais lancer `make`.", "Maintenant je vais lancer `make`."],
  ["Prochaine étape : lancer `make`", "lancer `make`"],
  ["Listo. Ahora voy a ejecutar `make`.", "Ahora voy a ejecutar `make`."],
  ["Pronto. Agora vou rodar `make`.", "Agora vou rodar `make`."],
  ["Fatto. Ora devo eseguire `make`.", "Ora devo eseguire `make`."],
  ["Готово. Теперь нужно запустить `make`.", "Теперь нужно запустить `make`."],
  ["改好了。下一步：运行 `make`", "运行 `make`"],
  ["改好了。接下来我要运行 `make`。", "接下来我要运行 `make`。"],
])("N1, C8: of %j the announced step is next", (text, step) => {
  expect(nextStepsIn(text)[0]).toBe(step);
});

test.each([
  "The next thing that happened was odd.",
  "Nextcloud is installed.",
  "Remaining tests pass.",
  "Now I need to know which port you want.",
  "Next time we should talk first.",
  "Should I now run `make`?",
  "Next: none.",
  "Als Nächstes war der Server weg.",
  "It went to the next page; nothing else happened.",
  "I need more coffee.",
])("N1, C8: %j announces nothing", (text) => {
  expect(nextStepsIn(text)).toEqual([]);
});

test("N1, C8: without an announced step, what still fails is next, and then the last request", () => {
  const createdAt = "2026-11-15T10:00:00.000Z";
  const asked = { kind: "prompt", role: "user", content: "Fix the parser", createdAt } as const;
  const saving = { ...asked, content: "save a checkpoint please" };
  const [ran, failed] = [
    { kind: "tool_use", role: "assistant", toolUseId: "1", createdAt } as const,
    { kind: "tool_result", role: "tool", toolUseId: "1", isError: true, createdAt } as const,
  ];
  const content = JSON.stringify({ name: "Bash", input: { command: "make" } });
  expect(nextStepsAfter([asked, saving])).toEqual(["Fix the parser"]);
  expect(nextStepsAfter([asked, { ...ran, content }, { ...failed, content: "Exit code 2\nError: boom" }])).toEqual([
    "Fix the failure, then rerun `make`: exit 2: Error: boom",
  ]);
});

const createdAt = "2026-11-15T10:00:00.000Z";
const asked = (content: string) => ({ kind: "prompt", role: "user", content, createdAt }) as const;
const replied = (content: string) => ({ kind: "text", role: "assistant", content, createdAt }) as const;
let calls = 0;
function ran(command: string, result: string, isError = false) {
  calls += 1;
  const of = { toolUseId: `c${calls}`, createdAt };
  const content = JSON.stringify({ name: "Bash", input: { command } });
  return [
    { ...of, kind: "tool_use", role: "assistant", content } as const,
    { ...of, kind: "tool_result", role: "tool", content: result, isError } as const,
  ];
}

test.each([
  "<tool_use_error>Blocked: run it in the background instead</tool_use_error>",
  "Permission to use Bash with command sleep 60; npm test has been denied.",
  "PreToolUse:Bash hook denied this tool",
  "The user doesn't want to proceed with this tool use.",
  "[Request interrupted by user for tool use]",
])("N1: a call that came back with %j is never the next action", (refusal) => {
  const messages = [asked("Make the tests pass in src/auth.ts"), ...ran("sleep 60; npm test", refusal, true)];
  expect(nextStepsAfter(messages)).toEqual(["Make the tests pass in src/auth.ts"]);
});

test("N1: the step that the agent named in this turn comes before what fails, however much it wrote since", () => {
  const narration = ["The log is empty.", "It hangs.", "Trying once more.", "Still nothing."];
  const turn = [
    asked("Make the tests pass"),
    replied("Next: add a timeout to `src/auth.ts`."),
    ...narration.flatMap((text) => [replied(text), ...ran(`./probe ${text.length}`, "Exit code 1\nError: boom", true)]),
  ];
  expect(nextStepsAfter(turn)).toEqual(["add a timeout to `src/auth.ts`."]);
  expect(nextStepsAfter([...turn, asked("Now paint the shed."), ...narration.map(replied)])).toEqual([
    expect.stringMatching(/^Fix the failure, then rerun `\.\/probe/),
  ]);
});

test("N1: a step whose command has run since is done; one that was refused is not", () => {
  const messages = [asked("Make the tests pass"), replied("Now I'll run `npm test`.")];
  expect(nextStepsAfter([...messages, ...ran("npm test", "12 passed")])).toEqual(["Make the tests pass"]);
  expect(nextStepsAfter([...messages, ...ran("npm test", "<tool_use_error>Blocked</tool_use_error>", true)])).toEqual([
    "Run `npm test`.",
  ]);
});
