import { titleOfRule } from "../../ledgers/index.ts";
import { DECISION_LOG, SESSION_CONTINUITY } from "../decision-log.ts";
import type { Outcome } from "../outcome.ts";
import { type Project, sectionsOf } from "./project.ts";

const yes = (is: boolean): string => (is ? "enabled" : "disabled");
const mark = (is: boolean): string => (is ? "[ok]" : "[--]");

const LABELS: Readonly<Record<string, string>> = {
  notes_session_continuity: "NOTES.md: Session Continuity",
  notes_decision_log: "NOTES.md: Decision Log",
  active_beads: "Active bead references",
};

const labels = (rules: readonly string[]): string[] => rules.map((rule) => `  - ${LABELS[rule] ?? titleOfRule(rule)}`);

const sectionLines = ({ continuity, decisions }: ReturnType<typeof sectionsOf>): string[] => [
  `  ${mark(continuity)} Session Continuity section ${continuity ? "present" : "missing"}`,
  `  ${mark(decisions)} Decision Log section ${decisions ? "present" : "missing"}`,
];

const answer = (lines: readonly string[], json: unknown): Outcome => ({ code: 0, text: lines.join("\n"), json });

export function status(project: Project): Outcome {
  const notes = project.notes();
  const sections = sectionsOf(notes);
  const entries = project.entriesToday();
  const beads = project.activeBeads();
  const { compaction, notesPreserved, simplifiedCheckpoint } = project.settings;
  const lines = [
    "Context Manager Status",
    "",
    "Configuration",
    `  Client Compaction: ${yes(compaction)}`,
    `  NOTES.md Preserved: ${yes(notesPreserved)}`,
    `  Simplified Checkpoint: ${yes(simplifiedCheckpoint)}`,
    "",
    "Preservation Status",
    ...sectionLines(sections),
    `  Trajectory entries (today): ${entries}`,
    `  Active beads: ${beads}`,
  ];
  return answer(lines, {
    config: {
      compaction_enabled: compaction,
      notes_preserved: notesPreserved,
      simplified_checkpoint: simplifiedCheckpoint,
    },
    preservation: {
      session_continuity: sections.continuity,
      decision_log: sections.decisions,
      trajectory_entries_today: entries,
      active_beads: beads,
    },
    notes_sections: notes?.sections.filter(({ level }) => level === 2).map(({ title }) => title) ?? [],
  });
}

export function rules({ settings: { alwaysPreserve, compactable } }: Project): Outcome {
  const kept = ["ALWAYS Preserved", ...labels(alwaysPreserve)];
  const lines = ["Preservation Rules", "", ...kept, "", "COMPACTABLE", ...labels(compactable)];
  return answer(lines, { always_preserve: alwaysPreserve, compactable });
}

export function preserve(project: Project): Outcome {
  const { continuity, decisions } = sectionsOf(project.notes());
  const missing = [...(continuity ? [] : [SESSION_CONTINUITY]), ...(decisions ? [] : [DECISION_LOG])];
  const isComplete = missing.length === 0;
  const lines = isComplete
    ? ["All critical sections present"]
    : ["Missing sections in NOTES.md:", ...missing.map((name) => `  - ${name}`)];
  return answer(lines, { complete: isComplete, missing });
}

export function compact({ settings }: Project, dryRun: boolean): Outcome {
  if (!settings.compaction) return answer(["Client compaction is disabled"], { compaction_enabled: false });
  const { alwaysPreserve, compactable } = settings;
  const lines = [
    "Before a compaction",
    "",
    "Would be PRESERVED",
    ...labels(alwaysPreserve),
    "",
    "Would be COMPACTED",
    ...labels(compactable),
    "",
    dryRun ? "Dry run: nothing was changed" : "Run `context-manager checkpoint`, then /compact in the client",
  ];
  const json = { compaction_enabled: true, dry_run: dryRun, preserved: alwaysPreserve, compacted: compactable };
  return answer(lines, json);
}

const MANUAL_STEPS = ["Verify Decision Log updated", "Verify Bead updated", "Verify EDD test scenarios (at least 3)"];

export function checkpoint(project: Project, dryRun: boolean): Outcome {
  const sections = sectionsOf(project.notes());
  const entries = project.entriesToday();
  const { simplifiedCheckpoint } = project.settings;
  const logged = entries > 0 ? `Trajectory logged (${entries} entries today)` : "No trajectory entries today";
  const lines = [
    "Simplified Checkpoint Process",
    ...(simplifiedCheckpoint
      ? []
      : ["(simplified_checkpoint is off in this project: run synthesis-checkpoint for all seven steps)"]),
    "",
    "Automated Checks",
    `  ${mark(entries > 0)} ${logged}`,
    ...sectionLines(sections),
    "",
    "Manual Steps",
    ...MANUAL_STEPS.map((step, at) => `  ${at + 1}. ${step}`),
    ...(dryRun ? ["", "Dry run complete"] : []),
  ];
  return answer(lines, {
    simplified: simplifiedCheckpoint,
    dry_run: dryRun,
    automated: {
      trajectory_logged: entries > 0,
      session_continuity: sections.continuity,
      decision_log: sections.decisions,
    },
    manual: MANUAL_STEPS,
  });
}
