import { describe, expect, test } from "vitest";
import type { StatementRecord, WorkNoteRecord } from "../store/index.ts";
import type { DecisionRecord } from "./decisions.ts";
import type { SessionReading } from "./reading/session-reading.ts";
import { type WorkSources, workStateOf } from "./state.ts";
import type { Part } from "./threads.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();
const NOW = Date.parse(at(59));

const statement = (text: string, minute: number, fields: Partial<StatementRecord> = {}): StatementRecord => ({
  ...{ id: `said ${text}`, sessionId: "one", kind: "rule", seq: 1, by: "user", text, core: text, at: at(minute) },
  ...fields,
});
const note = (kind: WorkNoteRecord["kind"], minute: number, fields: Partial<WorkNoteRecord> = {}): WorkNoteRecord => ({
  ...{
    id: `${kind} ${minute}`,
    project: "/p",
    kind,
    text: "",
    target: null,
    sessionId: null,
    by: "agent",
    at: at(minute),
  },
  ...fields,
});
const decision = (text: string, fields: Partial<DecisionRecord> = {}): DecisionRecord => ({
  ...{
    id: text,
    project: "/p",
    task: null,
    ts: at(5),
    sessionId: null,
    source: "user",
    memoryId: null,
    withdrawnAt: null,
  },
  content: { decision: text, rationale: "", alternatives: [], evidence: [], testScenarios: [] },
  versions: [],
  ...fields,
});
function part(sessionId: string, requestAt: number, fields: Partial<SessionReading> = {}): Part {
  const request = { text: `request of ${sessionId}`, seq: 1, at: at(requestAt), by: "user" as const };
  const nothing = { statements: [], highlights: [], failures: [], settled: [], closing: "", passed: [], files: [] };
  return {
    ...{ sessionId, thread: "one", lastAt: at(requestAt + 1) },
    reading: { isWork: true, isFinished: false, goal: request, request, nextStep: undefined, ...nothing, ...fields },
  };
}
const stateOf = (sources: Partial<WorkSources>) =>
  workStateOf({ parts: [], talks: [], statements: [], notes: [], decisions: [], ...sources }, NOW);
const rulesOf = (sources: Partial<WorkSources>) => stateOf(sources).rules.map(({ text }) => text);

describe("K6: records outrank statements", () => {
  const stated = statement("please never edit rates.ts, finance owns that file", 1);
  const recorded = note("rule", 2, { text: "Never edit rates.ts: finance owns it" });

  test("a rule that was stated and then recorded is one", () => {
    expect(rulesOf({ statements: [stated], notes: [recorded] })).toEqual([recorded.text]);
    const withdrawn = note("withdraw", 3, { target: recorded.id });
    expect(rulesOf({ statements: [stated], notes: [recorded, withdrawn] })).toEqual([]);
  });

  test("a later statement, or one about something else, stays", () => {
    const later = statement("never edit rates.ts unless finance owns up to the file", 9);
    const other = statement("always ask before you deploy", 1);
    expect(rulesOf({ statements: [later, other], notes: [recorded] })).toHaveLength(3);
  });

  test("a withdrawn decision is gone with the words it came from, a superseded one names its successor", () => {
    const sameWords = statement("we keep amounts as integers", 1, { kind: "decision" });
    const gone = decision("Keep amounts as integers", { withdrawnAt: at(6) });
    expect(stateOf({ statements: [sameWords], decisions: [gone] }).decisions).toEqual([]);
    const superseded = note("supersede", 7, { target: gone.id, text: "next" });
    expect(stateOf({ decisions: [gone], notes: [superseded] }).decisions).toMatchObject([{ supersededBy: "next" }]);
    expect(stateOf({ decisions: [decision("A", { source: "session k" }), decision("B")] }).decisions).toMatchObject([
      ...[{ by: "agent" }, { by: "user" }],
    ]);
  });

  test("a recorded next step is valid until the next request", () => {
    const step = note("next_step", 6, { text: "recorded", sessionId: "one" });
    const nextStep = { text: "said", seq: 3, at: at(7), by: "agent" as const };
    const nextOf = (requestAt: number) =>
      stateOf({ parts: [part("one", requestAt, { nextStep })], notes: [step] }).threads[0]?.nextStep;
    expect(nextOf(5)).toMatchObject({ text: "recorded", isRecorded: true });
    expect(nextOf(8)).toMatchObject({ text: "said", isRecorded: false });
  });
});

