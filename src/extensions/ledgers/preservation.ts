import { decisionLine, LAST_DECISIONS, type Ledgers, stateLines, taskLines } from "./recovery-levels.ts";

/* What a compaction preserves of the ledgers, rule by rule: each line has its source and age. */

export interface PreservationSource extends Ledgers {
  /** Where the session's trajectory is, from the project's root. */
  readonly trajectory: string | undefined;
  /** The lines of a section of the notes: read only for rules that name one. */
  readonly section: (name: string) => Promise<readonly string[]>;
}

export interface Preserved {
  readonly rule: string;
  readonly title: string;
  /** What there is of it now; nothing where the ledgers hold none, or the rule is not known here. */
  readonly lines: readonly string[];
}

const TITLES: Readonly<Record<string, string>> = {
  notes_session_continuity: "Session Continuity in NOTES.md",
  notes_decision_log: "Decision log",
  active_tasks: "References of the active task",
  active_beads: "References of the active task",
  verbose_debug: "Verbose debug output",
};

/** What a rule is called: `build_logs`, of a project's own, is `Build logs`. */
export const titleOfRule = (rule: string): string =>
  TITLES[rule] ?? `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll("_", " ")}`;

/** Rules about one session: another live session must not see them. */
const OF_ONE_SESSION = ["notes_session_continuity", "active_tasks", "active_beads"];
export const isShared = (rule: string): boolean => !OF_ONE_SESSION.includes(rule);

const SECTION = "notes_";

async function linesOf(rule: string, ledgers: PreservationSource): Promise<readonly string[]> {
  switch (rule) {
    case "active_tasks":
    case "active_beads":
      return taskLines(ledgers);
    case "notes_session_continuity":
      return stateLines(ledgers);
    case "notes_decision_log":
      return ledgers.decisions.slice(0, LAST_DECISIONS).map((one) => decisionLine(one, ledgers.now));
    case "trajectory_entries":
      return ledgers.trajectory === undefined ? [] : [`Trajectory: ${ledgers.trajectory} [trajectory]`];
    default:
      return rule.startsWith(SECTION) ? ledgers.section(rule.slice(SECTION.length)) : [];
  }
}

/** In the order of the rules: where there is room for some only, the first ones are kept. */
export function preservedBy(rules: readonly string[], ledgers: PreservationSource): Promise<Preserved[]> {
  return Promise.all(
    rules.map(async (rule) => ({ rule, title: titleOfRule(rule), lines: await linesOf(rule, ledgers) })),
  );
}
