import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { localDay } from "../../../core/index.ts";
import { findSection, type Notes } from "../../../markdown/index.ts";
import { type LoaPlaces, loaPlaces, projectRoot } from "../../../project-files/index.ts";
import { type Entry, entriesOf, trajectoriesOn } from "../../ledgers/index.ts";
import { count, type LoaConfig, names, readConfig, setting, yesOrNo } from "../config.ts";
import { DECISION_LOG, SESSION_CONTINUITY } from "../decision-log.ts";
import type { ScriptContext } from "../outcome.ts";
import { notesAt } from "../read-notes.ts";
import { readable } from "../readable.ts";

/** The Loa layout's places, each of which the environment may put elsewhere. */
function placesOf({ env, cwd }: ScriptContext): LoaPlaces {
  const usual = loaPlaces(projectRoot(env, cwd));
  const given = (name: string, otherwise: string): string => resolve(cwd, env[name] || otherwise);
  const ledger = given("GRIMOIRE_DIR", usual.ledger);
  return {
    ...{ ...usual, ledger, config: given("CONFIG_FILE", usual.config) },
    notes: given("NOTES_FILE", join(ledger, "NOTES.md")),
    trajectory: given("TRAJECTORY_DIR", join(ledger, "a2a", "trajectory")),
  };
}

const ALWAYS = ["notes_session_continuity", "notes_decision_log", "trajectory_entries", "active_beads"];
const COMPACTABLE = [
  "tool_results",
  "thinking_blocks",
  "verbose_debug",
  "redundant_file_reads",
  "intermediate_outputs",
];
const KEYWORDS = ["export", "class", "interface", "function", "async", "api", "route", "handler"];

const positive = count.pipe(z.number().positive());

function settingsIn(config: LoaConfig) {
  const own = (key: string): string[] => [`context_management.${key}`];
  return {
    compaction: setting(config, own("client_compaction"), yesOrNo, true),
    notesPreserved: setting(config, own("preserve_notes_md"), yesOrNo, true),
    simplifiedCheckpoint: setting(config, own("simplified_checkpoint"), yesOrNo, true),
    alwaysPreserve: setting(config, own("preservation_rules.always_preserve"), names, ALWAYS),
    compactable: setting(config, own("preservation_rules.compactable"), names, COMPACTABLE),
    maxEagerLines: setting(config, own("max_eager_load_lines"), count, 500),
    keywords: setting(config, own("relevance_keywords"), names, KEYWORDS),
    level1Tokens: setting(config, ["session_continuity.level1_tokens"], positive, 100),
    level2Tokens: setting(config, ["session_continuity.level2_tokens"], positive, 500),
  };
}
export type Settings = Readonly<ReturnType<typeof settingsIn>>;

/** What every command but the probe starts from; each part is read when it is asked for. */
export class Project {
  readonly places: LoaPlaces;
  readonly settings: Settings;
  readonly context: ScriptContext;

  constructor(context: ScriptContext) {
    this.context = context;
    this.places = placesOf(context);
    this.settings = settingsIn(readConfig(this.places.config));
  }

  notes(): Notes | undefined {
    return notesAt(this.places.notes);
  }

  /** What all agents have logged today; a file that cannot be read has nothing to show here. */
  today(): Entry[][] {
    const day = localDay(this.context.clock.now());
    return trajectoriesOn(this.places.trajectory, day).map((file) => readable(() => [...entriesOf(file)]) ?? []);
  }

  entriesToday(): number {
    return this.today().reduce((sum, entries) => sum + entries.length, 0);
  }

  /** The tasks in work among the files that the task tracker keeps in the project: one a file, or one a line. */
  activeBeads(): number {
    const { beads } = this.places;
    const active = (name: string): number => {
      const path = join(beads, name);
      if (/\.ya?ml$/.test(name)) return ACTIVE.test(readFileSync(path, "utf8")) ? 1 : 0;
      if (!name.endsWith(".jsonl")) return 0;
      return [...entriesOf(path)].filter(({ status }) => status === "in_progress").length;
    };
    return readable(() => readdirSync(beads).reduce((sum, name) => sum + active(name), 0)) ?? 0;
  }
}

const ACTIVE = /^status:\s*["']?in_progress["']?\s*$/m;

export const sectionsOf = (notes: Notes | undefined) => ({
  continuity: notes !== undefined && findSection(notes, SESSION_CONTINUITY) !== undefined,
  decisions: notes !== undefined && findSection(notes, DECISION_LOG) !== undefined,
});
