import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { safeName } from "../../core/index.ts";
import type { HistoryReader, HistorySession } from "../histories/contract.ts";
import { headOf } from "../histories/files.ts";
import { historiesBelow, isSilent, lineHistory, objectsIn, openHistories } from "../histories/lines.ts";
import { configDir } from "./install/locations.ts";
import { AGENT_FILE, isSummariser, readLine } from "./transcript.ts";

const optionalText = z.string().optional().catch(undefined);
const told = z.looseObject({
  sessionId: optionalText,
  uuid: optionalText,
  timestamp: optionalText,
  cwd: optionalText,
  forkedFrom: z.looseObject({ sessionId: z.string() }).optional().catch(undefined),
});

const TRANSCRIPT = /\.jsonl$/;
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The session that a file is named after; a copy under another name still says whose it is. */
const sessionIdOf = (path: string, told: string): string => {
  const name = basename(path).replace(TRANSCRIPT, "");
  return SESSION_ID.test(name) ? name : told;
};

/** A subagent's file lies below its session's folder; older versions put it beside, and only its lines name the session. */
function parentIdOf(path: string, told: string): string {
  const folder = dirname(path);
  return basename(folder) === "subagents" ? basename(dirname(folder)) : told;
}

async function historyIn(path: string): Promise<HistorySession | undefined> {
  const head = await headOf(path);
  const lines = head ? objectsIn(head).map((line) => told.parse(line)) : [];
  const sessionId = lines.find((line) => line.uuid !== undefined)?.sessionId;
  if (!head || sessionId === undefined || isSilent(head, readLine)) return undefined;
  const known = {
    path,
    cwd: lines.find((line) => line.cwd)?.cwd,
    startedAt: lines.find((line) => line.timestamp)?.timestamp,
    bytes: head.bytes,
  };
  const agentId = basename(path).match(AGENT_FILE)?.[1];
  if (agentId !== undefined) {
    if (await isSummariser(path).catch(() => false)) return undefined;
    const parent = safeName(parentIdOf(path, sessionId));
    return lineHistory(
      { ...known, key: safeName(`${parent}/${agentId}`), parent: { key: parent, how: "subagent" } },
      readLine,
    );
  }
  const origin = lines.find((line) => line.forkedFrom)?.forkedFrom?.sessionId;
  const key = safeName(sessionIdOf(path, sessionId));
  return lineHistory({ ...known, key, parent: origin ? { key: safeName(origin), how: "fork" } : undefined }, readLine);
}

/** `projects/<folder>/<session>.jsonl`, with the subagents of each in `<session>/subagents/`. */
export const claudeCodeHistory: HistoryReader = {
  harness: "claude-code",
  title: "Claude Code",
  find: ({ userHome, env }) => historiesBelow(join(configDir(userHome, env), "projects"), historyIn),
  open: (path) => openHistories(path, historyIn),
};
