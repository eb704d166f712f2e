import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsKey, wordsKeyWithoutArticles } from "./same-words.ts";

test.each([
  ["Use pnpm.", "use `pnpm`"],
  ["Use pnpm", "- **Use** “pnpm”!"],
  ["Use pnpm", "## Use   pnpm:\n"],
  ["We use pnpm, not npm.", "we use pnpm (not npm)"],
  ["Don't push to main", "don’t push to `main`."],
  ["Tests need a socket", "tests\n need  a Socket …"],
  ["Nutze pnpm für Größe", "nutze *pnpm* für Größe."],
  ["使用 pnpm。", "使用 `pnpm`"],
  ["Call `close()` first.", "call close() first"],
])("M1: %j and %j are the same words", (one, other) => {
  expect(wordsKey(one)).toBe(wordsKey(other));
});

test.each([
  ["Use pnpm", "Do not use pnpm"],
  ["Use pnpm", "~~Use pnpm~~"],
  ["Use pnpm.", "Use pnpm?"],
  ["Do test", "Don't test"],
  ["The ratio is 1.5", "The ratio is 15"],
  ["It is 5 degrees", "It is -5 degrees"],
  ["- 5 degrees", "5 degrees"],
  ["> 5 retries", "5 retries"],
  ["2*3*4", "234"],
  ["Port 8080", "Port 9090"],
  ["Version 1.2", "Version 1.20"],
  ["Never commit .env", "Never commit env"],
  ["a != b", "a = b"],
  ["Use C++", "Use C"],
  ["Use C#", "Use C"],
  ["Edit __init__", "Edit init"],
  ["Run it in .", "Run it in .."],
  ["50%", "50"],
])("M1: %j and %j are not", (one, other) => {
  expect(wordsKey(one)).not.toBe(wordsKey(other));
});

const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String);

test("M1: other numbers are other words", () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(wordsKey(`The limit is ${one}.`) === wordsKey(`- the **limit** is \`${other}\``)).toBe(one === other);
    }),
  );
});

test("M1: the words of a text are those of its own words, and something is left of every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab1 .,!?*_`\"'()[]-#>\n。…é\uD800"), minLength: 1 }), (text) => {
      expect(wordsKey(`${text}\n`)).toBe(wordsKey(text));
      if (text.trim() !== "") expect(wordsKey(text)).not.toBe("");
    }),
  );
});

test.each([
  ["Deploys go through the blue pipeline on Tuesdays", "The deploys go through the blue pipeline on Tuesdays."],
  ["Der Server läuft auf Port 8080", "server läuft auf port 8080."],
  ["Use a queue for mails", "use the queue for mails"],
])("M1: %j and %j are the same words, articles apart", (one, other) => {
  expect(wordsKeyWithoutArticles(one)).toBe(wordsKeyWithoutArticles(other));
});

test.each([
  ["Plan A fails on Tuesdays", "Plan fails on Tuesdays"],
  ["The deploys go out", "The deploys do not go out"],
  ["The port is 8080", "A port is 9090"],
  ["The office in LA is open", "The office in is open"],
  ["Das ist ein Fehler", "Das ist kein Fehler"],
])("M1: %j and %j are not, with or without articles", (one, other) => {
  expect(wordsKeyWithoutArticles(one)).not.toBe(wordsKeyWithoutArticles(other));
});
