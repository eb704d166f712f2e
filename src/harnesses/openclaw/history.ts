import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { jsonIn, safeName } from "../../core/index.ts";
import { readTime } from "../client-times.ts";
import { sessionsInDatabase } from "../histories/client-database.ts";
import { headOf, namesIn, readSmallFile, sizeOf } from "../histories/files.ts";
import type { HistoryReader, HistorySession, UserPlace } from "../histories/history-contract.ts";
import { lineHistory } from "../histories/line-history.ts";
import { NO_HISTORY, type OnSkip, whyUnread } from "../histories/skipped-files.ts";
import { optionalText } from "../optional-text.ts";
import { readEvents } from "./read-events.ts";
import { isOpenClaw, type Lineage, type SessionRow, sessionRows } from "./rows.ts";
import { eventEntries, header, type ReadContext } from "./transcript.ts";

function parentOf({ forkedFrom, spawner, previous }: Lineage): HistorySession["parent"] {
  if (spawner) return { key: safeName(spawner), how: "subagent" };
  if (forkedFrom) return { key: safeName(forkedFrom), how: "fork" };
  return previous ? { key: safeName(previous), how: "resume" } : undefined;
}

/** How a session can begin without a user. */
const STARTED_WITHOUT_USER = new Set(["spawn", "cron", "plugin", "internal"]);

const isByUser = ({ isSpawned, createdVia }: Lineage): boolean =>
  isSpawned === 0 && !STARTED_WITHOUT_USER.has(createdVia ?? "");

function sessionInDatabase(path: string, row: SessionRow, writtenAt: string): HistorySession {
  const { startedAt } = row;
  const context: ReadContext = { isByUser: isByUser(row.lineage), fallbackTime: startedAt ?? writtenAt };
  return {
    ...{ key: safeName(row.id), path, isTranscript: false, cwd: row.cwd, startedAt },
    ...{ parent: parentOf(row.lineage), bytes: row.bytes },
    read: (mark) => readEvents(path, row.id, mark, context),
  };
}

const openDatabase = (path: string, onSkip: OnSkip): Promise<HistorySession[] | undefined> =>
  sessionsInDatabase(path, onSkip, async (database) => {
    if (!isOpenClaw(database)) return undefined;
    const writtenAt = (await stat(path)).mtime.toISOString();
    return sessionRows(database).map((row) => sessionInDatabase(path, row, writtenAt));
  });

/** The older client's index of its sessions. */
const indexShape = z.record(
  z.string(),
  z.looseObject({ sessionId: z.string(), spawnedBy: optionalText }).catch({ sessionId: "" }),
);

/** The session that spawned this one, if one did. */
async function spawnerOf(
  path: string,
  sessionId: string,
): Promise<{ isSpawned: boolean; spawner: string | undefined }> {
  const index = indexShape.catch({}).parse(jsonIn(await readSmallFile(join(dirname(path), "sessions.json"))));
  const spawnedBy = Object.values(index).find((one) => one.sessionId === sessionId)?.spawnedBy;
  return { isSpawned: spawnedBy !== undefined, spawner: spawnedBy && index[spawnedBy]?.sessionId };
}

/** Undefined where it is not this client's. Throws where it cannot be read. */
async function sessionInFile(path: string): Promise<HistorySession | undefined> {
  const head = await headOf(path);
  const first = header.safeParse(jsonIn(head.lines[0] ?? "")).data;
  if (first === undefined) return undefined;
  const { isSpawned, spawner } = await spawnerOf(path, first.id);
  const parent = spawner ? ({ key: safeName(spawner), how: "subagent" } as const) : undefined;
  const known = { key: safeName(first.id), path, cwd: first.cwd, startedAt: readTime(first.timestamp), parent };
  return lineHistory(head, known, (line, fallbackTime) => eventEntries(line, { isByUser: !isSpawned, fallbackTime }));
}

/** What was said before a reset is kept under a longer name; what the user deleted stays deleted. */
const SESSION_FILE = /\.jsonl(?:\.reset\..+)?$/;

async function* sessionsInFiles(folder: string, onSkip: OnSkip): AsyncIterable<HistorySession> {
  for (const name of await namesIn(folder, onSkip)) {
    if (!SESSION_FILE.test(name)) continue;
    const path = join(folder, name);
    try {
      const session = await sessionInFile(path);
      if (session) yield session;
      else if ((await sizeOf(path)) > 0) onSkip(path, NO_HISTORY);
    } catch (error) {
      onSkip(path, whyUnread(error));
    }
  }
}

/** The sessions of one agent: those in its database, and those that only older files hold. */
async function* sessionsOfAgent(folder: string, onSkip: OnSkip): AsyncIterable<HistorySession> {
  const stored = (await openDatabase(join(folder, "agent", "openclaw-agent.sqlite"), onSkip)) ?? [];
  yield* stored;
  const known = new Set(stored.map(({ key }) => key));
  for await (const session of sessionsInFiles(join(folder, "sessions"), onSkip))
    if (!known.has(session.key)) yield session;
}

async function* sessionsIn(stateFolder: string, onSkip: OnSkip): AsyncIterable<HistorySession> {
  const agents = join(stateFolder, "agents");
  for (const agent of await namesIn(agents, onSkip)) yield* sessionsOfAgent(join(agents, agent), onSkip);
}

function stateFolders({ userHome, env }: UserPlace): string[] {
  const home = env.OPENCLAW_HOME || userHome;
  // The client's former name.
  return env.OPENCLAW_STATE_DIR ? [env.OPENCLAW_STATE_DIR] : [join(home, ".openclaw"), join(home, ".clawdbot")];
}

async function* find(place: UserPlace, onSkip: OnSkip): AsyncIterable<HistorySession> {
  for (const folder of stateFolders(place)) yield* sessionsIn(folder, onSkip);
}

/** A folder may be the user's, the client's own, that of all agents, that of one, or that of its database or files. */
async function openFolder(folder: string, onSkip: OnSkip): Promise<HistorySession[]> {
  // Other files are expected here.
  const onSkipUnlessForeign: OnSkip = (path, why) => void (why !== NO_HISTORY && onSkip(path, why));
  const sources = [
    sessionsIn(join(folder, ".openclaw"), onSkip),
    sessionsIn(basename(folder) === "agents" ? dirname(folder) : folder, onSkip),
    sessionsOfAgent(basename(folder) === "agent" ? dirname(folder) : folder, onSkip),
    sessionsInFiles(folder, onSkipUnlessForeign),
  ];
  const sessions: HistorySession[] = [];
  for (const source of sources) for await (const session of source) sessions.push(session);
  return sessions;
}

async function open(path: string, onSkip: OnSkip): Promise<readonly HistorySession[] | undefined> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) {
    const sessions = await openFolder(path, onSkip);
    return sessions.length > 0 ? sessions : undefined;
  }
  const session = await sessionInFile(path).catch(() => undefined);
  // Most files are no databases: not worth a report.
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