describe("K3: work that was divided over threads is closed with one sentence", () => {
  const request = (text: string, minute: number) => ({ text, seq: 1, at: at(minute), by: "user" as const });
  const alert = { goal: request("a freshness alert for the trucks", 2), request: request("post it in the channel", 3) };
  const closing = (text: string): Part => ({
    ...part("three", 8, { isFinished: true, closing: text }),
    thread: "three",
  });
  const stateAfter = (last: Part, ...later: Part[]) =>
    stateOf({ parts: [{ ...part("two", 3, alert), thread: "two" }, last, ...later] }).threads.find(
      ({ id }) => id === "two",
    )?.state;

  test("what its last words name is finished too, and nothing else", () => {
    expect(stateAfter(closing("the freshness alert fired, so that can be closed"))).toBe("finished");
    expect(stateAfter(closing("the invoices are out"))).toBe("open");
  });

  test("until the user asks for more of it", () => {
    const more = { ...part("four", 12, alert), thread: "two" };
    expect(stateAfter(closing("the freshness alert fired, so that can be closed"), more)).toBe("open");
  });
});

describe("K3: what is said where nothing is done", () => {
  const quote = (text: string, minute: number) => ({ text, seq: 1, at: at(minute), by: "user" as const });
  const failure = { command: "pytest tests/test_lock.py", error: "timeout", about: "The lock test hangs.", seq: 2 };
  const talk = (text: string): Part => ({
    ...part("talk", 8, { isWork: false, settled: [quote(text, 8)] }),
    thread: "talk",
  });
  const stateAfter = (text: string) =>
    stateOf({ parts: [part("one", 3, { failures: [{ ...failure, at: at(4) }] })], talks: [talk(text)] });

  test("settles a failure, and opens no thread", () => {
    const { threads } = stateAfter("the lock test is fine now, it was my docker");
    expect(threads).toMatchObject([{ id: "one", failures: [] }]);
    expect(stateAfter("the coffee is fine now").threads[0]?.failures).toHaveLength(1);
  });

  test("and says that work is done closes it", () => {
    const goal = quote("add a dark mode to the settings", 2);
    const stateSaid = (text: string) =>
      stateOf({ parts: [part("one", 3, { goal, request: goal })], talks: [talk(text)] }).threads[0]?.state;
    expect(stateSaid("dark mode of the settings is done, merged it yesterday")).toBe("finished");
    expect(stateSaid("the language switcher is done")).toBe("open");
  });
});

test("K4: an announced step stays open through a job that has nothing to do with it", () => {
  const step = { text: "pass the zone explicitly in monthEnd()", seq: 3, at: at(4), by: "agent" as const };
  const stepAfter = (text: string) => {
    const goal = { text, seq: 1, at: at(6), by: "user" as const };
    const parts = [part("one", 3, { nextStep: step }), part("two", 6, { goal, request: goal })];
    return stateOf({ parts }).threads[0]?.nextStep?.text;
  };
  expect(stepAfter("bump the copyright year in the header")).toBe(step.text);
  expect(stepAfter("make the zone of monthEnd explicit")).toBeUndefined();
  expect(stepAfter("go on")).toBeUndefined();
});

describe("K3: a thread's end on record", () => {
  const threadState = (parts: readonly Part[], ...notes: WorkNoteRecord[]) =>
    stateOf({ parts, notes }).threads[0]?.state;

  test("holds by thread or by session, though the session says more, until the user asks for more", () => {
    const done = note("finish", 6, { sessionId: "one" });
    expect(threadState([part("one", 5)], done)).toBe("finished");
    expect(threadState([part("one", 5)], note("drop", 6, { target: "one" }))).toBe("dropped");
    expect(threadState([part("one", 7)], done)).toBe("open");
    expect(threadState([part("one", 5), part("two", 9)], done)).toBe("open");
    expect(threadState([part("one", 5)], note("finish", 6, { sessionId: "another" }))).toBe("open");
  });

  test("is taken back by opening it again, until the user accepts it", () => {
    const again = note("reopen", 7, { target: "one" });
    expect(threadState([part("one", 5, { isFinished: true })], note("finish", 6, { target: "one" }), again)).toBe(
      "open",
    );
    expect(threadState([part("one", 8, { isFinished: true })], again)).toBe("finished");
  });
});
