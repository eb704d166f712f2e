import { expect, test } from "vitest";
import { newId } from "../../core/index.ts";
import type { DecisionRecord, TaskRecord } from "../index.ts";
import { at, type StoreOf } from "./kit.ts";

const PROJECT = "/projects/alpha";

const aTask = (fields: Partial<TaskRecord> = {}): TaskRecord => ({
  ...{ id: newId(), project: PROJECT, slug: "auth", title: "Auth", status: "open", priority: 2 },
  ...{ createdAt: at(1), updatedAt: at(1), state: "{}" },
  ...fields,
});

const aDecision = (fields: Partial<DecisionRecord> = {}): DecisionRecord => ({
  ...{ id: newId(), project: PROJECT, task: null, ts: at(1), content: '{"decision":"Use A."}' },
  ...{ sessionId: null, source: "user", memoryId: null, withdrawnAt: null },
  ...fields,
});

export function ledgersContract(store: StoreOf): void {
  const ledgers = () => store().ledgers;

  test("L4: tasks come in the order of urgency and age, and are found by slug, id or part of it, in their project", async () => {
    const late = aTask({ slug: "late", createdAt: at(5) });
    const early = aTask({ slug: "early", createdAt: at(2) });
    const urgent = aTask({ slug: "urgent", priority: 0, createdAt: at(9) });
    const elsewhere = aTask({ slug: "early", project: "/projects/beta" });
    for (const task of [late, early, urgent, elsewhere]) await ledgers().putTask(task);
    expect((await ledgers().tasks(PROJECT)).map(({ slug }) => slug)).toEqual(["urgent", "early", "late"]);
    for (const name of ["early", early.id, early.id.slice(-8)])
      expect(await ledgers().findTasks(PROJECT, name)).toEqual([early]);
    expect(await ledgers().findTasks(PROJECT, "none")).toEqual([]);
    await ledgers().putTask(aTask({ slug: "only there", project: "/projects/beta" }));
    expect(await ledgers().slugs(PROJECT)).toEqual(["early", "late", "urgent"]);
    expect(await ledgers().slugs()).toEqual(["early", "late", "only there", "urgent"]);
    await ledgers().putTask({ ...early, status: "complete", updatedAt: at(10) });
    expect(await ledgers().findTasks(PROJECT, "early")).toMatchObject([{ status: "complete", createdAt: at(2) }]);
  });

  test("L4: a task that is dropped is gone in its project only, and its name is free again", async () => {
    const [task, elsewhere] = [aTask(), aTask({ project: "/projects/beta" })];
    for (const one of [task, elsewhere]) await ledgers().putTask(one);
    await ledgers().dropTask(task);
    expect(await ledgers().tasks(PROJECT)).toEqual([]);
    expect(await ledgers().tasks("/projects/beta")).toEqual([elsewhere]);
    await ledgers().putTask(aTask());
  });

  test("L4: two tasks of one project never share a slug", async () => {
    await ledgers().putTask(aTask());
    await expect(ledgers().putTask(aTask())).rejects.toThrow();
  });

  test("L2: former texts of a decision stay as versions; withdrawn ones are listed only on request", async () => {
    const [old, fresh] = [aDecision({ task: "auth" }), aDecision({ ts: at(2) })];
    await ledgers().addDecision(old);
    await ledgers().addDecision(fresh);
    await ledgers().rewordDecision(old, '{"decision":"Use B."}', at(3));
    await ledgers().rewordDecision(old, '{"decision":"Use C."}', at(4));
    expect(await ledgers().versions(old)).toEqual([
      { content: '{"decision":"Use A."}', replacedAt: at(3) },
      { content: '{"decision":"Use B."}', replacedAt: at(4) },
    ]);
    expect((await ledgers().decisions({ project: PROJECT })).map(({ id }) => id)).toEqual([fresh.id, old.id]);
    expect(await ledgers().decisions({ project: PROJECT, task: "auth" })).toMatchObject([{ id: old.id }]);
    await ledgers().changeDecision(old, { withdrawnAt: at(5) });
    expect((await ledgers().decisions({ project: PROJECT })).map(({ id }) => id)).toEqual([fresh.id]);
    expect(await ledgers().decisions({ project: PROJECT, all: true, limit: 1 })).toMatchObject([{ id: fresh.id }]);
    expect(await ledgers().findDecisions(PROJECT, old.id.slice(-8))).toMatchObject([
      { id: old.id, withdrawnAt: at(5) },
    ]);
  });

  test("L2: a clone of a project has the same decisions and tasks under the same ids, for itself", async () => {
    const [task, decision] = [aTask(), aDecision()];
    const elsewhere = { project: "/projects/clone" };
    await ledgers().putTask(task);
    await ledgers().putTask({ ...task, ...elsewhere, title: "Theirs" });
    await ledgers().addDecision(decision);
    await ledgers().addDecision({ ...decision, ...elsewhere });
    await ledgers().rewordDecision({ ...decision, ...elsewhere }, '{"decision":"Theirs."}', at(2));
    expect(await ledgers().decisions({ project: PROJECT })).toEqual([decision]);
    expect(await ledgers().versions(decision)).toEqual([]);
    expect(await ledgers().findTasks(PROJECT, "auth")).toEqual([task]);
    expect(await ledgers().hasTask("/projects/beta", task.id)).toBe(false);
  });

  test("L1: the last agreed state of a file is stored, and conflicts are kept", async () => {
    const first = { base: "{}", copy: new Uint8Array([1, 2]), earlier: null, agreedAt: at(1) };
    const file = { path: "/a/NOTES.md", project: PROJECT, ...first };
    await ledgers().putFile(file);
    const second = { ...file, base: '{"a":1}', copy: null, earlier: '[{"a":null}]', agreedAt: at(2) };
    await ledgers().putFile(second);
    expect(await ledgers().file("/a/NOTES.md")).toEqual(second);
    expect(await ledgers().file("/b")).toBeUndefined();
    expect(await ledgers().files(PROJECT)).toEqual(["/a/NOTES.md"]);
    await ledgers().dropFile("/a/NOTES.md");
    expect(await ledgers().files(PROJECT)).toEqual([]);
    const clash = {
      ...{ id: newId(), project: PROJECT, path: "/a/NOTES.md", place: "state" },
      inFile: '"a"',
      inStore: null,
    };
    await ledgers().addClash({ ...clash, foundAt: at(1) });
    expect(await ledgers().clashes(PROJECT, 5)).toEqual([{ ...clash, foundAt: at(1) }]);
    await ledgers().putContinuity(PROJECT, "{}", at(1));
    await ledgers().putContinuity(PROJECT, '{"state":"x"}', at(2));
    expect(await ledgers().continuity(PROJECT)).toBe('{"state":"x"}');
    expect(await ledgers().continuity("/projects/beta")).toBeUndefined();
  });

  test("L6: the trajectory is read in its order, by phase, by session and from a place on", async () => {
    const add = (phase: string, sessionKey: string | null, entry: string) =>
      ledgers().addEntry({ project: PROJECT, agent: "a", sessionKey, ts: at(1), phase, entry });
    await add("cite", "s1", "1");
    await add("delta_sync", "s1", "2");
    await add("cite", "s2", "3");
    await add("assumption", "s1", "4");
    const of = async (filter: Partial<Parameters<ReturnType<typeof ledgers>["entries"]>[0]>) =>
      (await ledgers().entries({ project: PROJECT, phases: ["cite", "assumption"], ...filter })).map(
        ({ entry }) => entry,
      );
    expect(await of({})).toEqual(["1", "3", "4"]);
    expect(await of({ sessionKey: "s1" })).toEqual(["1", "4"]);
    expect(await of({ limit: 2 })).toEqual(["3", "4"]);
    const [first] = await ledgers().entries({ project: PROJECT, phases: ["cite"] });
    expect(await of({ after: first?.pk })).toEqual(["3", "4"]);
  });
}
