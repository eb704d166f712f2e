import { expect, test } from "vitest";
import { at, emptyStore } from "../../../store/store.test-kit.ts";
import { recordedEntries, recordedEntriesOf, type TrajectoryFilter } from "./recorded-entries.ts";

const PROJECT = "/projects/alpha";

test("L6: the trajectory is read in its order, by phase, by session, and the newest of it", async () => {
  const store = emptyStore();
  const add = (id: string, phase: string, sessionKey: string | null) =>
    recordedEntries(store).add({
      ...{ id, project: PROJECT, agent: "a", sessionKey, ts: at(1), phase, entry: { text: id } },
    });
  await add("1", "cite", "s1");
  await add("2", "delta_sync", "s1");
  await add("3", "cite", "s2");
  await add("4", "assumption", "s1");
  await add("5", "assumption", null);
  const of = async (filter: Partial<TrajectoryFilter>) =>
    (await recordedEntriesOf(store, { project: PROJECT, phases: ["cite", "assumption"], ...filter })).map(
      ({ entry }) => entry.text,
    );
  expect(await of({})).toEqual(["1", "3", "4", "5"]);
  expect(await of({ sessionKey: "s1" })).toEqual(["1", "4"]);
  expect(await of({ limit: 2 })).toEqual(["4", "5"]);
  expect(await of({ sessionKey: "s1", phases: ["cite"], limit: 1 })).toEqual(["1"]);
  expect(await of({ project: "/projects/beta" })).toEqual([]);
});
