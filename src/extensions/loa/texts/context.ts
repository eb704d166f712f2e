import { titleOfRule } from "../../ledgers/index.ts";
import type { Sections, Settings } from "../context-manager/project.ts";

const yes = (is: boolean): string => (is ? "enabled" : "disabled");
const mark = (is: boolean): string => (is ? "[ok]" : "[--]");

const LABELS: Readonly<Record<string, string>> = {
  notes_session_continuity: "NOTES.md: Session Continuity",
  notes_decision_log: "NOTES.md: Decision Log",
  active_beads: "Active bead references",
};

const label = (rule: string): string => LABELS[rule] ?? titleOfRule(rule);

const list = (ids: readonly string[]): string[] => ids.map((id) => `  - ${label(id)}`);

const sectionLines = ({ continuity, decisions }: Sections): string[] => [
  `  ${mark(continuity)} Session Continuity section ${continuity ? "present" : "missing"}`,
  `  ${mark(decisions)} Decision Log section ${decisions ? "present" : "missing"}`,
];

export const status = (settings: Settings, sections: Sections, entries: number, beads: number): string =>
  [
    "Context Manager Status",
    "",
    "Configuration",
    `  Client Compaction: ${yes(settings.compaction)}`,
    `  NOTES.md Preserved: ${yes(settings.notesPreserved)}`,
    `  Simplified Checkpoint: ${yes(settings.simplifiedCheckpoint)}`,
    "",
    "Preservation Status",
    ...sectionLines(sections),
    `  Trajectory entries (today): ${entries}`,
    `  Active beads: ${beads}`,
  ].join("\n");

export const rules = ({ alwaysPreserve, compactable }: Settings): string =>
  ["Preservation Rules", "", "ALWAYS Preserved", ...list(alwaysPreserve), "", "COMPACTABLE", ...list(compactable)].join(
    "\n",
  );

export const preserved = (missing: readonly string[]): string =>
  missing.length === 0
    ? "All critical sections present"
    : ["Missing sections in NOTES.md:", ...missing.map((name) => `  - ${name}`)].join("\n");

export const COMPACTION_DISABLED = "Client compaction is disabled";

export const compaction = ({ alwaysPreserve, compactable }: Settings, dryRun: boolean): string =>
  [
    "Before a compaction",
    "",
    "Would be PRESERVED",
    ...list(alwaysPreserve),
    "",
    "Would be COMPACTED",
    ...list(compactable),
    "",
    dryRun ? "Dry run: nothing was changed" : "Run `context-manager checkpoint`, then /compact in the client",
  ].join("\n");

export const MANUAL_STEPS = [
  "Verify Decision Log updated",
  "Verify Bead updated",
  "Verify EDD test scenarios (at least 3)",
];

export const checkpoint = (settings: Settings, sections: Sections, entries: number, dryRun: boolean): string =>
  [
    "Simplified Checkpoint Process",
    ...(settings.simplifiedCheckpoint
      ? []
      : ["(simplified_checkpoint is off in this project: run synthesis-checkpoint for all seven steps)"]),
    "",
    "Automated Checks",
    entries > 0
      ? `  ${mark(true)} Trajectory logged (${entries} entries today)`
      : `  ${mark(false)} No trajectory entries today`,
    ...sectionLines(sections),
    "",
    "Manual Steps",
    ...MANUAL_STEPS.map((step, at) => `  ${at + 1}. ${step}`),
    ...(dryRun ? ["", "Dry run complete"] : []),
  ].join("\n");

export const FILE_REQUIRED = "File path required";
export const fileNotFound = (file: string): string => `File not found: ${file}`;

export const relevance = (file: string, score: number, level: string): string =>
  ["Relevance Score", "", `File:   ${file}`, `Score:  ${score}/10`, `Level:  ${level}`].join("\n");

export const shouldLoad = (file: string, decision: string, reason: string): string =>
  ["Should Load Decision", "", `File:      ${file}`, `Decision:  ${decision}`, `Reason:    ${reason}`].join("\n");
