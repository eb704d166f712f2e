import { expect, test } from "vitest";
import { constraintsIn, decisionsIn } from "./statements.ts";

const DECISIONS = [
  ...[
    "We decided to use rotating refresh tokens.",
    "Decision: keep SQLite as the default store",
    "I've decided against GraphQL.",
  ],
  ...[
    "We have finally agreed on port 8443.",
    "Let's go with Hono for the server.",
    "we'll use pnpm from now on",
    "They chose Redis.",
  ],
  ...[
    "Use Postgres instead of MySQL for the ledger.",
    "Use pino rather than winston.",
    "use Vitest over Jest",
    "It was decided to ship on Monday.",
  ],
  ...[
    "Keep the old endpoint because mobile clients still call it.",
    "We settled on UUID v7.",
    "We decided not to cache it.",
  ],
  ...[
    "Wir haben uns für Kysely entschieden.",
    "On a décidé de garder SQLite.",
    "Nous avons décidé.",
    "Decidimos usar Kysely.",
  ],
  ...["我们决定使用 SQLite 存储。", "SQLite を使うことにしました。"],
];

const NOT_DECISIONS = [
  ...[
    "We have not decided yet.",
    "I haven't decided on the name.",
    "We never agreed on that.",
    "The team is undecided.",
  ],
  ...[
    "Should we go with Redis?",
    "Should we go with Redis",
    "If we go with Redis, we need a cluster.",
    "Which one did they choose?",
  ],
  ...[
    "Fix the login page.",
    "Use the mouse to move over the button.",
    "The decision tree has three leaves.",
    "How we decided this is unclear.",
  ],
  ...["Run the tests again.", "ok, let's go with it?"],
];

const CONSTRAINTS = [
  ...[
    "Never push to main.",
    "You must keep the public API stable.",
    "Always run the linter first.",
    "Don't touch the migrations.",
  ],
  ...[
    "Please do not rename files.",
    "We cannot break the old clients.",
    "Make sure the tests pass.",
    "You may not use eval here.",
  ],
  ...[
    "And don't forget the changelog.",
    "Only use the standard library.",
    "It must stay under 2,000 characters.",
    "Fix it without changing the schema.",
  ],
  ...[
    "I want you to never force-push.",
    "Auf keinen Fall die Datenbank löschen.",
    "Il faut garder Node 20.",
    "Nunca borres la base.",
    "不要修改数据库。",
    "必ずテストを書いて。",
  ],
];

const NOT_CONSTRAINTS = [
  ...[
    "I can't find the file.",
    "It always fails on CI.",
    "I don't know why it breaks.",
    "This never worked.",
    "They still can't log in.",
  ],
  ...[
    "It will never connect.",
    "Can't you see it?",
    "Fix the login page.",
    "We don't think so.",
    "Don't worry about it.",
  ],
];

const INSISTED_ELSEWHERE = [
  ...["Bitte niemals direkt auf main pushen.", "Die Tests müssen mit Node 20 laufen.", "Bitte nichts committen."],
  ...["Bitte die Migrationen nicht anfassen.", "Nicht auf main pushen.", "Keine neuen Abhängigkeiten hinzufügen."],
  ...["Ne touche jamais au dossier migrations.", "Ne modifie pas la base.", "N'utilise pas eval ici."],
  ...["No toques la carpeta legacy.", "Por favor, no borres los datos.", "Asegúrate de que pasen las pruebas."],
  ...["Никогда не меняй файл config.prod.yaml", "Не трогай миграции.", "Пожалуйста, не удаляйте данные."],
  ...["Обязательно запусти тесты.", "Нельзя ломать старый API.", "Тесты должны проходить."],
  ...[
    "绝对不要修改 src/legacy 目录。",
    "请勿修改数据库。",
    "务必先运行测试。",
    "别动配置文件。",
    "嚴禁直接推送到主分支。",
  ],
  ...["src/vendor は絶対に変更しないでください。", "テストを消さないで。", "main に直接 push してはいけません。"],
];

/** Guesses, accounts of how things are, and complaints. */
const NOT_INSISTED = [
  ...["it must be the cache", "there must be something wrong", "I guess we don't always have it"],
  "I'm concerned about branches where we use `git add` but don't change the folder tree",
  ...[
    "why don't we need a lock here",
    "and if we don't have the join, let's make one",
    "I'll retry and make sure it is",
  ],
  "We got a report that it popped up without touching any other session",
  ...["Das muss der Cache sein.", "Es muss am Cache liegen.", "Der Test läuft nicht.", "Das geht immer noch nicht."],
  ...["Ça doit être le cache.", "Je ne comprends pas.", "Ça ne marche pas.", "Il ne fonctionne pas."],
  ...["No funciona.", "No tienes acceso.", "No es correcto.", "Debe ser la caché."],
  ...["Не работает.", "Не могу войти.", "Это, должно быть, кэш.", "Он всегда падает.", "Не очень хорошо"],
  ...["它不工作。", "特别慢。", "動かないです。", "必ず失敗する。"],
];

