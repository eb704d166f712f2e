import fc from "fast-check";
import { expect, test } from "vitest";
import { GATES, type GateEvent, gateNamed, numberOf, passedGates } from "./gates.ts";

const passed = (...names: string[]): GateEvent[] =>
  names.map((name, at) => ({
    at: String(at).padStart(3, "0"),
    gate: name.replace("!", ""),
    what: name.endsWith("!") ? "reopened" : "passed",
  }));

test("V3: gates have names, in any case, and no others", () => {
  expect(gateNamed("g4")).toBe("G4");
  for (const wrong of ["G11", "4", "", "G", "G-1", "G04"]) expect(() => gateNamed(wrong)).toThrow(/is not a gate/);
});

test("V3: whoever goes back to a gate has that one and the later ones to pass again", () => {
  expect([...passedGates(passed("G0", "G1", "G2", "G3", "G2!")).keys()]).toEqual(["G0", "G1"]);
  expect([...passedGates(passed("G0", "G1", "G2", "G1")).keys()]).toEqual(["G0", "G1"]);
  expect([...passedGates(passed("G0", "G9x")).keys()]).toEqual(["G0"]);
});

test("V3: in whatever order the events are read, no gate after the one that was passed or reopened last counts as passed", () => {
  const event = fc.record({
    at: fc.integer({ min: 0, max: 1_000_000 }).map((n) => String(n).padStart(7, "0")),
    gate: fc.constantFrom(...GATES),
    what: fc.constantFrom("passed" as const, "reopened" as const),
  });
  fc.assert(
    fc.property(fc.uniqueArray(event, { selector: ({ at }) => at, minLength: 1 }), (events) => {
      const last = [...events].sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
      const counted = [...passedGates(events).keys()];
      const highest = Math.max(-1, ...counted.map(numberOf));
      const limit = last ? numberOf(last.gate) - (last.what === "reopened" ? 1 : 0) : -1;
      expect(highest).toBeLessThanOrEqual(limit);
      expect([...passedGates([...events].reverse()).keys()]).toEqual(counted);
    }),
  );
});
