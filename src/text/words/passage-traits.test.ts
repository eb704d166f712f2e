import fc from "fast-check";
import { expect, test } from "vitest";
import { has, TRAITS, type Trait, traitsOf } from "./passage-traits.ts";
import { termsOf } from "./words.ts";

const isTrait = (name: string): name is Trait => name in TRAITS;

const traitsIn = (text: string, role = "user"): Trait[] => {
  const traits = traitsOf(text, role, termsOf(text).length);
  return Object.keys(TRAITS).filter((name): name is Trait => isTrait(name) && has(traits, name));
};

test.each<[string, Trait]>([
  ["Where did we put the signing keys of the staging cluster?", "asks"],
  ["Great! What did you decide about the port?", "asks"],
  ["how did we fix ENOMEM", "asks"],
  ["which port does staging use", "asks"],
  ["Have you seen https://a.example/board?id=7?", "asks"],
  ["warum haben wir JWT verworfen", "asks"],
  ["为什么我们用这个端口", "asks"],
  ["Always answer in German when I ask about taxes.", "orders"],
  ["Ab jetzt bitte keine Emojis mehr.", "orders"],
  ["从现在开始用中文回答。", "orders"],
  ["We moved there three weeks ago, in March 2024.", "dates"],
  ["The cluster has twelve nodes.", "counts"],
  ["Thanks a lot", "short"],
])("M2: %j is marked as one that %s", (text, trait) => {
  expect(traitsIn(text)).toContain(trait);
});

test.each<[string, Trait]>([
  ["I have moved to Graz last year with my family. Is that far from you?", "asks"],
  ["The port is 8080 and nothing else listens there.", "asks"],
  ["What we did was to raise the limit", "asks"],
  ["Do the migration first", "asks"],
  ["See https://a.example/board?id=7 for it", "asks"],
  ["See https://a.example/board?id=7 for it", "inquires"],
  ["When the port is taken, the worker waits", "asks"],
  ["It always rains here.", "orders"],
  ["The function returns the rotated token of the session to its caller.", "short"],
])("M2: %j is not marked as one that %s", (text, trait) => {
  expect(traitsIn(text)).not.toContain(trait);
});

test("M2: the speaker is marked, and what a tool prints neither asks nor orders", () => {
  const text = "Always run the tests. Are you sure?";
  expect(traitsIn(text, "user")).toContain("byUser");
  expect(traitsIn(text, "assistant")).toContain("byAssistant");
  expect(traitsIn(text, "assistant")).not.toContain("orders");
  const printed = traitsIn(text, "tool");
  expect(printed).toContain("byTool");
  for (const none of ["asks", "orders"] as const) expect(printed).not.toContain(none);
});

test("M2: any text has traits, made of nothing but known bits", () => {
  const all = Object.values(TRAITS).reduce((sum, bit) => sum | bit, 0);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("user", "tool", "checkpoint", ""), (text, role) => {
      expect(traitsOf(text, role, 5) & ~all).toBe(0);
    }),
  );
});
