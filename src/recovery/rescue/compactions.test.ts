import { expect, test } from "vitest";
import { newId } from "../../core/index.ts";
import { at, emptyStore, stored, storeOfSchema19 } from "../../store/store.test-kit.ts";
import {
  addCompaction,
  changeCompaction,
  listCompactions,
  takeBackRescue,
  ungivenCompaction,
  unsettledCompactions,
} from "./compactions.ts";

const announced = (sessionId: string, step: number) => ({
  ...{ id: newId(), sessionId, trigger: "auto", upTo: step, announcedAt: at(step) },
});
const pending = {
  ...{ happenedAt: null, summary: null, things: null, given: null },
  ...{ givenAt: null, needed: null, score: null },
};
const NOTHING_NEEDED = { kept: [], told: [], missed: [] };

test("R4: an announced compaction is due for its session, the newest first, and listed only once it happened", async () => {
  const store = emptyStore();
  const [one, other] = [await stored(store), await stored(store)];
  const [first, second] = [announced(one.id, 1), announced(one.id, 2)];
  await addCompaction(store, first);
  await addCompaction(store, second);
  expect(await ungivenCompaction(store, one.id)).toEqual({ ...second, ...pending });
  expect(await ungivenCompaction(store, other.id)).toBeUndefined();
  expect(await listCompactions(store, { limit: 5 })).toEqual([]);
  await changeCompaction(store, second.id, { happenedAt: at(3), summary: "what we did" });
  const happened = { ...second, ...pending, happenedAt: at(3), summary: "what we did" };
  expect(await ungivenCompaction(store, one.id)).toEqual(happened);
  expect(await listCompactions(store, { limit: 5 })).toEqual([happened]);
  expect(await listCompactions(store, { sessionId: other.id, limit: 5 })).toEqual([]);
  expect(await listCompactions(store, { partOfId: second.id.slice(-8), limit: 5 })).toEqual([happened]);
  expect(await listCompactions(store, { partOfId: first.id, limit: 5 })).toEqual([]);
});

test("R4: once its text was injected, nothing is due, unless it never arrived", async () => {
  const store = emptyStore();
  const { id } = await stored(store);
  const compaction = announced(id, 1);
  await addCompaction(store, compaction);
  await changeCompaction(store, compaction.id, { happenedAt: at(2), given: "the text", givenAt: at(3) });
  expect(await ungivenCompaction(store, id)).toBeUndefined();
  await takeBackRescue(store, id, "another text");
  expect(await ungivenCompaction(store, id)).toBeUndefined();
  await takeBackRescue(store, id, "the text");
  expect(await ungivenCompaction(store, id)).toMatchObject({ id: compaction.id, given: null, givenAt: null });
});

test("R4: a compaction whose outcome is open is found until it is settled, which leaves its text due", async () => {
  const store = emptyStore();
  const { id } = await stored(store);
  const [first, second] = [announced(id, 1), announced(id, 2)];
  for (const one of [first, second]) {
    await addCompaction(store, one);
    await changeCompaction(store, one.id, { happenedAt: at(5) });
  }
  expect((await unsettledCompactions(store, id)).map((one) => one.id)).toEqual([first.id, second.id]);
  // Without a need there is no score, but it is settled.
  await changeCompaction(store, second.id, { needed: NOTHING_NEEDED, score: null });
  expect((await unsettledCompactions(store, id)).map((one) => one.id)).toEqual([first.id]);
  expect(await ungivenCompaction(store, id)).toMatchObject({ id: second.id });
  await changeCompaction(store, second.id, { given: "", givenAt: at(6) });
  expect(await listCompactions(store, { limit: 5 })).toHaveLength(2);
  expect(await ungivenCompaction(store, id)).toMatchObject({ id: first.id });
});

test("R4: compactions of schema 19 are where they were: announced, due, given or settled", async () => {
  const things = '{"kept":["path a.ts"],"dropped":[],"told":["name run"]}';
  const needed = '{"kept":[],"told":["name run"],"missed":[]}';
  const store = storeOfSchema19(`INSERT INTO compactions
    (id, session_id, trigger, up_to, announced_at, happened_at, summary, things, given, given_at, needed, score) VALUES
    ('settled', 's1', 'auto', 9, '${at(1)}', '${at(2)}', 'we did', '${things}', 'text', '${at(3)}', '${needed}', 1.0),
    ('given', 's1', 'auto', 12, '${at(4)}', '${at(4)}', NULL, NULL, '', '${at(5)}', NULL, NULL),
    ('due', 's1', 'auto', 15, '${at(6)}', '${at(6)}', NULL, NULL, NULL, NULL, NULL, NULL),
    ('announced', 's1', 'manual', 18, '${at(7)}', NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
  const listed = await listCompactions(store, { sessionId: "s1", limit: 9 });
  expect(listed.map(({ id }) => id)).toEqual(["due", "given", "settled"]);
  expect(listed[2]).toEqual({
    ...{ id: "settled", sessionId: "s1", trigger: "auto", upTo: 9, announcedAt: at(1), happenedAt: at(2) },
    ...{ summary: "we did", things: JSON.parse(things), given: "text", givenAt: at(3) },
    ...{ needed: JSON.parse(needed), score: 1 },
  });
  expect((await unsettledCompactions(store, "s1")).map(({ id }) => id)).toEqual(["given", "due"]);
  expect(await ungivenCompaction(store, "s1")).toMatchObject({ id: "announced", trigger: "manual" });
});
