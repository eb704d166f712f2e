import { STATE_BLOCK } from "../../named/session-state-owner.ts";

/** What is being worked on, in the user's words: the write-ahead log of a session. */
export interface SessionState {
  /** `<client> 1a2b…`; empty where it is nobody's work. */
  readonly session: string;
  readonly updated: string;
  readonly task: string;
  readonly goal: string;
  readonly decisions: readonly string[];
  readonly corrections: readonly string[];
  /** Also what the user insisted on. */
  readonly preferences: readonly string[];
}

export const NO_STATE: SessionState = {
  session: "",
  updated: "",
  task: "",
  goal: "",
  decisions: [],
  corrections: [],
  preferences: [],
};

/** What one prompt says about the work. */
export interface StateUpdate extends Pick<SessionState, "decisions" | "corrections" | "preferences"> {
  /** Empty where nothing is asked for. */
  readonly request: string;
  /** The whole prompt, where it asks for something and the work begins with it. */
  readonly opening?: string | undefined;
}

const hasEntries = (of: Omit<StateUpdate, "request">): boolean =>
  of.decisions.length + of.corrections.length + of.preferences.length > 0;

export const isSignificant = (update: StateUpdate): boolean => update.request !== "" || hasEntries(update);

export const isEmpty = (state: SessionState): boolean => state.task === "" && state.goal === "" && !hasEntries(state);

const MOST_ENTRIES = 50;

/** A repeated entry moves to the end; the oldest of very many go. */
function added(before: readonly string[], entries: readonly string[]): string[] {
  const repeated = new Set(entries.map((one) => one.toLowerCase()));
  return [...before.filter((one) => !repeated.has(one.toLowerCase())), ...new Set(entries)].slice(-MOST_ENTRIES);
}

/** The task is what the work began with, the goal what was asked for last. */
export function applyUpdate(
  state: SessionState,
  update: StateUpdate,
  of: Pick<SessionState, "session" | "updated" | "task">,
): SessionState {
  return {
    ...of,
    task: of.task || state.task || (update.opening ?? update.request),
    goal: update.request || state.goal,
    decisions: added(state.decisions, update.decisions),
    corrections: added(state.corrections, update.corrections),
    preferences: added(state.preferences, update.preferences),
  };
}

/* The part of SESSION-STATE.md between our markers. */

export const BLOCK = { name: STATE_BLOCK, heading: "Session State", level: 1 } as const;

const IDLE = "Nothing is being worked on.";

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
  const labels = LABELS.flatMap(([label, field]) => (state[field] === "" ? [] : [`**${label}:** ${state[field]}`]));
  const lists = LISTS.flatMap(([title, field]) => {
    const entries = state[field].map((entry) => `- ${entry}`);
    return entries.length === 0 ? [] : [`## ${title}\n\n${entries.join("\n")}`];
  });
  const parts = [labels.join("\n"), ...lists].filter((part) => part !== "");
  return `\n${parts.length === 0 ? IDLE : parts.join("\n\n")}\n`;
}

const LABEL = /^\*\*([A-Z][a-z]+):\*\*\s*(.*)$/;
const OWN_HEADING = new RegExp(`^#+ ${BLOCK.heading}$`);
const ENTRY = /^[-*+]\s+(.*)$/;

/** Reads what is between our markers, also after people and agents edited it: `others` are not in our format. */
export function parseState(body: string): { readonly state: SessionState; readonly others: readonly string[] } {
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
