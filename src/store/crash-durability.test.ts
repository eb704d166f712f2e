import { expect, test } from "vitest";
import { lastIncidents } from "../audit/index.ts";
import { ManualClock } from "../core/index.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { openThroughline } from "../throughline.ts";
import { Child } from "./child-process.test-kit.ts";
import { messageHash } from "./index.ts";

/** Writes without end and prints a line for each write that the store has acknowledged. */
const WRITER = `
  import { writeSync } from "node:fs";
  import { openThroughline } from "./throughline.ts";
  const { services: { store } } = await openThroughline({ home: process.argv[2], config: {} });
  const at = new Date().toISOString();
  const { session } = await store.sessions.insert({
    id: "s", key: "k", harness: "claude-code", type: "coding", state: "active", startedAt: at, lastActivityAt: at,
  });
  for (let n = 1; ; n++) {
    await store.transaction(async (tables) => {
      const content = "message " + n + " " + "text ".repeat(n % 7 === 0 ? 2000 : 5);
      await tables.messages.append(session.id, [{ sourceId: "e" + n, role: "user", kind: "prompt", content, createdAt: at }]);
      await tables.sessions.change(session.id, { promptCount: n });
    });
    writeSync(1, n + "\\n");
  }
`;

test.each([1, 9, 10, 137])(
  "C3: after kill -9 every acknowledged write is there (killed after %i)",
  async (acknowledged) => {
    const home = scratchFolder();
    const writer = await Child.start(WRITER, home);
    await writer.waitForLines(acknowledged);
    await writer.kill();
    const last = Number(writer.lines.at(-1));
    expect(last).toBeGreaterThanOrEqual(acknowledged);

    const engine = await openThroughline({ home, clock: new ManualClock(), config: {} });
    const { store } = engine.services;
    const session = await store.sessions.get("s");
    const messages = await store.messages.list("s");
    expect(await lastIncidents(store, 5)).toEqual([]);
    await engine.close();

    // One more may have been written than was reported.
    expect([last, last + 1]).toContain(messages.length);
    expect(messages.map((message) => message.sourceId)).toEqual(messages.map((_, index) => `e${index + 1}`));
    expect(session).toMatchObject({ promptCount: messages.length, totalMessages: messages.length });
    let head: string | null = null;
    for (const message of messages) head = messageHash(head, message);
    expect(session?.messageHead).toBe(head);
  },
);
