import { expect, test } from "vitest";
import { isReasonedChoice } from "./choices.ts";

test.each([
  "Implement the cache, use sqlite because it is simple",
  "Use sqlite, since we already ship it.",
  "Please keep the old endpoint so that mobile clients do not break",
  "I used a write-ahead log so nobody loses a message",
  "Build the importer and store the dates as text because SQLite has no date type",
  "I kept the parser in one file because the two halves share state.",
  "Bau den Cache, nimm sqlite, weil es einfach ist",
  "Wir verwenden Redis, damit sich zwei Server die Sitzungen teilen",
  "Fais le cache, utilise sqlite parce que c'est simple",
  "Haz la caché, usa sqlite porque es simple",
  "Faz o cache, usa sqlite porque é simples",
  "Fai la cache, usa sqlite perché è semplice",
  "Сделай кэш, используй sqlite, потому что это просто",
  "实现缓存，用 sqlite，因为它很简单",
  "因为要跨服务器，所以用 Redis",
  "簡単なので、キャッシュには sqlite を使って",
  "간단하니까 캐시는 sqlite를 사용해",
])("N1: a choice with its reason is a decision: %s", (sentence) => {
  expect(isReasonedChoice(sentence)).toBe(true);
});

test.each([
  "Implement the cache",
  "Use sqlite",
  "Should we use sqlite because it is simple?",
  "If we use sqlite because of the licence, tell me",
  "The build fails because we use sqlite",
  "I can't use sqlite because the file is locked",
  "The tests use a mock because the server is slow",
  "We use sqlite since the last release",
  "We use sqlite since 3.40",
  "I kept getting errors because the port is taken",
  "Take a look because the test is flaky",
  "Keep in mind that it fails because of the timeout",
  "The use of sqlite is bad because of locks",
  "I used to do this because of a bug",
  "Run the tests again because the last run was flaky",
  "Warum nutzen wir sqlite, weil es einfach ist?",
  "Der Test schlägt fehl, weil wir sqlite benutzen",
  "Le test échoue parce que la base utilise sqlite",
  "La prueba falla porque la base usa sqlite",
  "测试失败是因为端口被占用",
  "テストが失敗するのはポートが使われているからです",
])("N1: it is no decision: %s", (sentence) => {
  expect(isReasonedChoice(sentence)).toBe(false);
});

test("N1: hostile text is judged in no time", () => {
  const before = performance.now();
  for (const words of ["use a, ", "and use ", "因为用", "please and so "])
    isReasonedChoice(words.repeat(57).slice(0, 400));
  expect(performance.now() - before).toBeLessThan(200);
});
