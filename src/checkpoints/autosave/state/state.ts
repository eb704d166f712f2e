/** What is being worked on, in the user's words: the write-ahead log of a session. */
export interface SessionState {
  /** Whose work it is: `claude-code 1a2b…`; empty where nobody's. */
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

/** What one message of the user's says about the work. */
export interface Heard {
  /** What is asked for; empty where nothing is. */
  readonly request: string;
  readonly decisions: readonly string[];
  readonly corrections: readonly string[];
  readonly preferences: readonly string[];
}

export const isSignificant = ({ request, decisions, corrections, preferences }: Heard): boolean =>
  request !== "" || decisions.length + corrections.length + preferences.length > 0;

export const isEmpty = ({ task, goal, decisions, corrections, preferences }: SessionState): boolean =>
  task === "" && goal === "" && decisions.length + corrections.length + preferences.length === 0;

/** What is said again counts where it was last said. */
function added(before: readonly string[], said: readonly string[]): string[] {
  const words = new Set(said.map((one) => one.toLowerCase()));
  return [...before.filter((one) => !words.has(one.toLowerCase())), ...new Set(said)];
}

/** The state after a message: the task is what the work began with, the goal what was asked for last. */
export function withHeard(
  state: SessionState,
  heard: Heard,
  of: Pick<SessionState, "session" | "updated" | "task">,
): SessionState {
  return {
    session: of.session,
    updated: of.updated,
    task: of.task || state.task || heard.request,
    goal: heard.request || state.goal,
    decisions: added(state.decisions, heard.decisions),
    corrections: added(state.corrections, heard.corrections),
    preferences: added(state.preferences, heard.preferences),
  };
}
