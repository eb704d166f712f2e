import fc from "fast-check";
import { expect, test } from "vitest";
import { type DomainEvent, eventTypes, matchesAnyType, matchesType } from "../core/index.ts";
import { eventOf, isWanted, nextId, type OutsideEvent, outsideOf } from "./outside.ts";

const anEvent = (fields: Partial<OutsideEvent> = {}): OutsideEvent => ({
  ...{ id: 5, type: "session.start", time: "2026-01-01T00:00:00.000Z" },
  ...{ sessionId: "s", sessionKey: "key", project: "/p", task: null, payload: {} },
  ...fields,
});

test("V8: ids only grow, whatever the clock does, and are numbers that JSON keeps", () => {
  const times = fc.array(fc.integer({ min: 0, max: 8.64e12 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 8e15 }), (clock, kept) => {
      let last = kept;
      for (const now of clock) {
        const id = nextId(last, now);
        expect(id).toBeGreaterThan(last);
        expect(Number.isSafeInteger(id)).toBe(true);
        last = id;
      }
    }),
  );
});

test("V8: what an event says besides its type and session is its payload, in every event there is or will be", () => {
  const event: DomainEvent = { type: "session.end", sessionId: "s", reason: "logout" };
  const future: DomainEvent = Object.assign({ ...event }, { nextSessionHint: "Go on.", tests: { passing: 3 } });
  const published = outsideOf(future, { id: 7, at: 0, session: undefined });
  expect(published).toEqual({
    ...{ id: 7, type: "session.end", time: "1970-01-01T00:00:00.000Z" },
    ...{ sessionId: "s", sessionKey: null, project: null, task: null },
    payload: { reason: "logout", nextSessionHint: "Go on.", tests: { passing: 3 } },
  });
});

test("V8: secrets are taken out of an event however deep they stand, and no text is endless", () => {
  const secret = "ghp_x7Kq92LmZpT4vB8nRcY1wD6sJhF3gAeU5oQi";
  const event: DomainEvent = { type: "session.end", sessionId: "s", reason: `token ${secret}` };
  const published = outsideOf(Object.assign(event, { steps: [{ error: secret }], long: "x".repeat(10_000) }), {
    ...{ id: 1, at: 0, session: undefined },
  });
  expect(JSON.stringify(published)).not.toContain(secret);
  expect(published.payload.reason).toBe("token [REDACTED]");
  expect(String(published.payload.long).length).toBeLessThan(5000);
});

test("V8: types are meant by name, by group and all at once; words that mean none are known as such", () => {
  for (const type of eventTypes) {
    expect(matchesType(type, "*")).toBe(true);
    expect(matchesType(type, type)).toBe(true);
    expect(matchesType(type, `${type.split(".")[0]}.*`)).toBe(true);
  }
  expect(matchesType("session.start", "sess.*")).toBe(false);
  expect(matchesType("session.start", "session")).toBe(false);
  expect(["session.*", "*", "checkpoint.created"].every(matchesAnyType)).toBe(true);
  expect(["sesion.*", "", "distillation.step", "session.started"].some(matchesAnyType)).toBe(false);
});

test("V8: a filter lets through what fits all that it says", () => {
  const event = anEvent();
  expect(isWanted(event, {})).toBe(true);
  expect(isWanted(event, { types: ["checkpoint.*", "session.start"], sessionId: "s", after: 4 })).toBe(true);
  expect(isWanted(event, { types: ["checkpoint.*"] })).toBe(false);
  expect(isWanted(event, { sessionId: "other" })).toBe(false);
  expect(isWanted(event, { after: 5 })).toBe(false);
  expect(isWanted(event, { since: Date.parse(event.time) })).toBe(true);
  expect(isWanted(event, { since: Date.parse(event.time) + 1 })).toBe(false);
});

test("V8: a line that is no event is none, and one that is comes back as it was", () => {
  expect(eventOf(JSON.stringify(anEvent()))).toEqual(anEvent());
  for (const line of ["", "{", '{"id":1}', "null", JSON.stringify(anEvent()).slice(0, -1)])
    expect(eventOf(line)).toBeUndefined();
});
