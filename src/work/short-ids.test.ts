import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryCalled, shortIds, threadCalled } from "./short-ids.ts";
import type { Entry, Thread, WorkState } from "./state.ts";

const entry = (id: string, text: string, fields: Partial<Entry> = {}): Entry => ({
  ...{ id, kind: "rule", text, core: text, at: "2026-03-01T00:00:00.000Z", by: "user", isRecorded: true },
  ...{ sessionId: null, seq: null, reason: null, rejected: [], supersededBy: null },
  ...fields,
});
const thread = (id: string): Thread => ({
  ...{ id, state: "open", goal: undefined, request: undefined, nextStep: undefined, failures: [], files: [] },
  ...{ highlights: [], sessions: [id], lastAt: "2026-03-01T00:00:00.000Z" },
});
const stateOf = (
  rules: readonly Entry[],
  decisions: readonly Entry[] = [],
  threads: readonly Thread[] = [],
): WorkState => ({
  ...{ rules, decisions, over: [], remarks: [], threads },
});

describe("K6: a short id", () => {
  test("is the same at every time and says what it names", () => {
    const decision = entry("b", "Use SQLite", { kind: "decision" });
    const names = shortIds(stateOf([entry("a", "No telemetry")], [decision], [thread("c")]));
    expect([...names.values()].map((name) => name.replace(/[0-9a-f]{5}$/, "#"))).toEqual(["r-#", "d-#", "t-#"]);
    expect(shortIds(stateOf([entry("a", "No telemetry")])).get("a")).toBe(names.get("a"));
  });

  test("names one thing of a project, however many there are", () => {
    const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 300, size: "max" });
    fc.assert(
      fc.property(ids, (all) => {
        const state = stateOf(
          all.map((id) => entry(id, id)),
          [],
          all.map((id) => thread(`${id} thread`)),
        );
        const names = shortIds(state);
        expect(new Set(names.values()).size).toBe(2 * all.length);
        for (const id of all.slice(0, 20)) {
          expect(entryCalled(state, names.get(id) ?? "").id).toBe(id);
          expect(entryCalled(state, id).id).toBe(id);
          expect(threadCalled(state, names.get(`${id} thread`) ?? "").id).toBe(`${id} thread`);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("K6: a rule or a decision by its words", () => {
  const state = stateOf([
    entry("a", "Never edit rates.ts, finance owns it"),
    entry("b", "The export has a header line"),
    entry("c", "The export is in UTF-8"),
    entry("d", "The export is in Latin-1", { supersededBy: "c" }),
  ]);

  test.each([
    ["FINANCE owns", "a"],
    ["never edit the rates.ts file", "a"],
    ["export is in", "c"],
  ])("%s", (words, id) => {
    expect(entryCalled(state, words).id).toBe(id);
  });

  test("words that fit several are refused with their ids, words that fit none with where to look", () => {
    expect(() => entryCalled(state, "the export")).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(/r-\w{5} “The export has.*r-\w{5} “The export is in UTF-8”/),
      }),
    );
    expect(() => entryCalled(state, "deploy on Fridays")).toThrow(
      expect.objectContaining({ code: "not_found", hint: expect.stringContaining("throughline work") }),
    );
    expect(() => entryCalled(state, "Latin-1")).toThrow("in force");
    expect(() => threadCalled(state, "t-12345")).toThrow("there is no thread");
  });
});
