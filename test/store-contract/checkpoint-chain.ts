import { expect, test } from "vitest";
import { checkpointHash, type StructuredState } from "../../src/store/index.ts";
import { aCheckpoint, at, current, type StoreOf, stored } from "./kit.ts";

export function checkpointChainContract(store: StoreOf): void {
  test("C10: each checkpoint carries the hash before it, the last one is the session's head", async () => {
    const [session, other] = [await stored(store()), await stored(store())];
    let previous: string | null = null;
    for (let n = 0; n < 4; n++) {
      const written = await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session)));
      await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(other)));
      expect(written.previousHash).toBe(previous);
      expect(written.hash).toBe(checkpointHash(written, previous));
      previous = written.hash;
    }
    expect(await current(store(), session.id)).toMatchObject({ checkpointHead: previous, checkpointCount: 4 });
  });

  test("C10: the hash a reader computes from what is served is the one that was stored", async () => {
    const session = await stored(store(), { project: null, projectNormalized: null });
    const digest = "a\0b \uD83D 🙂 \r\n é é";
    await store().transaction((tables) =>
      tables.checkpoints.append(aCheckpoint(session, { digest, memoryQueries: ["é", ""], recentRemembers: [] })),
    );
    const [read] = await store().checkpoints.list({ sessionId: session.id });
    expect(read && checkpointHash(read, read.previousHash)).toBe(read?.hash);
    // What no text column can hold is marked, not dropped with everything behind it.
    expect(read?.digest).toBe("a\uFFFDb \uFFFD 🙂 \r\n é é");
  });

  test("C8, C10: the state of the work is stored unchanged, and the hash covers it", async () => {
    const session = await stored(store());
    const structured: StructuredState = {
      ...{ gate: "G4", step: 3, type: "gate_transition", summary: "Unit tests are there" },
      state: {
        filesChanged: [{ path: "src/auth.ts", action: "modified" }],
        tests: { passing: 12, failing: 0, pending: 2 },
        decisions: [{ decision: "Use JWT", rationale: "stateless", alternatives: ["cookies"] }],
        safetyMetrics: { refusalRateWindow: 0.38, baselineRefusalRate: 0.08, delta: 0.3, action: "degrade_to_sandbox" },
      },
      ...{ nextSteps: ["Add rate limiting"], canResume: true, resumeInstructions: "Go on at G4, step 4" },
    };
    await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session, { structured })));
    const [read] = await store().checkpoints.list({ sessionId: session.id });
    expect(read?.structured).toEqual(structured);
    expect(read && checkpointHash(read, read.previousHash)).toBe(read?.hash);
    expect(read && checkpointHash({ ...read, structured: { ...structured, gate: "G5" } }, null)).not.toBe(read?.hash);
  });

  test("C10: twenty written at the same time are one chain without a fork", async () => {
    const session = await stored(store());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session, { createdAt: at(1) }))),
      ),
    );
    const all = await store().checkpoints.list({ sessionId: session.id });
    const byPrevious = new Map(all.map((one) => [one.previousHash, one.hash]));
    let head: string | null = null;
    for (let n = 0; n < 20; n++) head = byPrevious.get(head) ?? "broken";
    expect(head).toBe((await current(store(), session.id)).checkpointHead);
    expect((await current(store(), session.id)).checkpointCount).toBe(20);
  });

  test("C7: a removed checkpoint is not counted, and the head of the chain stays", async () => {
    const session = await stored(store());
    const written = [];
    for (let n = 0; n < 3; n++)
      written.push(await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session))));
    const [first, second, third] = written;
    await store().transaction((tables) => tables.checkpoints.remove(second?.id ?? ""));
    expect((await store().checkpoints.list({ sessionId: session.id })).map((one) => one.id)).toEqual([
      third?.id,
      first?.id,
    ]);
    expect(await current(store(), session.id)).toMatchObject({ checkpointHead: third?.hash, checkpointCount: 2 });
  });

  test("C7: removing a checkpoint that is not there changes nothing", async () => {
    const session = await stored(store());
    const only = await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session)));
    for (const id of ["none", only.id, only.id]) await store().checkpoints.remove(id);
    expect((await current(store(), session.id)).checkpointCount).toBe(0);
  });

  test("C10: a checkpoint of a session that is not there is refused", async () => {
    const session = { ...(await stored(store())), id: "none" };
    await expect(store().transaction((tables) => tables.checkpoints.append(aCheckpoint(session)))).rejects.toThrow();
    expect((await store().totals()).checkpoints).toBe(0);
  });
}
