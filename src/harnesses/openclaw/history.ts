import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { safeName } from "../../core/index.ts";
import { ClientDatabase } from "../histories/client-database.ts";
import type { Batch, HistoryReader, HistorySession, UserPlace } from "../histories/contract.ts";
import { eachLine, headOf, readLines } from "../histories/marked-lines.ts";
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

function sessionInDatabase(path: string, row: SessionRow): HistorySession {
  const startedAt = new Date(row.createdAt).toISOString();
  const around: Surroundings = { isByUser: isByUser(row.lineage), startedAt };
  return {
    ...{ key: safeName(row.id), path, isTranscript: false, cwd: row.cwd, startedAt },
    ...{ parent: parentOf(row.lineage), bytes: row.bytes },
    read: (mark) => readEvents(path, row.id, mark, around),
  };
}

/** The sessions of a database, or undefined where it is not this client's. */
function sessionsInDatabase(path: string): HistorySession[] | undefined {
  const database = ClientDatabase.open(path);
  try {
    return isOpenClaw(database) ? sessionRows(database).map((row) => sessionInDatabase(path, row)) : undefined;
  } finally {
    database.close();
  }
}

async function* readFileOfLines(path: string, mark: string | undefined, around: Surroundings): AsyncIterable<Batch> {
  for await (const some of readLines(path, mark)) {
    const { taken, broken } = eachLine(some, (line) => eventEntries(line, around));
    yield { entries: taken, mark: some.mark, bytes: some.bytes, broken };
  }
}

/** What the older client knew of its sessions beside their files. */
const indexShape = z.record(
  z.string(),
  z.looseObject({ sessionId: z.string(), spawnedBy: z.string().optional().catch(undefined) }).catch({ sessionId: "" }),
);

/** The session that sent this one out, if one did. */
async function spawnerOf(
  path: string,
  sessionId: string,
): Promise<{ isSpawned: boolean; spawner: string | undefined }> {
  const text = await readFile(join(dirname(path), "sessions.json"), "utf8").catch(() => "{}");
  const index = indexShape.catch({}).parse(parsed(text));
  const spawnedBy = Object.values(index).find((one) => one.sessionId === sessionId)?.spawnedBy;
  return { isSpawned: spawnedBy !== undefined, spawner: spawnedBy && index[spawnedBy]?.sessionId };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function sessionInFile(path: string): Promise<HistorySession | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const head = header.safeParse(parsed((await headOf(path)).split("\n", 1)[0] ?? "")).data;
  if (head === undefined) return undefined;
  const { isSpawned, spawner } = await spawnerOf(path, head.id);
  const around: Surroundings = { isByUser: !isSpawned, startedAt: head.timestamp ?? found.mtime.toISOString() };
  return {
    ...{ key: safeName(head.id), path, isTranscript: true, cwd: head.cwd, startedAt: head.timestamp },
    parent: spawner ? { key: safeName(spawner), how: "subagent" } : undefined,
    bytes: found.size,
    read: (mark) => readFileOfLines(path, mark, around),
  };
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();

/** What was said before a reset is kept under a longer name; what the user deleted stays deleted. */
const SESSION_FILE = /\.jsonl(?:\.reset\..+)?$/;

async function* sessionsInFiles(folder: string): AsyncIterable<HistorySession> {
  for (const name of await namesIn(folder)) {
    if (!SESSION_FILE.test(name)) continue;
    const session = await sessionInFile(join(folder, name)).catch(() => undefined);
    if (session) yield session;
  }
}

/** The sessions of one agent: those in its database, and those that only older files hold. */
async function* sessionsOfAgent(folder: string): AsyncIterable<HistorySession> {
  const stored = (await openDatabase(join(folder, "agent", "openclaw-agent.sqlite"))) ?? [];
  yield* stored;
  const known = new Set(stored.map(({ key }) => key));
  for await (const session of sessionsInFiles(join(folder, "sessions"))) if (!known.has(session.key)) yield session;
}

async function openDatabase(path: string): Promise<HistorySession[] | undefined> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
  if (!isFile) return undefined;
  try {
    return sessionsInDatabase(path);
  } catch {
    return undefined;
  }
}

async function* sessionsIn(stateFolder: string): AsyncIterable<HistorySession> {
  const agents = join(stateFolder, "agents");
  for (const agent of await namesIn(agents)) yield* sessionsOfAgent(join(agents, agent));
}

async function* find({ userHome, env }: UserPlace): AsyncIterable<HistorySession> {
  const home = env.OPENCLAW_HOME || userHome;
  // The client was once called otherwise.
  const folders = env.OPENCLAW_STATE_DIR
    ? [env.OPENCLAW_STATE_DIR]
    : [join(home, ".openclaw"), join(home, ".clawdbot")];
  for (const folder of folders) yield* sessionsIn(folder);
}

/** A folder may be the user's, the client's own, that of all agents, that of one, or that of its database or files. */
async function openFolder(folder: string): Promise<HistorySession[]> {
  const sources = [
    sessionsIn(join(folder, ".openclaw")),
    sessionsIn(basename(folder) === "agents" ? dirname(folder) : folder),
    sessionsOfAgent(basename(folder) === "agent" ? dirname(folder) : folder),
    sessionsInFiles(folder),
  ];
  const sessions: HistorySession[] = [];
  for (const source of sources) for await (const session of source) sessions.push(session);
  return sessions;
}

async function open(path: string): Promise<readonly HistorySession[] | undefined> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) {
    const sessions = await openFolder(path);
    return sessions.length > 0 ? sessions : undefined;
  }
  const session = await sessionInFile(path).catch(() => undefined);
  return session ? [session] : openDatabase(path);
}

export const openClawHistory: HistoryReader = { harness: "openclaw", title: "OpenClaw", find, open };
