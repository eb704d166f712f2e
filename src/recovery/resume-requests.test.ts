import { expect, test } from "vitest";
import { expectProportional } from "../../test/support/growth.ts";
import { traitsOf } from "../harnesses/traits/index.ts";
import { asksToResume } from "./resume-requests.ts";

test.each([
  "continue where we left off",
  "Continue from where you left off please",
  "pick up where we stopped yesterday",
  "let's resume the work where i was",
  "where did we stop?",
  "Where were we?",
  "where are we at?",
  "where have you left off",
  "what was I working on?",
  "What were we doing",
  "what was i working on yesterday?",
  "<summary>The user wants rotating tokens…</summary>\nGo on.",
  "<summary>\ncut off before it was closed",
  "This session is being continued from a previous conversation that ran out of context.",
  "Wo waren wir?",
  "Wo haben wir aufgehört?",
  "Où en étions-nous ?",
  "¿Dónde lo dejamos?",
  "我们上次做到哪里了？",
  "どこまでやったっけ",
  "resume task token-refresh",
  "Continue task build-login-page",
  "resume checkpoint q1-data-analysis",
  "The conversation was compacted, go on.",
  "Mach weiter, wo wir aufgehört haben",
  "Woran habe ich zuletzt gearbeitet?",
  "Où nous sommes-nous arrêtés ? Reprenons là où nous en étions",
  "Reprends là où on s'est arrêtés",
  "Sur quoi je travaillais ?",
  "¿En qué estábamos trabajando?",
  "¿Dónde me quedé?",
  "从上次的地方继续",
  "我上次在做什么？",
  "前回の続きからお願いします",
  "何をしていましたっけ",
  "Good morning! Where were we?",
  "Ok, continue where we left off: the token refresh",
  "Mach bitte da weiter, wo wir aufgehört haben.",
  "weitermachen, wo wir aufgehört haben",
  "Wo sind wir stehengeblieben?",
  "继续上次的工作",
  "接着上次的地方继续做",
  "请从上次停下的地方继续",
  "我们刚才说到哪了？",
  "Sigamos donde lo dejamos",
])("R6: asks to resume: %s", (prompt) => {
  expect(asksToResume(prompt)).toBe(true);
});

test.each([
  "continue",
  'Rename the button "continue where we left off" to "Resume".',
  "The label should read continue where we left off",
  "Add a test for the prompt: continue where we left off",
  "`where were we?` is a prompt that must not crash the parser",
  "> where did we stop?\nis what the user typed, and it failed",
  "Schreibe „Wo waren wir?“ auf die Startseite.",
  "把按钮改成「继续上次的工作」",
  `Where were we? ${"The importer reads the file twice, and the second time it is empty. ".repeat(4)}`,
  "Render <summary>More</summary> inside <details>",
  "stop the server",
  "where do we look at the logs",
  "where are you going to put the config file?",
  "where did you put the file",
  "what are we doing about the login bug?",
  "what are you doing with the cache invalidation in src/cache.ts",
  "write a summary of the changes",
  "Render <details><summary>More</summary>text</details> on the page",
  '<details open class="x">\n  <summary>More</summary></details>',
  "resume the download when the network is back",
  "pick up the phone number where the user enters it",
  "fix the login page",
  "resume the task when the network is back",
  "resume tasks in the queue after a crash",
  "continue task if the flag is set",
  "wo ist die Datei?",
  "où est le fichier ?",
  "continue où que tu sois",
  "dónde está el archivo",
  "在哪里配置？",
  "続けて",
  "/recall tokens",
  "",
])("R6: does not ask to resume: %s", (prompt) => {
  expect(asksToResume(prompt)).toBe(false);
});

test("R6: OpenClaw's legacy commands ask for it there, and nowhere else", () => {
  for (const prompt of ["/recall", "/recall token rotation", "/context"]) {
    expect(asksToResume(prompt, traitsOf("openclaw").resumeCommand)).toBe(true);
    expect(asksToResume(prompt, traitsOf("claude-code").resumeCommand)).toBe(false);
  }
  expect(asksToResume("/contextual help is missing", traitsOf("openclaw").resumeCommand)).toBe(false);
});

test.each([
  ["", "continue "],
  ["", "where we "],
  ["<details ", "<summary "],
])("R6: a megabyte of %j and then %j is judged in time that is proportional to its length", (first, piece) =>
  expectProportional(
    (prompt) => asksToResume(prompt),
    (size) => `${first}${piece.repeat(size / piece.length)}`,
    1_000_000,
  ),
);
