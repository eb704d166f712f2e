import { expect, test } from "vitest";
import type { Alike } from "../../src/store/index.ts";
import { indexAll, search } from "./indexing.ts";
import { aCheckpoint, aMemory, aMessage, append, at, type StoreOf, stored } from "./kit.ts";

const NOTHING = { remote: null, head: null };

export function projectsContract(store: StoreOf): void {
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
  const projectAt = async (path: string) => (await store().projects.folders({ path }))[0]?.project ?? 0;
  const join = async (...paths: string[]) => store().projects.join(await Promise.all(paths.map(projectAt)));

  test("S1: a folder is noted when something is stored there, once, also when many do so at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => stored(store(), { projectNormalized: "/a" })));
    await store().memories.insert(aMemory({ project: "/a" }));
    await stored(store(), { projectNormalized: null });
    expect(await store().projects.folders()).toMatchObject([{ path: "/a", isCurrent: 1, isApart: 0, ...NOTHING }]);
    expect(await store().projects.paths("/a")).toEqual(["/a"]);
    expect(await store().projects.paths("/unknown")).toEqual(["/unknown"]);
    expect(await store().sessions.list({ project: "/unknown" })).toEqual([]);
  });

  test("S1: what is stored in one folder of a project is found from the other, and from no other project", async () => {
    const paths = ["/a", "/b", "/c"] as const;
    const [a, b] = [
      await stored(store(), { projectNormalized: "/a", lastActivityAt: at(1) }),
      await stored(store(), { projectNormalized: "/b", lastActivityAt: at(2) }),
    ];
    await stored(store(), { projectNormalized: "/c", lastActivityAt: at(3) });
    const memory = aMemory({ project: "/a", content: "redis holds tokens" });
    await store().memories.insert(memory);
    const checkpoint = await store().transaction((tables) => tables.checkpoints.append(aCheckpoint(a)));
    await append(store(), a.id, aMessage({ content: "redis it is" }));
    await indexAll(store());
    const seenFrom = async (project: string) => ({
      sessions: (await store().sessions.list({ project, limit: 5 })).map(({ id }) => id),
      checkpoints: ids(await store().checkpoints.list({ project })),
      memories: ids(await store().memories.list({ project })),
      same: ids(await store().memories.list({ scope: { agent: null, project }, sameWords: memory.content })),
      messages: (await search(store(), ["redis"], { project })).length,
    });
    const nothing = { checkpoints: [], memories: [], same: [], messages: 0 };
    expect(await seenFrom("/b")).toEqual({ ...nothing, sessions: [b.id] });
    await join("/a", "/b");
    const all = {
      ...{ sessions: [b.id, a.id], checkpoints: [checkpoint.id], memories: [memory.id], same: [memory.id] },
      messages: 1,
    };
    for (const path of ["/a", "/b"]) expect(await seenFrom(path), path).toEqual(all);
    expect(await seenFrom("/c")).toMatchObject(nothing);
    expect((await store().projects.paths("/b")).sort()).toEqual(["/a", "/b"]);
    const folder = (await store().projects.folders({ path: "/b" }))[0];
    await store().projects.split([folder?.pk ?? 0], { isApart: true });
    expect(await seenFrom("/b")).toEqual({ ...nothing, sessions: [b.id] });
    expect(await store().projects.paths(paths[0])).toEqual(["/a"]);
  });

  test("S1: another repository at a path is another folder; what was stored before stays with the first", async () => {
    const before = await stored(store(), { projectNormalized: "/a" });
    await store().projects.add({ path: "/a", ...NOTHING, remote: "example.org/other" });
    const after = await stored(store(), { projectNormalized: "/a" });
    expect(ids(await store().sessions.list({ project: "/a" }))).toEqual([after.id]);
    await stored(store(), { projectNormalized: "/moved" });
    const [first] = await store().projects.folders();
    await store().projects.join([first?.project ?? 0, await projectAt("/moved")]);
    expect(ids(await store().sessions.list({ project: "/moved" }))).toContain(before.id);
    expect(ids(await store().sessions.list({ project: "/moved" }))).not.toContain(after.id);
  });

  test("S1: the folders of a project keep one number, whichever of them is taken out", async () => {
    for (const path of ["/a", "/b", "/c"]) await stored(store(), { projectNormalized: path });
    await join("/a", "/b", "/c");
    const a = (await store().projects.folders({ path: "/a" }))[0];
    await store().projects.split([a?.pk ?? 0], { isApart: false });
    expect((await store().projects.paths("/b")).sort()).toEqual(["/b", "/c"]);
    expect(await store().projects.paths("/a")).toEqual(["/a"]);
  });

  test("S1: folders are found by their remote, their root commits or their commit, unless they were separated by hand", async () => {
    const { projects } = store();
    const one = await projects.add({ path: "/a", remote: "example.org/x", head: "h1" });
    const other = await projects.add({ path: "/b", remote: null, head: "h2" });
    await projects.learn(other.pk, { roots: "r" });
    const alike = async (alike: Alike) => (await projects.folders({ alike })).map(({ path }) => path);
    expect(await alike({ remote: "example.org/x" })).toEqual(["/a"]);
    expect(await alike({ remote: null, heads: ["h0", "h2"] })).toEqual(["/b"]);
    expect(await alike({ remote: "example.org/x", roots: "r" })).toEqual(["/a", "/b"]);
    expect(await alike({ remote: null, heads: [], roots: null })).toEqual([]);
    await projects.split([one.pk], { isApart: true });
    expect(await alike({ remote: "example.org/x" })).toEqual([]);
    await projects.join([one.project, other.project]);
    expect(await alike({ remote: "example.org/x" })).toEqual(["/a"]);
  });
}