const INSISTED = [
  ...["when you commit, don't sign it", "if the build fails, do not retry", "It must be idempotent."],
  ...["The id must be the hash of the content.", "The id must be a UUID.", "For now don't change the exporter."],
];

test.each([...INSISTED, ...INSISTED_ELSEWHERE])("R4: insisted on: %s", (text) => {
  expect(constraintsIn(text)).toHaveLength(1);
});
test.each(NOT_INSISTED)("R4: not insisted on: %s", (text) => {
  expect(constraintsIn(text)).toEqual([]);
});

test("R4: what the user hands on is not what they insist on; what they write under a heading for rules is", () => {
  const plan = "# Plan\n\nThe type must be stored.\n\n## Steps\n1. Don't fire EventCommit (avoids complexity).";
  expect(constraintsIn(`Implement this, but never touch src/legacy:\n\n${plan}`)).toEqual([
    "Implement this, but never touch src/legacy:",
  ]);
  expect(constraintsIn("Tom wrote:\n> You must never do that.\nWhat do you think?")).toEqual([]);
  expect(constraintsIn(`${plan}\n\n## Rules\n- Never push to main.`)).toEqual(["Never push to main."]);
});

test("R4: a rule comes without half a pair of brackets", () => {
  expect(constraintsIn("can you add a test? (don't add too many, just the core issue(s)")).toEqual([
    "don't add too many, just the core issue(s)",
  ]);
  expect(constraintsIn("Fix it. (Don't touch the schema)")).toEqual(["Don't touch the schema"]);
  expect(constraintsIn("Don't touch it (the schema)")).toEqual(["Don't touch it (the schema)"]);
});

test("R4: neither a row of a table nor what is done at once is a decision", () => {
  expect(decisionsIn("| 27 | 534 | Use `a.When` instead of `b.When`. We decided to wait. | Low |")).toEqual([]);
  expect(decisionsIn("Now fix issue #3 - use `ctx` instead of `Background()`:")).toEqual([]);
});

test.each(DECISIONS)("C4: a decision: %s", (text) => {
  expect(decisionsIn(text)).toHaveLength(1);
});
test.each(NOT_DECISIONS)("C4: no decision: %s", (text) => {
  expect(decisionsIn(text)).toEqual([]);
});
test.each(CONSTRAINTS)("R4: a constraint: %s", (text) => {
  expect(constraintsIn(text)).toHaveLength(1);
});
test.each(NOT_CONSTRAINTS)("R4: no constraint: %s", (text) => {
  expect(constraintsIn(text)).toEqual([]);
});

test("C4: each statement is its own sentence, list marks and emphasis off, in order", () => {
  const text =
    "Some talk first. **We decided to use v7 ids.** Fine!\n- Let's use `src/a.b.ts` for it.\n1. Decision: ship v1.2.3 on 2026-01-01.";
  expect(decisionsIn(text)).toEqual([
    "We decided to use v7 ids.",
    "Let's use `src/a.b.ts` for it.",
    "Decision: ship v1.2.3 on 2026-01-01.",
  ]);
});

test("C4: nothing is read out of code, of what a client wrapped, of a fragment or of a wall of text", () => {
  expect(decisionsIn("```\n// we decided to use v7\n```")).toEqual([]);
  expect(constraintsIn("<system-reminder>You must never do this.</system-reminder>")).toEqual([]);
  expect(constraintsIn("never")).toEqual([]);
  expect(constraintsIn(`never ${"x ".repeat(300)}`)).toEqual([]);
});

test("C4: a megabyte of hostile text is read in no time", () => {
  const hostile = [
    `use ${"a ".repeat(500_000)}`,
    "we ".repeat(300_000),
    "```".repeat(300_000),
    `${"- ".repeat(500_000)}never`,
  ];
  const before = performance.now();
  for (const text of hostile) [decisionsIn(text), constraintsIn(text)];
  expect(performance.now() - before).toBeLessThan(3000);
});

test.each([
  "I'll use the brainstorming skill to explore this feature properly.",
  "I will use the reviewer agent for a thorough review.",
])("R4: what the agent takes to hand is no decision about the work: %s", (text) => {
  expect(decisionsIn(text)).toEqual([]);
});

test("R4: what it takes for the work is one", () => {
  expect(decisionsIn("I'll use a table for the tools.")).toHaveLength(1);
});
