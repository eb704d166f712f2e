import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Stage } from "../../../engine.test-kit.ts";
import { taskSlugs } from "./task-records.ts";
import { Tasks } from "./tasks.ts";

const [PROJECT, OTHER] = ["/projects/alpha", "/projects/beta"];

let stage: Stage;
let tasks: Tasks;
beforeEach(async () => {
  stage = await Stage.open();
  onTestFinished(() => stage.engine.close());
  tasks = new Tasks(stage.engine.services, stage.engine.ledger.decisions);
});

test("L4: tasks come in the order of urgency and age, and are found by slug, id or part of it, in their project", async () => {
  const add = (project: string, slug: string, priority?: number) => {
    stage.clock.advance(1000);
    return tasks.add(project, { title: slug, slug, priority });
  };
  const early = await add(PROJECT, "early");
  await add(PROJECT, "late");
  await add(PROJECT, "urgent", 0);
  await add(OTHER, "early");
  expect((await tasks.list(PROJECT)).map(({ slug }) => slug)).toEqual(["urgent", "early", "late"]);
  for (const name of ["early", early.id, early.id.slice(-8)]) expect(await tasks.show(PROJECT, name)).toEqual(early);
  await expect(tasks.show(PROJECT, "none")).rejects.toThrow("there is no task");
  await add(OTHER, "only-there");
  expect(await taskSlugs(stage.store, PROJECT)).toEqual(["early", "late", "urgent"]);
  expect(await taskSlugs(stage.store)).toEqual(["early", "late", "only-there", "urgent"]);
  const changed = await tasks.change(PROJECT, "early", { status: "complete" });
  expect(changed).toMatchObject({ id: early.id, status: "complete", created: early.created });
});

test("L4: a task that is dropped is gone in its project only, and its name is free again", async () => {
  const task = await tasks.add(PROJECT, { title: "Auth", slug: "auth" });
  const written = { ...task, decisions: [] };
  // A clone has the same task under the same id.
  await tasks.importFromFile(OTHER, "auth", written);
  expect(await tasks.show(OTHER, "auth")).toMatchObject({ id: task.id });
  await tasks.remove(PROJECT, task.id);
  expect(await tasks.list(PROJECT)).toEqual([]);
  expect(await tasks.list(OTHER)).toMatchObject([{ id: task.id, title: "Auth" }]);
  await tasks.add(PROJECT, { title: "Auth", slug: "auth" });
});

test("L4: two tasks of one project never share a slug or an id", async () => {
  const add = () => tasks.add(PROJECT, { title: "Auth", slug: "auth" });
  const both = await Promise.allSettled([add(), add()]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const { id } = await tasks.add(PROJECT, { title: "Other", slug: "other" });
  await expect(tasks.rename(PROJECT, "other", "auth")).rejects.toThrow('task "auth" already exists');
  await tasks.importFromFile(PROJECT, "copied", { ...(await tasks.show(PROJECT, "other")), decisions: [] });
  expect((await tasks.show(PROJECT, "copied")).id).not.toBe(id);
});
