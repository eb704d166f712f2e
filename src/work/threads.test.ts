import { expect, test } from "vitest";
import type { SessionReading } from "./reading/session-reading.ts";
import { type NewSession, type Part, threadOf } from "./threads.ts";

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const quote = (text: string, hour: number) => ({ text, seq: 1, at: at(hour), by: "user" as const });
const NOTHING = { statements: [], highlights: [], failures: [], settled: [], closing: "", passed: [], files: [] };
const reading = (text: string, hour: number, fields: Partial<SessionReading> = {}): SessionReading => ({
  ...{ isWork: true, isFinished: false, goal: quote(text, hour), request: quote(text, hour), ...NOTHING, ...fields },
});

const OFFLINE: Part = {
  ...{ sessionId: "offline", thread: "offline", lastAt: at(1) },
  reading: reading("offline mode for the field app", 1, {
    failures: [{ command: "./gradlew test", error: "keepsPhotos FAILED", about: "", seq: 2, at: at(1) }],
    files: ["app/store.kt"],
  }),
};
const threadAfter = (read: SessionReading): string => {
  const newcomer: NewSession = {
    ...{ sessionId: "new", continues: undefined, follows: undefined, startedAt: at(10) },
    ...{ reading: read, finished: new Set<string>() },
  };
  return threadOf(newcomer, [OFFLINE]);
};

test("K3: a session that repairs what failed belongs to the thread where it failed", () => {
  const files = ["lib/photos.kt"];
  expect(threadAfter(reading("fix the photo thing", 10, { files, passed: ["./gradlew test"] }))).toBe("offline");
  expect(threadAfter(reading("fix the photo thing", 10, { files, passed: ["npm run lint"] }))).toBe("new");
});

test("K3: words that say that other work is done do not make a session part of it", () => {
  const text = "offline mode of the field app is done. now a switch for languages in the footer";
  const [done = ""] = text.split(/(?<=\.) /);
  const files = ["web/footer.tsx"];
  expect(threadAfter(reading(text, 10, { files, settled: [quote(done, 10)] }))).toBe("new");
  expect(threadAfter(reading(text, 10, { files }))).toBe("offline");
});

test("K3: thanks at the beginning of a session are about the open work", () => {
  expect(threadAfter(reading("thanks, all good, works", 10, { isFinished: true }))).toBe("offline");
});
