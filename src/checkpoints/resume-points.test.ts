import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore, type Store } from "../store/index.ts";
import { at } from "../store/store.test-kit.ts";
import { resumePoint, setResumePoint, takeResumePoint } from "./resume-points.ts";

let store: Store;
beforeEach(() => {
  store = openSqliteStore(":memory:", { now: new Date(at(0)) }).store;
});
afterEach(() => store.close());

test("C11: a resume point is the last one set, and is taken once, also by ten at the same time", async () => {
  await setResumePoint(store, "/p", "c1", at(1));
  await setResumePoint(store, "/p", "c2", at(2));
  await setResumePoint(store, "/q", "c3", at(2));
  expect(await resumePoint(store, "/p")).toBe("c2");
  const taken = await Promise.all(Array.from({ length: 10 }, () => takeResumePoint(store, "/p")));
  expect(taken.filter((id) => id !== undefined)).toEqual(["c2"]);
  expect(await takeResumePoint(store, "/q")).toBe("c3");
  expect(await takeResumePoint(store, "/never")).toBeUndefined();
  expect(await resumePoint(store, "/p")).toBeUndefined();
});

test("S1: a resume point is found from every folder of its project, and from no other repository at the same path", async () => {
  await setResumePoint(store, "/a", "c1", at(1));
  const facts = { remote: null, head: null };
  const [a, b] = [
    (await store.projects.folders({ path: "/a" }))[0],
    await store.projects.add({ path: "/b", ...facts }),
  ];
  expect(await resumePoint(store, "/b")).toBeUndefined();
  await store.projects.join([a?.project ?? 0, b.project]);
  expect(await resumePoint(store, "/b")).toBe("c1");
  await store.projects.add({ path: "/a", ...facts });
  expect(await takeResumePoint(store, "/a")).toBeUndefined();
  await setResumePoint(store, "/b", "c2", at(2));
  expect(await takeResumePoint(store, "/b")).toBe("c2");
  expect(await takeResumePoint(store, "/b")).toBeUndefined();
});
