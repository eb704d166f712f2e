import type { Beside } from "../checkpoints/index.ts";
import { oneLine } from "../conversation/index.ts";
import { formatDuration } from "../core/index.ts";
import type { Line, Section } from "./sections.ts";

const LONGEST_TASK = 120;
const LONGEST_NAME = 60;
const SAID_SHOWN = 4;
const LONGEST_SAID = 240;

/** The newest checkpoint that lies open in a project, in one line; empty where there is none. */
export function offerText({ open: [newest, ...others] }: Beside, now: number): string {
  if (!newest) return "";
  const name = oneLine(newest.name, LONGEST_NAME);
  const task = newest.task === "" ? "" : `: ${oneLine(newest.task, LONGEST_TASK).replace(/[.。]$/u, "")}`;
  const more = others.length === 0 ? "" : ` (${others.length} more: \`checkpoint_list\`)`;
  const age = formatDuration(now - newest.at);
  return `Open checkpoint "${name}", saved ${age} ago${task}. If the user wants to go on from it: \`checkpoint_resume\` ${name}${more}.`;
}

/** What was said while the context was nearly full, the newest of it; what is told elsewhere is not told again. */
export function bufferSection({ buffered }: Beside, told: readonly string[], now: number): Section {
  const flat = (text: string): string => text.replace(/\s+/g, " ").slice(0, 60).toLowerCase();
  const known = new Set(told.map(flat));
  const isNew = (text: string): boolean => !known.has(flat(text.replace(/^\*\*(?:User|Agent):\*\*\s*/, "")));
  const lines = buffered
    .filter(({ text }) => isNew(text))
    .slice(-SAID_SHOWN)
    .map(
      ({ at, text }): Line => ({
        text: `- ${oneLine(text, LONGEST_SAID)}`,
        source:
          at === "" ? " [working-buffer.md]" : ` [working-buffer.md, ${formatDuration(now - Date.parse(at))} ago]`,
      }),
    );
  return { title: "**Said when the context was nearly full**:", lines, share: 0.15 };
}
