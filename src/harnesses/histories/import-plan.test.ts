import fc from "fast-check";
import { expect, test } from "vitest";
import type { HistorySession } from "./history-contract.ts";
import { inOrder } from "./import-plan.ts";

async function* nothing() {}

const history = (key: string, startedAt: string | undefined, parent?: string): HistorySession => ({
  ...{ key, path: `/h/${key}.jsonl`, isTranscript: true, cwd: undefined, startedAt, bytes: 1, read: nothing },
  parent: parent === undefined ? undefined : { key: parent, how: "fork" },
});

const keys = (histories: readonly HistorySession[]): string[] =>
  inOrder(histories.map((one) => ({ harness: "claude-code", history: one }))).map((one) => one.history.key);

test("H4: histories are imported from the oldest on, a session before its children, each once", () => {
  const [old, young] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  expect(keys([history("b", young), history("a", old)])).toEqual(["a", "b"]);
  expect(keys([history("child", old, "parent"), history("parent", young)])).toEqual(["parent", "child"]);
  expect(keys([history("a", old), history("a", old)])).toEqual(["a"]);
  expect(keys([history("orphan", old, "lost")])).toEqual(["orphan"]);
});

test("H4: whatever sessions say of each other, all are in order, and none is lost or doubled", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
  const sessions = fc.array(fc.record({ key: name, parent: fc.option(name, { nil: undefined }), day: fc.nat(9) }));
  fc.assert(
    fc.property(sessions, (found) => {
      const ordered = keys(found.map(({ key, parent, day }) => history(key, `2026-01-0${day}`, parent)));
      expect(ordered.toSorted()).toEqual([...new Set(found.map(({ key }) => key))].sort());
      const last = new Map<string, string | undefined>(found.map(({ key, parent }) => [key, parent]));
      const isInCircle = (key: string) => {
        let at: string | undefined = last.get(key);
        for (let steps = 0; at !== undefined && steps < 10; steps++) {
          if (at === key) return true;
          at = last.get(at);
        }
        return at !== undefined;
      };
      for (const [key, parent] of last) {
        if (parent === undefined || !last.has(parent) || isInCircle(key)) continue;
        expect(ordered.indexOf(parent)).toBeLessThan(ordered.indexOf(key));
      }
    }),
  );
});
