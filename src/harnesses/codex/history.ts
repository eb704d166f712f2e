import { basename, join } from "node:path";
import { z } from "zod";
import { safeName } from "../../core/index.ts";
import { firstTime } from "../client-times.ts";
import { headOf } from "../histories/files.ts";
import type { HistoryReader, HistorySession } from "../histories/history-contract.ts";
import {
  type HistoryIn,
  hasNoMessages,
  historiesBelow,
  lineHistory,
  objectsInHead,
  openHistories,
} from "../histories/line-history.ts";
import { textIn } from "../json-fields.ts";
import { optionalText } from "../optional-text.ts";
import { codexHome } from "./home.ts";
import { readLine } from "./transcript.ts";

const meta = z.looseObject({
  id: z.string(),
  timestamp: optionalText,
  cwd: optionalText,
  forked_from_id: optionalText,
  parent_thread_id: optionalText,
  source: z
    .looseObject({ subagent: z.looseObject({ thread_spawn: z.looseObject({ parent_thread_id: z.string() }) }) })
    .optional()
    .catch(undefined),
});
type Meta = z.infer<typeof meta>;

const metaLine = z.looseObject({ type: z.literal("session_meta"), payload: meta });
/** How the first versions began a file: the same without anything around it. */
const bareHead = meta.extend({ type: z.undefined().optional(), timestamp: z.string(), instructions: z.unknown() });

const ROLLOUT = /^rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;
const FOLDERS = ["sessions", "archived_sessions"];
const CWD_TAG = /<cwd>([^<]+)<\/cwd>/;

/** Of a fork's file only the first head is its own: the next came with what it copied. */
function metaOf(path: string, head: readonly unknown[]): Meta | undefined {
  for (const one of head) {
    const found = metaLine.safeParse(one).data?.payload ?? bareHead.safeParse(one).data;
    if (found) return found;
  }
  const id = basename(path).match(ROLLOUT)?.[1];
  return id === undefined ? undefined : meta.parse({ id });
}

function parentOf({ source, parent_thread_id, forked_from_id }: Meta): HistorySession["parent"] {
  const sentBy = source?.subagent.thread_spawn.parent_thread_id ?? parent_thread_id;
  if (sentBy !== undefined) return { key: safeName(sentBy), how: "subagent" };
  return forked_from_id === undefined ? undefined : { key: safeName(forked_from_id), how: "fork" };
}

const historyIn: HistoryIn = async (path) => {
  const head = await headOf(path);
  const objects = objectsInHead(head);
  const known = metaOf(path, objects);
  if (!known && objects.length > 0) return "not-ours";
  if (!known || hasNoMessages(head, readLine)) return "empty";
  // The first versions named the folder only in a message to the model.
  const cwd = known.cwd ?? head.lines.join("\n").match(CWD_TAG)?.[1];
  const startedAt = firstTime([known.timestamp, ...objects.map(({ timestamp }) => textIn(timestamp))]);
  return lineHistory(head, { key: safeName(known.id), path, cwd, startedAt, parent: parentOf(known) }, readLine);
};

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, and what was archived. */
export const codexHistory: HistoryReader = {
  harness: "codex",
  title: "Codex",
  async *find({ userHome, env }, onSkip) {
    const home = codexHome(userHome, env);
    for (const folder of FOLDERS) yield* historiesBelow(join(home, folder), historyIn, onSkip);
  },
  watches: ({ userHome, env }) => [
    { folder: join(codexHome(userHome, env), "sessions"), fits: /\.jsonl$/, isBelow: true },
  ],
  open: (path, onSkip) => openHistories(path, historyIn, onSkip),
};
