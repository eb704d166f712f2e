import type { Beside } from "../checkpoints/index.ts";
import { oneLine } from "../conversation/index.ts";
import { formatDuration } from "../core/index.ts";
import type { Quote } from "../work/index.ts";

const LONGEST_TASK = 120;
const LONGEST_NAME = 60;
const BUFFERED_SHOWN = 4;
const LONGEST_BUFFERED = 240;

/** The newest checkpoint that lies open in a project, in one line; empty where there is none. */
export function offerText({ open: [newest, ...others] }: Beside, now: number): string {
  if (!newest) return "";
  const name = oneLine(newest.name, LONGEST_NAME);
  const task = newest.task === "" ? "" : `: ${oneLine(newest.task, LONGEST_TASK).replace(/[.。]$/u, "")}`;
  const more = others.length === 0 ? "" : ` (${others.length} more: \`checkpoint_list\`)`;
  const age = formatDuration(now - newest.at);
  return `Open checkpoint "${name}", saved ${age} ago${task}. If the user wants to go on from it: \`checkpoint_resume\` ${name}${more}.`;
}

/** What was said while the context was nearly full, the newest of it. */
export const bufferedQuotes = ({ buffered }: Beside, now: number): Quote[] =>
  buffered.slice(-BUFFERED_SHOWN).map(({ at, text }) => ({
    text: oneLine(text.replace(/^\*\*(?:User|Agent):\*\*\s*/, ""), LONGEST_BUFFERED),
    seq: 0,
    at: at === "" ? new Date(now).toISOString() : at,
    by: text.startsWith("**User") ? "user" : "agent",
  }));
