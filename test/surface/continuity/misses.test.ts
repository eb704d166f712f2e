import { expect, test } from "vitest";
import { missesOf } from "./misses.ts";
import { asRequest, type Expectation } from "./story.ts";

const TEXT = `## Session Recovery Context
**Rules**:
- "no orm" (said once, 3 d ago)
**Open**, newest first:
- the label printer cuts names; next: measure the text (2 h ago)
**Last request**, in the user's words:
"ok" [#6, 2h ago]
**Finished**:
- shop hours, finished 1 d ago`;

const cases: readonly [Omit<Expectation, "promise">, readonly string[]][] = [
  [{ gives: { orm: /no orm/, cache: /redis/ } }, ["missing: cache"]],
  [{ lacks: { printer: /printer/, joke: /joke/ } }, ["given: printer"]],
  [{ replaced: { orm: { old: /no orm/, by: /printer/ }, gone: { old: /sql/, by: /x/ } } }, []],
  [{ replaced: { orm: { old: /no orm/, by: /prisma/ } } }, ["given without what replaced it: orm"]],
  [{ before: { order: [/no orm/, /printer/], absent: [/redis/, /sql/] } }, []],
  [{ before: { order: [/printer/, /no orm/] } }, ["not in this order: order"]],
  [{ notOpen: { printer: /printer/, hours: /shop hours/ } }, ["given as open: printer"]],
  [{ notRules: { orm: /no orm/, printer: /printer/ } }, ["given as a rule: orm"]],
  [{ aged: { orm: /no orm/, request: /"ok"/, heading: /Session Recovery/ } }, ["given without age: heading"]],
  [{ once: { orm: /no orm/, ago: /ago/ } }, ["given 4 times: ago"]],
  [{ shortLine: { of: /shop/, chars: 12 } }, ["a line of 30 characters: - shop hours, finished 1 d ago"]],
  [{ nothing: true }, ["given: something"]],
  [{ lacks: { ok: asRequest("ok"), thanks: asRequest("thanks") } }, ["given: ok"]],
];

test.each(cases)("what a text is held against can fail: %o", (expectation, misses) => {
  expect(missesOf(TEXT, { promise: "", ...expectation })).toEqual(misses);
});
