import { expect, test } from "vitest";
import type { StatementRecord, Store, WorkNoteRecord, WorkSessionRecord } from "../../src/store/index.ts";
import { aMessage, append, at, type StoreOf, stored } from "./kit.ts";

const PROJECT = "/projects/alpha";
let made = 0;

const aReading = (sessionId: string, fields: Partial<WorkSessionRecord> = {}): WorkSessionRecord => ({
  ...{ sessionId, project: PROJECT, thread: sessionId, upTo: 1, edition: 1, lastAt: at(1), reading: "{}" },
  ...fields,
});

const aStatement = (sessionId: string, fields: Partial<StatementRecord> = {}): StatementRecord => {
  made += 1;
  return {
    ...{ id: `statement-${made}`, sessionId, kind: "rule", seq: made, by: "user" },
    ...{ text: `never do ${made}`, core: `never ${made}`, at: at(made) },
    ...fields,
  };
};

const aNote = (fields: Partial<WorkNoteRecord> = {}): WorkNoteRecord => {
  made += 1;
  return {
    ...{ id: `note-${String(made).padStart(8, "0")}`, project: PROJECT, kind: "rule", text: `rule ${made}` },
    ...{ target: null, sessionId: null, by: "user", at: at(made) },
    ...fields,
  };
};

export function workContract(store: StoreOf): void {
  const put = (session: WorkSessionRecord, ...statements: StatementRecord[]) =>
    store().transaction((tables) => tables.work.putSession(session, statements));
  const note = async (one: WorkNoteRecord) => {
    await store().transaction((tables) => tables.work.addNote(one));
    return one;
  };
  const spoken = async (own: Store, fields: Parameters<typeof stored>[1] = {}) => {
    const session = await stored(own, fields);
    await append(own, session.id, aMessage());
    return session;
  };

  test("K3: what was read of a session is kept as it is, and replaced whole", async () => {
    const { id } = await stored(store());
    expect(await store().work.session(id)).toBeUndefined();
    const [old, kept] = [aStatement(id), aStatement(id, { kind: "decision", by: "agent" })];
    await put(aReading(id), old, kept);
    expect(await store().work.session(id)).toMatchObject(aReading(id));
    const later = aReading(id, { thread: "other", upTo: 9, lastAt: at(9), reading: '{"goal":"„ß”"}' });
    await put(later, kept);
    expect(await store().work.session(id)).toMatchObject(later);
    expect(await store().work.statements(PROJECT, 10)).toMatchObject([kept]);
  });

  test("K3: the sessions of a project come newest first, also one that only asked; those of others do not", async () => {
    const [one, two] = [await stored(store()), await stored(store())];
    const [asked, other] = [await stored(store()), await stored(store())];
    await put(aReading(one.id, { lastAt: at(1) }));
    await put(aReading(two.id, { lastAt: at(2) }));
    await put(aReading(asked.id, { thread: null, lastAt: at(3) }));
    await put(aReading(other.id, { project: "/projects/beta", lastAt: at(4) }));
    const ids = async (limit: number) => (await store().work.sessions(PROJECT, limit)).map((row) => row.sessionId);
    expect(await ids(10)).toEqual([asked.id, two.id, one.id]);
    expect(await ids(1)).toEqual([asked.id]);
  });

  test("K1, K2: statements come newest first, those of other projects not at all", async () => {
    const [here, there] = [await stored(store()), await stored(store())];
    const [older, newer] = [aStatement(here.id, { at: at(1) }), aStatement(here.id, { at: at(2) })];
    await put(aReading(here.id), older, newer);
    await put(aReading(there.id, { project: "/projects/beta" }), aStatement(there.id));
    expect(await store().work.statements(PROJECT, 10)).toMatchObject([newer, older]);
    expect(await store().work.statements(PROJECT, 1)).toMatchObject([newer]);
  });

  test("K6: what was put on record comes oldest first and outlives a rebuild", async () => {
    const { id } = await stored(store());
    const second = await note(
      aNote({ kind: "supersede", target: "r", text: "s", at: at(5), sessionId: id, by: "agent" }),
    );
    const first = await note(aNote({ at: at(4) }));
    const elsewhere = await note(aNote({ project: "/projects/beta", at: at(6) }));
    expect(await store().work.notes(PROJECT)).toMatchObject([first, second]);
    expect(await store().work.notes(undefined)).toMatchObject([first, second, elsewhere]);
    await store().transaction((tables) => tables.work.clear(undefined));
    expect(await store().work.notes(PROJECT)).toMatchObject([first, second]);
  });

  test("K3: a rebuild forgets what was read, of one project or of all", async () => {
    const [here, there] = [await stored(store()), await stored(store())];
    await put(aReading(here.id), aStatement(here.id));
    await put(aReading(there.id, { project: "/projects/beta" }), aStatement(there.id));
    await store().transaction((tables) => tables.work.clear(PROJECT));
    expect(await store().work.session(here.id)).toBeUndefined();
    expect(await store().work.statements(PROJECT, 10)).toEqual([]);
    expect(await store().work.statements("/projects/beta", 10)).toHaveLength(1);
    await store().transaction((tables) => tables.work.clear(undefined));
    expect(await store().work.session(there.id)).toBeUndefined();
  });

  test("K3: unread are coding sessions of a project that grew, or were read by another edition", async () => {
    const unread = (project?: string, limit = 10) => store().work.unread(2, project, limit);
    const [grown, read, old] = [
      await spoken(store(), { startedAt: at(3) }),
      await spoken(store(), { startedAt: at(2) }),
      await spoken(store(), { startedAt: at(1), projectNormalized: "/projects/beta" }),
    ];
    await stored(store());
    await spoken(store(), { type: "primary", agent: "ada" });
    await spoken(store(), { lineage: "subagent" });
    await spoken(store(), { projectNormalized: null });
    await put(aReading(grown.id, { edition: 2, upTo: 0 }));
    await put(aReading(read.id, { edition: 2, upTo: 1 }));
    await put(aReading(old.id, { edition: 1, upTo: 1 }));
    expect(await unread()).toEqual([grown.id, old.id]);
    expect(await unread(PROJECT)).toEqual([grown.id]);
    expect(await unread(undefined, 1)).toEqual([grown.id]);
  });

  test("K1: a purged session takes along what was read of it; what was put on record stays", async () => {
    const [gone, kept] = [await stored(store()), await stored(store())];
    await put(aReading(gone.id), aStatement(gone.id));
    const own = aStatement(kept.id);
    await put(aReading(kept.id), own);
    const recorded = await note(aNote({ sessionId: gone.id }));
    await store().transaction((tables) => tables.sessions.remove(gone.id));
    expect(await store().work.session(gone.id)).toBeUndefined();
    expect(await store().work.statements(PROJECT, 10)).toMatchObject([own]);
    expect(await store().work.notes(PROJECT)).toMatchObject([recorded]);
  });
}
