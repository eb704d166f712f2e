import { expect, test } from "vitest";
import { CHECKPOINT_TRIGGERS, type CheckpointRecord, type NewCheckpoint, type Store } from "../index.ts";
import { aCheckpoint, anAccumulator, at, type StoreOf, stored } from "./kit.ts";

const ids = (checkpoints: readonly { id: string }[]): string[] => checkpoints.map((checkpoint) => checkpoint.id);

const write = (store: Store, checkpoint: NewCheckpoint): Promise<CheckpointRecord> =>
  store.transaction((tables) => tables.checkpoints.append(checkpoint));

export function checkpointsContract(store: StoreOf): void {
  test("C1: a checkpoint comes back with every field, whatever triggered it", async () => {
    const session = await stored(store(), { project: "/given", projectNormalized: "/normalised" });
    for (const trigger of CHECKPOINT_TRIGGERS) {
      const given = aCheckpoint(session, { trigger, digest: `## Digest\n"quoted" 👍 ${trigger}`, messageSeq: 12 });
      const written = await write(store(), given);
      expect(written).toMatchObject(given);
      expect(await store().checkpoints.get(given.id)).toEqual(written);
    }
    expect(await store().checkpoints.count()).toBe(CHECKPOINT_TRIGGERS.length);
    expect(await store().checkpoints.get("none")).toBeUndefined();
  });

  test("C1: lists newest first, by session, by key, by project, by task; of two at one instant, the later made", async () => {
    const one = await stored(store(), { projectNormalized: "/one", task: "auth" });
    const two = await stored(store(), { projectNormalized: "/two" });
    const a = await write(store(), aCheckpoint(one, { createdAt: at(1) }));
    const b = await write(store(), aCheckpoint(one, { createdAt: at(3) }));
    const c = await write(store(), aCheckpoint(one, { createdAt: at(3) }));
    const d = await write(store(), aCheckpoint(two, { createdAt: at(2) }));
    expect(ids(await store().checkpoints.list({}))).toEqual(ids([c, b, d, a]));
    expect(ids(await store().checkpoints.list({ limit: 2 }))).toEqual(ids([c, b]));
    for (const filter of [{ sessionId: one.id }, { sessionKey: one.key }, { project: "/one" }, { task: "auth" }])
      expect(ids(await store().checkpoints.list(filter))).toEqual(ids([c, b, a]));
    expect(await store().checkpoints.list({ sessionId: "none" })).toEqual([]);
  });

  test("C1: finds by id or a beginning or end of it that is long enough to mean something", async () => {
    const session = await stored(store());
    for (const id of ["0198abcd-1", "0198abcd-2", "0199ffff-3"]) await write(store(), aCheckpoint(session, { id }));
    expect(ids(await store().checkpoints.find("0198abcd-2"))).toEqual(["0198abcd-2"]);
    expect(ids(await store().checkpoints.find("0198")).sort()).toEqual(["0198abcd-1", "0198abcd-2"]);
    expect(ids(await store().checkpoints.find("0199"))).toEqual(["0199ffff-3"]);
    expect(ids(await store().checkpoints.find("ff-3"))).toEqual(["0199ffff-3"]);
    expect(await store().checkpoints.find("019")).toEqual([]);
    expect(await store().checkpoints.find("%%%%")).toEqual([]);
    expect(await store().checkpoints.find("' OR ''='")).toEqual([]);
  });

  test("C7: knows which sessions hold checkpoints from before a time, each once", async () => {
    const [old, young] = [await stored(store()), await stored(store())];
    await write(store(), aCheckpoint(old, { createdAt: at(1) }));
    await write(store(), aCheckpoint(old, { createdAt: at(2) }));
    await write(store(), aCheckpoint(young, { createdAt: at(5) }));
    expect(await store().checkpoints.sessionsWithCheckpointsBefore(at(5))).toEqual([old.id]);
    expect(await store().checkpoints.sessionsWithCheckpointsBefore(at(1))).toEqual([]);
  });

  test("C2: an accumulator is kept as it was last saved", async () => {
    const session = await stored(store());
    expect(await store().checkpoints.accumulator(session.id)).toBeUndefined();
    const first = anAccumulator(session.id);
    await store().checkpoints.saveAccumulator(first);
    expect(await store().checkpoints.accumulator(session.id)).toEqual(first);
    const second = anAccumulator(session.id, { promptsSince: 0, queries: [], remembers: ["x"], messageSeq: 9 });
    await store().checkpoints.saveAccumulator(second);
    expect(await store().checkpoints.accumulator(session.id)).toEqual(second);
  });

  test("C3: accumulators that hold uncovered prompts are found again, the others not", async () => {
    const [waiting, empty] = [await stored(store()), await stored(store())];
    await store().checkpoints.saveAccumulator(anAccumulator(waiting.id, { promptsSince: 1 }));
    await store().checkpoints.saveAccumulator(anAccumulator(empty.id, { promptsSince: 0 }));
    expect(await store().checkpoints.pendingAccumulators()).toEqual([anAccumulator(waiting.id, { promptsSince: 1 })]);
  });

  test("C11: a resume point is the last one set, and is taken once, also by ten at the same time", async () => {
    await store().checkpoints.setResumePoint("/p", "c1", at(1));
    await store().checkpoints.setResumePoint("/p", "c2", at(2));
    await store().checkpoints.setResumePoint("/q", "c3", at(2));
    expect(await store().checkpoints.resumePoint("/p")).toBe("c2");
    const taken = await Promise.all(Array.from({ length: 10 }, () => store().checkpoints.takeResumePoint("/p")));
    expect(taken.filter((id) => id !== undefined)).toEqual(["c2"]);
    expect(await store().checkpoints.takeResumePoint("/q")).toBe("c3");
    expect(await store().checkpoints.takeResumePoint("/never")).toBeUndefined();
    expect(await store().checkpoints.resumePoint("/p")).toBeUndefined();
  });
}
