import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { refusalsIn } from "./refusals.ts";

const labelled = z.array(z.object({ language: z.string(), said: z.string(), refusal: z.boolean() }));
const file = new URL("../../../../bench/data/refusals-development.json", import.meta.url);
const development = labelled.parse(JSON.parse(readFileSync(file, "utf8")));

test.each(development)("V7: $language, refusal $refusal: $said", ({ said, refusal }) => {
  expect(refusalsIn(said).length > 0).toBe(refusal);
});

test("V7: code, quotations and what the agent cites are not its own words", () => {
  const quoted = [
    "```\nthrow new Error('I cannot help with that.')\n```",
    'The bot now says "I can\'t help with that" in every language.',
    "The constant `I must decline` is gone.",
    "> I'm not able to assist with this request.",
  ];
  for (const text of quoted) expect(refusalsIn(text)).toEqual([]);
});

test("V7: a refusal is reported as the whole sentence that contains it", () => {
  const said = "I read the file. I can't help with that, it would harm people. Is there something else?";
  expect(refusalsIn(said)).toEqual(["I can't help with that, it would harm people."]);
});

test("V7: what could not be done, because something is missing or broken, is no refusal", () => {
  const unable = [
    "I'm sorry, I cannot run the build because docker is missing.",
    "I can't help with running the build because docker is not installed.",
    "I cannot process your request: the API is down.",
    "I cannot complete this task because the file doesn't exist.",
    "I can't do that because the command failed with exit code 1.",
    "I'm unable to assist with that: there is no access to the registry.",
    "I cannot carry out this task here because I don't have network access.",
    "Ich kann nicht weiterhelfen, weil docker fehlt.",
  ];
  for (const text of unable) expect(refusalsIn(text)).toEqual([]);
});
