import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { safeName } from "../../core/index.ts";
import { ClientDatabase, sessionsInDatabase } from "../histories/client-database.ts";
import { namesIn } from "../histories/files.ts";
import type { Batch, HistoryReader, HistorySession, UserPlace } from "../histories/history-contract.ts";
import type { OnSkip } from "../histories/skipped-files.ts";
import { exportRows } from "./export.ts";
import { fileRows } from "./files.ts";
import { readSession, type Session } from "./read-session.ts";
import { COLUMNS, databaseRows, type Rows, type SessionRow, timeOfRow } from "./rows.ts";

function sessionOf(row: SessionRow, path: string, read: HistorySession["read"]): HistorySession {
  return {
    key: safeName(row.id),
    path,
    isTranscript: false,
    cwd: row.directory || undefined,
    startedAt: timeOfRow(row),
    parent: row.parentId === null ? undefined : { key: safeName(row.parentId), how: "subagent" },
    bytes: row.bytes,
    read,
  };
}

const asRead = (row: SessionRow): Session => ({
  id: row.id,
  isSubagent: row.parentId !== null,
  startedAt: timeOfRow(row),
});

async function* readDatabase(path: string, row: SessionRow, mark: string | undefined): AsyncIterable<Batch> {
  const database = ClientDatabase.open(path);
  try {
    yield* readSession(databaseRows(database), asRead(row), mark, Date.now());
  } finally {
    database.close();
  }
}

const openDatabase = (path: string, onSkip: OnSkip): Promise<HistorySession[] | undefined> =>
  sessionsInDatabase(path, onSkip, async (database) => {
    if (!database.hasColumns(COLUMNS)) return undefined;
    const rows = await databaseRows(database).sessions();
    return rows.map((row) => sessionOf(row, path, (mark) => readDatabase(path, row, mark)));
  });

async function sessionsInFiles(storage: string, onSkip: OnSkip): Promise<HistorySession[]> {
  const rows: Rows = fileRows(storage, onSkip);
  return (await rows.sessions()).map((row) =>
    sessionOf(row, join(storage, "message", row.id), (mark) =>
      readSession(fileRows(storage), asRead(row), mark, Date.now()),
    ),
  );
}

/** The session that a user exported to a file; undefined if it is no export. */
async function sessionInExport(path: string): Promise<HistorySession[] | undefined> {
  const rows = await exportRows(path);
  if (rows === undefined) return undefined;
  return (await rows.sessions()).map((row) =>
    sessionOf(row, path, (mark) => readSession(rows, asRead(row), mark, Date.now())),
  );
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** Each release channel of the client has a database of its own. */
const DATABASE = /^opencode(?:-[\w.-]+)?\.db$/;

/** The sessions in the client's folder for data: those of its databases, and those that only its older files hold. */
async function* sessionsIn(folder: string, onSkip: OnSkip): AsyncIterable<HistorySession> {
  const known = new Set<string>();
  for (const name of await namesIn(folder, onSkip)) {
    if (!DATABASE.test(name)) continue;
    for (const session of (await openDatabase(join(folder, name), onSkip)) ?? []) {
      known.add(session.key);
      yield session;
    }
  }
  for (const session of await sessionsInFiles(join(folder, "storage"), onSkip))
    if (!known.has(session.key)) yield session;
}

const dataOf = ({ userHome, env }: UserPlace): string =>
  join(env.XDG_DATA_HOME || join(userHome, ".local", "share"), "opencode");

async function* find(place: UserPlace, onSkip: OnSkip): AsyncIterable<HistorySession> {
  const { env } = place;
  const folder = dataOf(place);
  yield* sessionsIn(folder, onSkip);
  const named = env.OPENCODE_DB && resolve(folder, env.OPENCODE_DB);
  const isFurther = named && (dirname(named) !== folder || !DATABASE.test(basename(named)));
  if (isFurther && (await stat(named).catch(() => undefined))) yield* (await openDatabase(named, onSkip)) ?? [];
}

async function gathered(sessions: AsyncIterable<HistorySession>): Promise<HistorySession[]> {
  const all: HistorySession[] = [];
  for await (const session of sessions) all.push(session);
  return all;
}

async function open(path: string, onSkip: OnSkip): Promise<readonly HistorySession[] | undefined> {
  // Most files are no databases: not worth a report.
  if (await isFile(path)) return (await openDatabase(path, () => {})) ?? sessionInExport(path);
  const sessions = await gathered(sessionsIn(path, onSkip));
  const found = sessions.length > 0 ? sessions : await sessionsInFiles(path, onSkip);
  return found.length > 0 ? found : undefined;
}

export const openCodeHistory: HistoryReader = {
  harness: "opencode",
  title: "OpenCode",
  find,
  // Only old versions wrote other files.
  watches: (place) => [{ folder: dataOf(place), fits: DATABASE, isBelow: false }],
  open,
};
