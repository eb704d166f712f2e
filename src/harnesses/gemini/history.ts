import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { jsonIn, safeName, sha256 } from "../../core/index.ts";
import { readTime } from "../client-times.ts";
import { headOf, namesIn, readSmallFile, sizeOf } from "../histories/files.ts";
import type { HistoryReader, HistorySession, UserPlace } from "../histories/history-contract.ts";
import { NO_HISTORY, type OnSkip, whyUnread } from "../histories/skipped-files.ts";
import { readRecord, recordHeader } from "./json-record.ts";
import { readLog } from "./log.ts";
import { type Header, hasNoMessages, header, type ReadContext } from "./transcript.ts";
import { workspaceFolder } from "./workspace.ts";

/** The header of a log: its first line, if it is complete. */
const logHeader = (head: string): Header | undefined =>
  head.includes("\n") ? header.safeParse(jsonIn(head.slice(0, head.indexOf("\n")))).data : undefined;

const projectsShape = z.looseObject({ projects: z.record(z.string(), z.string()).catch({}) });

/** The folder that a project's sessions ran in: from the note next to them, or the list of all projects. */
async function projectRoot(chats: string, projectHash: string): Promise<string | undefined> {
  const project = dirname(chats);
  const noted = (await readSmallFile(join(project, ".project_root"))).trim();
  if (noted) return noted;
  const list = await readSmallFile(join(project, "..", "..", "projects.json"));
  const { projects } = projectsShape.catch({ projects: {} }).parse(jsonIn(list));
  const found = Object.entries(projects).find(
    ([folder, name]) => sha256(folder) === projectHash || name === basename(project),
  );
  return found?.[0];
}

/** Undefined where it is not this client's. Throws where it cannot be read. */
async function sessionIn(path: string): Promise<HistorySession | undefined> {
  const { text: start, lines, bytes, writtenAt } = await headOf(path);
  const log = logHeader(start);
  const head = log ?? (start.includes('"projectHash"') ? await recordHeader(path) : undefined);
  if (head === undefined) return undefined;
  const isSubagent = head.kind === "subagent";
  // A subagent's file is in a folder that is named after its parent session.
  const chats = isSubagent ? dirname(dirname(path)) : dirname(path);
  const startedAt = readTime(head.startTime);
  const context = (fallbackTime = writtenAt): ReadContext => ({ isSubagent, fallbackTime });
  return {
    key: safeName(head.sessionId),
    path,
    // What a line means depends on the lines before it.
    isTranscript: false,
    cwd:
      (await projectRoot(chats, head.projectHash)) ??
      head.directories?.[0] ??
      workspaceFolder(log ? lines : [JSON.stringify(head)], head.projectHash),
    startedAt,
    parent: isSubagent ? { key: safeName(basename(dirname(path))), how: "subagent" } : undefined,
    bytes,
    read: (mark) =>
      log
        ? readLog(path, mark, context(mark === undefined ? startedAt : writtenAt))
        : readRecord(path, mark, context(startedAt)),
  };
}

const SESSION_FILE = /^session-.*\.jsonl?$/;

/** The files of the sessions in a project's `chats`, each before those of its subagents. */
async function sessionFiles(chats: string, onSkip: OnSkip): Promise<string[]> {
  const names = await namesIn(chats, onSkip);
  const own = names
    // When the client resumes a session of the older format, it also writes it as a log.
    .filter((name) => SESSION_FILE.test(name) && !names.includes(`${name}l`))
    .map((name) => join(chats, name));
  const folders = names.filter((name) => !/\.jsonl?/.test(name));
  const sentOut = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(join(chats, folder), onSkip))
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => join(chats, folder, name)),
    ),
  );
  return [...own, ...sentOut.flat()];
}

/** At each resume the client creates an empty file before it continues the old one. */
async function isEmptySession({ path }: HistorySession): Promise<boolean> {
  const head = await headOf(path);
  if (!head.isWhole || logHeader(head.text) === undefined) return false;
  try {
    return head.lines.every((line) => line.trim() === "" || hasNoMessages(line));
  } catch {
    return false;
  }
}

/** The session in a file that is named like one. */
async function namedSession(path: string, onSkip: OnSkip): Promise<HistorySession | undefined> {
  try {
    const session = await sessionIn(path);
    if (session) return (await isEmptySession(session)) ? undefined : session;
    if ((await sizeOf(path)) > 0) onSkip(path, NO_HISTORY);
  } catch (error) {
    onSkip(path, whyUnread(error));
  }
  return undefined;
}

async function* sessionsIn(chats: string, onSkip: OnSkip): AsyncIterable<HistorySession> {
  for (const path of await sessionFiles(chats, onSkip)) {
    const session = await namedSession(path, onSkip);
    if (session) yield session;
  }
}

const chatsBelow = async (folder: string, onSkip: OnSkip): Promise<string[]> =>
  (await namesIn(folder, onSkip)).map((project) => join(folder, project, "chats"));

const tmpOf = ({ userHome, env }: UserPlace): string => join(env.GEMINI_CLI_HOME || userHome, ".gemini", "tmp");

async function* find(place: UserPlace, onSkip: OnSkip): AsyncIterable<HistorySession> {
  const chats = await chatsBelow(tmpOf(place), onSkip);
  for (const folder of chats) yield* sessionsIn(folder, onSkip);
}

/** A folder may be the client's own, that of all projects, that of one, or that of its sessions. */
async function openFolder(folder: string, onSkip: OnSkip): Promise<HistorySession[]> {
  const places = [
    folder,
    join(folder, "chats"),
    ...(await chatsBelow(folder, onSkip)),
    ...(await chatsBelow(join(folder, "tmp"), onSkip)),
    ...(await chatsBelow(join(folder, ".gemini", "tmp"), onSkip)),
  ];
  const sessions = new Map<string, HistorySession>();
  for (const place of places)
    for await (const session of sessionsIn(place, onSkip)) sessions.set(session.path, session);
  return [...sessions.values()];
}

async function open(path: string, onSkip: OnSkip): Promise<readonly HistorySession[] | undefined> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) {
    const session = await sessionIn(path).catch(() => undefined);
    return session && [session];
  }
  const sessions = await openFolder(path, onSkip);
  return sessions.length > 0 ? sessions : undefined;
}

export const geminiHistory: HistoryReader = {
  harness: "gemini",
  title: "Gemini CLI",
  find,
  // The files of subagents have names of their own.
  watches: (place) => [{ folder: tmpOf(place), fits: /^session-.*\.json$|\.jsonl$/, isBelow: true }],
  open,
};
