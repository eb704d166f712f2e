import { DECISION_LOG, SESSION_CONTINUITY } from "../decision-log.ts";
import type { Outcome } from "../outcome.ts";
import * as texts from "../texts/context.ts";
import { type Project, type Sections, sectionsOf } from "./project.ts";

export function status(project: Project): Outcome {
  const notes = project.notes();
  const sections = sectionsOf(notes);
  const entries = project.entriesToday();
  const beads = project.activeBeads();
  const { compaction, notesPreserved, simplifiedCheckpoint } = project.settings;
  return {
    code: 0,
    text: texts.status(project.settings, sections, entries, beads),
    json: {
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
    },
  };
}

export const rules = ({ settings }: Project): Outcome => ({
  code: 0,
  text: texts.rules(settings),
  json: { always_preserve: settings.alwaysPreserve, compactable: settings.compactable },
});

const missingIn = ({ continuity, decisions }: Sections): string[] => [
  ...(continuity ? [] : [SESSION_CONTINUITY]),
  ...(decisions ? [] : [DECISION_LOG]),
];

export function preserve(project: Project): Outcome {
  const missing = missingIn(sectionsOf(project.notes()));
  return { code: 0, text: texts.preserved(missing), json: { complete: missing.length === 0, missing } };
}

export function compact({ settings }: Project, dryRun: boolean): Outcome {
  if (!settings.compaction) return { code: 0, text: texts.COMPACTION_DISABLED, json: { compaction_enabled: false } };
  const { alwaysPreserve, compactable } = settings;
  return {
    code: 0,
    text: texts.compaction(settings, dryRun),
    json: { compaction_enabled: true, dry_run: dryRun, preserved: alwaysPreserve, compacted: compactable },
  };
}

export function checkpoint(project: Project, dryRun: boolean): Outcome {
  const sections = sectionsOf(project.notes());
  const entries = project.entriesToday();
  return {
    code: 0,
    text: texts.checkpoint(project.settings, sections, entries, dryRun),
    json: {
      simplified: project.settings.simplifiedCheckpoint,
      dry_run: dryRun,
      automated: {
        trajectory_logged: entries > 0,
        session_continuity: sections.continuity,
        decision_log: sections.decisions,
      },
      manual: texts.MANUAL_STEPS,
    },
  };
}
