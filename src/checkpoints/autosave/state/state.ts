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
export interface StateUpdate {
  /** Empty where nothing is asked for. */
  readonly request: string;
  /** The whole prompt, where it asks for something and the work begins with it. */
  readonly opening?: string | undefined;
  readonly decisions: readonly string[];
  readonly corrections: readonly string[];
  readonly preferences: readonly string[];
}

export const isSignificant = ({ request, decisions, corrections, preferences }: StateUpdate): boolean =>
  request !== "" || decisions.length + corrections.length + preferences.length > 0;

export const isEmpty = ({ task, goal, decisions, corrections, preferences }: SessionState): boolean =>
  task === "" && goal === "" && decisions.length + corrections.length + preferences.length === 0;

/** A repeated entry moves to the end. */
function added(before: readonly string[], entries: readonly string[]): string[] {
  const repeated = new Set(entries.map((one) => one.toLowerCase()));
  return [...before.filter((one) => !repeated.has(one.toLowerCase())), ...new Set(entries)];
}

/** The task is what the work began with, the goal what was asked for last. */
export function applyUpdate(
  state: SessionState,
  update: StateUpdate,
  of: Pick<SessionState, "session" | "updated" | "task">,
): SessionState {
  return {
    session: of.session,
    updated: of.updated,
    task: of.task || state.task || (update.opening ?? update.request),
    goal: update.request || state.goal,
    decisions: added(state.decisions, update.decisions),
    corrections: added(state.corrections, update.corrections),
    preferences: added(state.preferences, update.preferences),
  };
}
