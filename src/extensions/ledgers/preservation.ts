import { oneLine } from "../../text/index.ts";
import type { NotedSection } from "./notes/own-notes.ts";
import {
  age,
  decisionLine,
  LAST_DECISIONS,
  type Ledgers,
  LONGEST_LINE,
  stateLines,
  taskLines,
} from "./recovery-levels.ts";

/* What a compaction preserves of the ledgers, rule by rule: each line has its source and age. */

export interface PreservationSource extends Ledgers {
  /** Where the session's trajectory is, from the project's root. */
  readonly trajectory: string | undefined;
  /**
   * A section of the notes by its title in small letters, `blockers_dependencies`: read only for rules that name one.
   */
  readonly section: (name: string) => Promise<NotedSection | undefined>;
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

async function sectionLines(name: string, { section, now }: PreservationSource): Promise<string[]> {
  const { title, lines, changedAt } = (await section(name)) ?? { title: "", lines: [], changedAt: now };
  return lines
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("<!--"))
    .map((line) => `${oneLine(line, LONGEST_LINE)} [NOTES.md, ${title}, ${age(changedAt, now)}]`);
}

async function linesOf(rule: string, ledgers: PreservationSource): Promise<string[]> {
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
      return rule.startsWith(SECTION) ? sectionLines(rule.slice(SECTION.length), ledgers) : [];
  }
}

/** In the order of the rules: where there is room for some only, the first ones are kept. */
export function preservedBy(rules: readonly string[], ledgers: PreservationSource): Promise<Preserved[]> {
  return Promise.all(
    rules.map(async (rule) => ({ rule, title: titleOfRule(rule), lines: await linesOf(rule, ledgers) })),
  );
}
