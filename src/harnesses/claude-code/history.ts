import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { safeName } from "../../core/index.ts";
import { firstTime } from "../client-times.ts";
import { headOf } from "../histories/files.ts";
import type { HistoryReader } from "../histories/history-contract.ts";
import {
  type HistoryIn,
  hasNoMessages,
  historiesBelow,
  lineHistory,
  objectsInHead,
  openHistories,
} from "../histories/line-history.ts";
import { optionalText } from "../optional-text.ts";
import { configDir } from "./install/locations.ts";
import { AGENT_FILE, isSummariser, readLine } from "./transcript.ts";

const lineShape = z.looseObject({
  type: optionalText,
  sessionId: optionalText,
  uuid: optionalText,
  timestamp: optionalText,
  cwd: optionalText,
  agentId: optionalText,
  isSidechain: z.boolean().optional().catch(undefined),
  forkedFrom: z.looseObject({ sessionId: z.string() }).optional().catch(undefined),
});
type Line = z.infer<typeof lineShape>;

const TRANSCRIPT = /\.jsonl$/;
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Files are named after their session; in a copy with another name, the lines still name it. */
const sessionIdOf = (path: string, fallback: string): string => {
  const name = basename(path).replace(TRANSCRIPT, "");
  return SESSION_ID.test(name) ? name : fallback;
};

/** A subagent's file is below its session's folder; in older versions only its lines name the session. */
function parentIdOf(path: string, fallback: string): string {
  const folder = dirname(path);
  return basename(folder) === "subagents" ? basename(dirname(folder)) : fallback;
}

/** A copy of a subagent's file can have any path and name: all its lines still name the agent. */
function agentIdIn(path: string, said: readonly Line[]): string | undefined {
  const named = basename(path).match(AGENT_FILE)?.[1];
  const [first] = said;
  const isAgents = said.every(({ isSidechain, agentId }) => isSidechain && agentId === first?.agentId);
  return named ?? (isAgents ? first?.agentId : undefined);
}

const historyIn: HistoryIn = async (path) => {
  const head = await headOf(path);
  const lines = objectsInHead(head).map((line) => lineShape.parse(line));
  const said = lines.filter(({ uuid }) => uuid !== undefined);
  const sessionId = said[0]?.sessionId;
  const isEmpty = hasNoMessages(head, readLine);
  if (sessionId === undefined) return isEmpty && lines.every(({ type }) => type !== undefined) ? "empty" : "not-ours";
  if (isEmpty) return "empty";
  const known = {
    path,
    cwd: lines.find((line) => line.cwd)?.cwd,
    startedAt: firstTime(lines.map(({ timestamp }) => timestamp)),
  };
  const agentId = agentIdIn(path, said);
  if (agentId !== undefined) {
    if (await isSummariser(path).catch(() => false)) return "empty";
    const parent = safeName(parentIdOf(path, sessionId));
    return lineHistory(
      head,
      { ...known, key: safeName(`${parent}/${agentId}`), parent: { key: parent, how: "subagent" } },
      readLine,
    );
  }
  const origin = lines.find((line) => line.forkedFrom)?.forkedFrom?.sessionId;
  const key = safeName(sessionIdOf(path, sessionId));
  const parent = origin ? ({ key: safeName(origin), how: "fork" } as const) : undefined;
  return lineHistory(head, { ...known, key, parent }, readLine);
};

/** `projects/<folder>/<session>.jsonl`, with the subagents of each in `<session>/subagents/`. */
export const claudeCodeHistory: HistoryReader = {
  harness: "claude-code",
  title: "Claude Code",
  find: ({ userHome, env }, onSkip) => historiesBelow(join(configDir(userHome, env), "projects"), historyIn, onSkip),
  watches: ({ userHome, env }) => [
    { folder: join(configDir(userHome, env), "projects"), fits: /\.jsonl$/, isBelow: true },
  ],
  open: (path, onSkip) => openHistories(path, historyIn, onSkip),
};
