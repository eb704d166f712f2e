import { expect, test } from "vitest";
import { SESSION_STATES, type SessionState } from "../store/index.ts";
import { assertMove, canMove } from "./transitions.ts";

const LEGAL = new Set([
  "init → active",
  "active → complete",
  "init → suspended",
  "active → suspended",
  "complete → suspended",
  "suspended → active",
  "init → terminated",
  "active → terminated",
  "complete → terminated",
  "suspended → terminated",
]);

const MOVES = SESSION_STATES.flatMap((from) =>
  SESSION_STATES.map((to) => [from, to] satisfies [SessionState, SessionState]),
);

test.each(MOVES)("S2: from %s to %s: allowed if the table says so, else refused with both names", (from, to) => {
  const legal = LEGAL.has(`${from} → ${to}`);
  expect(canMove(from, to)).toBe(legal);
  if (legal) return expect(() => assertMove(from, to)).not.toThrow();
  expect(() => assertMove(from, to)).toThrow(
    expect.objectContaining({
      code: "refused",
      message: `a session cannot go from ${from} to ${to}`,
      hint: expect.stringContaining(from),
    }),
  );
});
