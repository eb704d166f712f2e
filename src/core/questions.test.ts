import { expect, test } from "vitest";
import { hasQuestion } from "./questions.ts";

test.each([
  "Which port?",
  "Which port? I forgot.",
  "Really?!",
  "He asked “why?” and left.",
  "*Which port?*",
  "Pourquoi ?",
  "哪个端口？",
  "哪个端口？我忘了",
  "Did you read https://a.example/x?y=1?",
  "Sure? 😀",
])("M2: %j asks", (text) => {
  expect(hasQuestion(text)).toBe(true);
});

test.each([
  "The docs are at https://a.example/search?q=port&page=2 and elsewhere.",
  "https://a.example/?x=1",
  "Read `user?.name` first.",
  "Match src/?.ts files.",
  "The port is 8080.",
])("M2: %j does not", (text) => {
  expect(hasQuestion(text)).toBe(false);
});
