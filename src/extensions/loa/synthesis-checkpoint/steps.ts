import { relative, sep } from "node:path";
import { type Clock, isoTime, messageOf } from "../../../core/index.ts";
import type { LoaPlaces } from "../../../project-files/index.ts";
import { passes } from "../../grounding/index.ts";
import { appendEntries, findProgram, runProgram } from "../../ledgers/index.ts";
import { currentBead, notesAt } from "../read-notes.ts";
import { twoDecimals } from "../texts/grounding.ts";
import * as texts from "../texts/synthesis.ts";
import { type Found, isInstallationBroken } from "./evidence.ts";
import type { Settings } from "./settings.ts";

export interface Step {
  readonly lines: readonly string[];
  /** Whether the context may still be cleared after it; a check that could not run is no check that passed. */
  readonly leaves: "open" | "blocked" | "unchecked";
}

/** What the steps are about. */
export interface Session {
  readonly agent: string;
  readonly trajectory: string;
  readonly places: LoaPlaces;
  readonly settings: Settings;
  readonly found: Found;
}

const open = (lines: readonly string[]): Step => ({ lines, leaves: "open" });
const unchecked = (what: string): Step => ({ lines: texts.broken(what), leaves: "unchecked" });

export function grounding({ places, settings, found }: Session): Step {
  if (isInstallationBroken(places.root)) return unchecked(texts.NOT_INSTALLED);
  if (settings.enforcement === "disabled") return open(texts.SKIPPED_GROUNDING);
  if ("unreadable" in found) return unchecked(texts.notReadable(found.unreadable));
  const { threshold, enforcement } = settings;
  if (passes(found.claims.ratio, threshold)) return open(texts.grounding(found.claims, threshold, "PASSED"));
  if (enforcement === "warn") return open(texts.grounding(found.claims, threshold, "WARNING"));
  return { lines: texts.grounding(found.claims, threshold, "FAILED"), leaves: "blocked" };
}

export function negativeGrounding({ settings, found }: Session): Step {
  if (!settings.ghosts) return open(texts.SKIPPED_GHOSTS);
  if ("unreadable" in found) return unchecked(texts.notReadable(found.unreadable));
  const { unverifiedGhosts, ambiguousGhosts } = found;
  if (unverifiedGhosts + ambiguousGhosts === 0) return open(texts.ghosts(0, 0, "PASSED"));
  if (settings.enforcement !== "strict") return open(texts.ghosts(unverifiedGhosts, ambiguousGhosts, "WARNING"));
  return { lines: texts.ghosts(unverifiedGhosts, ambiguousGhosts, "FAILED"), leaves: "blocked" };
}

export const decisionLog = ({ found }: Session): Step =>
  open(texts.decisions("unreadable" in found ? undefined : found.claims.total));

/** A path as a note names it: from the project's root, with forward slashes. */
const inProject = ({ root }: LoaPlaces, path: string): string => relative(root, path).split(sep).join("/");

export async function bead({ agent, places, trajectory, found }: Session, passed: boolean): Promise<Step> {
  const br = findProgram("br");
  if (br === undefined) return open(texts.beadSkipped("br is not installed"));
  const active = currentBead(notesAt(places.notes));
  if (active === undefined) return open(texts.beadSkipped("no active bead in NOTES.md"));
  if (!passed) return open(texts.beadSkipped("nothing is handed over yet"));
  const ratio = "unreadable" in found ? "unknown" : twoDecimals(found.claims.ratio);
  const comment = texts.handoffComment(agent, inProject(places, trajectory), inProject(places, places.notes), ratio);
  const answer = await runProgram(br, places.root, ["comments", "add", active, comment]);
  return open("stdout" in answer ? texts.beadUpdated(active) : texts.beadFailed(active));
}

/** The ratio in the log has two decimals, as everywhere. */
export function handoff({ agent, places, trajectory, settings, found }: Session, passed: boolean, clock: Clock): Step {
  const isKnown = settings.enforcement !== "disabled" && !("unreadable" in found);
  const status = passed ? "complete" : "blocked";
  try {
    const entry = {
      timestamp: isoTime(clock.now()),
      phase: "session_handoff",
      agent,
      grounding_ratio: isKnown ? Number(twoDecimals(found.claims.ratio)) : null,
      checkpoint_status: status,
    };
    appendEntries(trajectory, [entry], places.root);
    return open(texts.handoff(inProject(places, trajectory), status));
  } catch (error) {
    return { lines: texts.handoffFailed(messageOf(error)), leaves: "unchecked" };
  }
}

export const decay = (): Step => open(texts.DECAY);

export const testScenarios = ({ settings, found }: Session): Step =>
  open(texts.scenarios("unreadable" in found ? undefined : found.testScenarios, settings.minTestScenarios));
