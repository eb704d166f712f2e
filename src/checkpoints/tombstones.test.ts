import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../store/index.ts";
import { aCheckpoint, at, current, stored } from "../store/store.test-kit.ts";
import { prune, tombstones } from "./pruning.ts";

test("C7: a pruned checkpoint leaves its links behind, once, and the count excludes it", async () => {
  const { store } = openSqliteStore(":memory:", { now: new Date(at(0)) });
  onTestFinished(() => store.close());
  const session = await stored(store);
  for (let n = 0; n < 3; n++) await store.transaction(({ checkpoints }) => checkpoints.append(aCheckpoint(session)));
  const all = await store.checkpoints.list({ sessionId: session.id });
  const [third, second, first] = all;
  const pruned = () =>
    store.transaction((tables) => prune(tables, all, { gone: ["none", second?.id ?? ""], at: at(999) }));
  await pruned();
  expect(await store.checkpoints.list({ sessionId: session.id })).toEqual([third, first]);
  expect(await tombstones(store).list({ sessionId: session.id })).toEqual([
    {
      id: second?.id,
      sessionId: session.id,
      hash: second?.hash,
      previousHash: second?.previousHash,
      createdAt: second?.createdAt,
      prunedAt: at(999),
    },
  ]);
  await pruned();
  expect(await tombstones(store).list({ sessionId: session.id })).toHaveLength(1);
  expect(await current(store, session.id)).toMatchObject({ checkpointHead: third?.hash, checkpointCount: 2 });
});
