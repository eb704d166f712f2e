import { expect, test } from "vitest";
import { CHECKPOINT_TRIGGERS, type CheckpointRecord, type NewCheckpoint, type Store } from "../../src/store/index.ts";
import { aCheckpoint, at, type StoreOf, stored } from "./kit.ts";

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
      expect((await store().checkpoints.find(given.id))[0]).toEqual(written);
    }
    expect((await store().totals()).checkpoints).toBe(CHECKPOINT_TRIGGERS.length);
    expect((await store().checkpoints.find("none"))[0]).toBeUndefined();
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
    expect(ids(await store().sessions.list({ checkpointBefore: at(5) }))).toEqual([old.id]);
    expect(await store().sessions.list({ checkpointBefore: at(1) })).toEqual([]);
  });
}
