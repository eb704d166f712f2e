import { STATE_BLOCK } from "../../named/session-state-owner.ts";
import { NO_STATE, type SessionState } from "./state.ts";

/* The part of SESSION-STATE.md between our markers. */

export const BLOCK = { name: STATE_BLOCK, heading: "Session State", level: 1 } as const;

const LABELS = [
  ["Session", "session"],
  ["Updated", "updated"],
  ["Task", "task"],
  ["Goal", "goal"],
] as const satisfies readonly (readonly [string, keyof SessionState])[];

const LISTS = [
  ["Decisions", "decisions"],
  ["Corrections", "corrections"],
  ["Preferences", "preferences"],
] as const satisfies readonly (readonly [string, keyof SessionState])[];

export function formatState(state: SessionState): string {
  const labels = LABELS.filter(([, field]) => state[field] !== "").map(
    ([label, field]) => `**${label}:** ${state[field]}`,
  );
  const lists = LISTS.filter(([, field]) => state[field].length > 0).map(
    ([title, field]) => `## ${title}\n\n${state[field].map((entry) => `- ${entry}`).join("\n")}`,
  );
  const parts = [labels.join("\n"), ...lists].filter((part) => part !== "");
  return parts.length === 0 ? "\nNothing is being worked on.\n" : `\n${parts.join("\n\n")}\n`;
}

export interface StateRead {
  readonly state: SessionState;
  /** Lines between our markers that are not in our format. */
  readonly others: readonly string[];
}

const LABEL = /^\*\*([A-Z][a-z]+):\*\*\s*(.*)$/;
const OWN_HEADING = new RegExp(`^#+ ${BLOCK.heading}$`);
const ENTRY = /^[-*+]\s+(.*)$/;
const IDLE = "Nothing is being worked on.";

/** Reads what is between our markers, also after people and agents edited it. */
export function parseState(body: string): StateRead {
  const texts: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const others: string[] = [];
  let list: string[] | undefined;
  for (const line of body.split("\n").map((one) => one.trimEnd())) {
    const labelled = LABEL.exec(line);
    const field = LABELS.find(([label]) => label === labelled?.[1])?.[1];
    const entry = ENTRY.exec(line)?.[1];
    if (line === "" || line === IDLE || OWN_HEADING.test(line)) continue;
    if (field !== undefined && texts[field] === undefined) texts[field] = labelled?.[2] ?? "";
    else if (line.startsWith("#")) {
      const found = LISTS.find(([title]) => line.replace(/^#+\s*/, "") === title)?.[1];
      list = found && (lists[found] ?? []);
      if (found && list) lists[found] = list;
      else others.push(line);
    } else if (list && entry !== undefined) list.push(entry);
    else if (list && list.length > 0 && /^\s/.test(line)) list.push(`${list.pop()} ${line.trim()}`);
    else others.push(line);
  }
  return { state: { ...NO_STATE, ...texts, ...lists }, others };
}
