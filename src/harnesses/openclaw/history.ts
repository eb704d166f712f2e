import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { jsonIn, safeName } from "../../core/index.ts";
import { sessionsInDatabase } from "../histories/client-database.ts";
import type { HistoryReader, HistorySession, UserPlace } from "../histories/contract.ts";
import { headOf, namesIn, sizeOf, textBeside } from "../histories/files.ts";
import { lineHistory } from "../histories/line-history.ts";
import { NO_HISTORY, type PassOver, whyUnread } from "../histories/passed-over.ts";
import { optionalText } from "../shapes.ts";
import { readTime } from "../times.ts";
import { readEvents } from "./reading.ts";
import { isOpenClaw, type Lineage, type SessionRow, sessionRows } from "./rows.ts";
import { eventEntries, header, type Surroundings } from "./transcript.ts";

function parentOf({ forkedFrom, spawner, previous }: Lineage): HistorySession["parent"] {
  if (spawner) return { key: safeName(spawner), how: "subagent" };
  if (forkedFrom) return { key: safeName(forkedFrom), how: "fork" };
  return previous ? { key: safeName(previous), how: "resume" } : undefined;
}

/** Ways in which a session begins without anybody having spoken. */
const BEGUN_BY_ITSELF = new Set(["spawn", "cron", "plugin", "internal"]);

const isByUser = ({ isSpawned, createdVia }: Lineage): boolean =>
  isSpawned === 0 && !BEGUN_BY_ITSELF.has(createdVia ?? "");

function sessionInDatabase(path: string, row: SessionRow, writtenAt: string): HistorySession {
  const { startedAt } = row;
  const around: Surroundings = { isByUser: isByUser(row.lineage), otherwise: startedAt ?? writtenAt };
  return {
    ...{ key: safeName(row.id), path, isTranscript: false, cwd: row.cwd, startedAt },
    ...{ parent: parentOf(row.lineage), bytes: row.bytes },
    read: (mark) => readEvents(path, row.id, mark, around),
  };
}

const openDatabase = (path: string, passOver: PassOver): Promise<HistorySession[] | undefined> =>
  sessionsInDatabase(path, passOver, async (database) => {
    if (!isOpenClaw(database)) return undefined;
    const writtenAt = (await stat(path)).mtime.toISOString();
    return sessionRows(database).map((row) => sessionInDatabase(path, row, writtenAt));
  });

/** What the older client knew of its sessions beside their files. */
const indexShape = z.record(
  z.string(),
  z.looseObject({ sessionId: z.string(), spawnedBy: optionalText }).catch({ sessionId: "" }),
);

/** The session that sent this one out, if one did. */
async function spawnerOf(
  path: string,
  sessionId: string,
): Promise<{ isSpawned: boolean; spawner: string | undefined }> {
  const index = indexShape.catch({}).parse(jsonIn(await textBeside(join(dirname(path), "sessions.json"))));
  const spawnedBy = Object.values(index).find((one) => one.sessionId === sessionId)?.spawnedBy;
  return { isSpawned: spawnedBy !== undefined, spawner: spawnedBy && index[spawnedBy]?.sessionId };
}

/** Undefined where it is not this client's. Throws where it cannot be read. */
async function sessionInFile(path: string): Promise<HistorySession | undefined> {
  const head = await headOf(path);
  const told = header.safeParse(jsonIn(head.lines[0] ?? "")).data;
  if (told === undefined) return undefined;
  const { isSpawned, spawner } = await spawnerOf(path, told.id);
  const parent = spawner ? ({ key: safeName(spawner), how: "subagent" } as const) : undefined;
  const known = { key: safeName(told.id), path, cwd: told.cwd, startedAt: readTime(told.timestamp), parent };
  return lineHistory(head, known, (line, otherwise) => eventEntries(line, { isByUser: !isSpawned, otherwise }));
}

/** What was said before a reset is kept under a longer name; what the user deleted stays deleted. */
const SESSION_FILE = /\.jsonl(?:\.reset\..+)?$/;

async function* sessionsInFiles(folder: string, passOver: PassOver): AsyncIterable<HistorySession> {
  for (const name of await namesIn(folder, passOver)) {
    if (!SESSION_FILE.test(name)) continue;
    const path = join(folder, name);
    try {
      const session = await sessionInFile(path);
      if (session) yield session;
      else if ((await sizeOf(path)) > 0) passOver(path, NO_HISTORY);
    } catch (error) {
      passOver(path, whyUnread(error));
    }
  }
}

/** The sessions of one agent: those in its database, and those that only older files hold. */
async function* sessionsOfAgent(folder: string, passOver: PassOver): AsyncIterable<HistorySession> {
  const stored = (await openDatabase(join(folder, "agent", "openclaw-agent.sqlite"), passOver)) ?? [];
  yield* stored;
  const known = new Set(stored.map(({ key }) => key));
  for await (const session of sessionsInFiles(join(folder, "sessions"), passOver))
    if (!known.has(session.key)) yield session;
}

async function* sessionsIn(stateFolder: string, passOver: PassOver): AsyncIterable<HistorySession> {
  const agents = join(stateFolder, "agents");
  for (const agent of await namesIn(agents, passOver)) yield* sessionsOfAgent(join(agents, agent), passOver);
}

function stateFolders({ userHome, env }: UserPlace): string[] {
  const home = env.OPENCLAW_HOME || userHome;
  // The client was once called otherwise.
  return env.OPENCLAW_STATE_DIR ? [env.OPENCLAW_STATE_DIR] : [join(home, ".openclaw"), join(home, ".clawdbot")];
}

async function* find(place: UserPlace, passOver: PassOver): AsyncIterable<HistorySession> {
  for (const folder of stateFolders(place)) yield* sessionsIn(folder, passOver);
}

/** A folder may be the user's, the client's own, that of all agents, that of one, or that of its database or files. */
async function openFolder(folder: string, passOver: PassOver): Promise<HistorySession[]> {
  // Another client's files may lie here as well, or anything.
  const passOverNamed: PassOver = (path, why) => void (why !== NO_HISTORY && passOver(path, why));
  const sources = [
    sessionsIn(join(folder, ".openclaw"), passOver),
    sessionsIn(basename(folder) === "agents" ? dirname(folder) : folder, passOver),
    sessionsOfAgent(basename(folder) === "agent" ? dirname(folder) : folder, passOver),
    sessionsInFiles(folder, passOverNamed),
  ];
  const sessions: HistorySession[] = [];
  for (const source of sources) for await (const session of source) sessions.push(session);
  return sessions;
}

async function open(path: string, passOver: PassOver): Promise<readonly HistorySession[] | undefined> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) {
    const sessions = await openFolder(path, passOver);
    return sessions.length > 0 ? sessions : undefined;
  }
  const session = await sessionInFile(path).catch(() => undefined);
  // Most files are no databases, and that is no fault of theirs.
  return session ? [session] : openDatabase(path, () => {});
}

export const openClawHistory: HistoryReader = {
  harness: "openclaw",
  title: "OpenClaw",
  find,
  watches: (place) =>
    stateFolders(place).map((folder) => ({
      ...{ folder: join(folder, "agents"), fits: /^openclaw-agent\.sqlite$|\.jsonl$/, isBelow: true },
    })),
  open,
};
