import { beforeAll, describe, expect, test } from "vitest";
import { missesOf } from "./misses.ts";
import { NOT_YET } from "./not-yet.ts";
import { type Played, play } from "./player.ts";
import type { Expectation, Step, Story } from "./story.ts";

const BUDGET = 2000;

function expectationsOf(step: Step): readonly Expectation[] {
  if ("prompt" in step) return [...(step.atPrompt ?? []), ...(step.atWork ?? [])];
  const given = "expect" in step ? (step.expect ?? []) : [];
  return "start" in step ? [...(step.shown ?? []), ...given] : given;
}

/** Plays the story once; each promise in it is a test of its own. */
export function tell(story: Story): void {
  describe(story.name, () => {
    let played: Played;
    beforeAll(async () => {
      played = await play(story);
    });

    for (const expectation of story.steps.flatMap(expectationsOf)) {
      const title = `${expectation.promise} (${story.name})`;
      const run = NOT_YET.has(title) ? test.fails : test;
      run(title, () => {
        const text = played.hops.get(expectation) ?? "";
        expect(missesOf(text, expectation), `the agent was given:\n${text}\n`).toEqual([]);
      });
    }

    test(`K5: every start is given at most ${BUDGET} characters (${story.name})`, () => {
      const long = played.starts.filter(({ chars }) => chars > BUDGET);
      expect(long.map(({ at, chars }) => `${at}: ${chars} characters`)).toEqual([]);
    });
  });
}
