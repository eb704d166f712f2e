import { expect, test } from "vitest";
import { activityOf } from "./index.ts";

const prompts = (...said: string[]) =>
  said.map((content, n) => ({
    ...{ kind: "prompt" as const, role: "user" as const, content, seq: n + 1 },
    createdAt: "2026-03-01T10:00:00.000Z",
  }));
const standing = (...said: string[]): string[] => activityOf(prompts(...said)).constraints.map(({ text }) => text);

const ENDED: [string, ...string[]][] = [
  ["don't fix anything, but just validate it works", "ok, now fix it, and commit"],
  ["don't fix anything, but just validate it works", "there are merge conflicts against main, can you fix them?"],
  ["don't fix anything, but just validate it works", "what does the second one do?", "add a changelog entry"],
  ["For now don't change the exporter.", "Show me the dates", "Then the memory use"],
  ["Please do not commit yet.", "show me the diff", "rename the flag"],
  ["yes, but we don't need to commit", "looks fine, commit this please"],
  ["Don't touch the migrations.", "You can now change the migrations."],
  ["Don't touch the migrations.", "go ahead and edit the migrations as well"],
  ["Always run the linter before you commit.", "forget about the linter"],
  ["Always run the linter before you commit.", "there is no need to run the linter any more"],
  ["Never push to main.", "this one is urgent, push it to main"],
  ["Bitte die Datenbank nicht löschen.", "Jetzt lösche die Datenbank"],
  ["Ne modifie pas la base.", "tu peux maintenant modifier la base"],
  ["No toques la carpeta legacy por ahora.", "lista los archivos", "cambia el nombre"],
  ["Не трогай миграции.", "теперь можешь трогать миграции"],
  ["不要修改数据库。", "现在可以修改数据库了"],
  ["src/vendor は変更しないでください。", "src/vendor を変更して"],
];

const STANDING: [string, ...string[]][] = [
  ["Never push to main.", "push the branch", "rename the flag"],
  ["Never push to main.", "this one is urgent, push it to main", "now the docs"],
  ["Don't touch the migrations.", "run the migrations", "touch up the docs"],
  ["Don't touch the migrations.", "why did you touch the migrations?"],
  ["Don't touch the migrations.", "and do not touch the tests"],
  ["don't fix anything", "the fix of Tom looks wrong", "is it fixed?"],
  ["You must not change the public API of Exporter, and never touch src/legacy.", "change the dates of Exporter"],
  ["You must not change the public API.", "forget about the dates"],
  ["Always run the linter first.", "add a test", "and another one", "commit"],
  ["The first line must be a header.", "add a test", "and another one"],
  ["Just don't rename the files.", "add a test", "and another one"],
  ["don't fix anything, but just validate it works", "what does the second one say?"],
  ["Никогда не меняй файл config.prod.yaml", "поменяй файл readme"],
  ["绝对不要修改 src/legacy 目录。", "修改 src/new 目录"],
];

test.each(ENDED)("R4: a rule is over: %s → %s", (...said) => {
  expect(standing(said[0])).toHaveLength(1);
  expect(standing(...said)).not.toContain(standing(said[0])[0]);
});

test.each(STANDING)("R4: a rule stands: %s → %s", (...said) => {
  expect(standing(said[0])).toHaveLength(1);
  expect(standing(...said)).toContain(standing(said[0])[0]);
});

test("R4: a rule that is said again after it was over holds again", () => {
  const rule = "Don't touch the migrations.";
  expect(standing(rule, "go ahead and edit the migrations", rule)).toEqual([rule]);
});

test("R4: thousands of rules and requests are gone through in no time", () => {
  const said = Array.from({ length: 500 }, (_, n) => `Don't touch the part number${n} of it, just ${"x".repeat(n)}.`);
  const before = performance.now();
  standing(...said);
  expect(performance.now() - before).toBeLessThan(3000);
});
