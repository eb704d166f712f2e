import type { ResumeOffers } from "../checkpoints/index.ts";
import { formatDuration } from "../core/index.ts";
import { oneLine } from "../text/index.ts";
import { isOver, type Quote, type Thread } from "../work/index.ts";

const LONGEST_TASK = 120;
const LONGEST_NAME = 60;
const BUFFERED_SHOWN = 4;
const LONGEST_BUFFERED = 240;

/**
 * The newest open checkpoint of a project, in one line. An autosave repeats the open thread: it is named, not
 * described, and not offered where nothing is open.
 */
export function offersOf({ open }: ResumeOffers, threads: readonly Thread[], now: number): string[] {
  const thread = threads.find((one) => !isOver(one));
  const [newest, ...others] = open.filter(({ isAutosave }) => !isAutosave || threads.length === 0 || thread);
  if (!newest) return [];
  const name = oneLine(newest.name, LONGEST_NAME);
  const isDescribed = newest.task !== "" && !(newest.isAutosave && thread);
  const task = isDescribed ? `: ${oneLine(newest.task, LONGEST_TASK).replace(/[.。]$/u, "")}` : "";
  const more = others.length === 0 ? "" : ` (${others.length} more: \`checkpoint_list\`)`;
  const age = formatDuration(now - newest.at);
  return [
    `Open checkpoint "${name}", saved ${age} ago${task}. To go on from it: \`checkpoint_resume\` ${name}${more}.`,
  ];
}

/** The newest quotes from the time when the context was nearly full. */
export const bufferedQuotes = ({ buffered }: ResumeOffers, now: number): Quote[] =>
  buffered.slice(-BUFFERED_SHOWN).map(({ at, text }) => ({
    text: oneLine(text.replace(/^\*\*(?:User|Agent):\*\*\s*/, ""), LONGEST_BUFFERED),
    seq: 0,
    at: at === "" ? new Date(now).toISOString() : at,
    by: text.startsWith("**User") ? "user" : "agent",
  }));
