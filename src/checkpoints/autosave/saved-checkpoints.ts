import { join } from "node:path";
import { type CheckpointFile, CheckpointFiles } from "../named/checkpoint-files.ts";
import { AUTOSAVE, AUTOSAVE_LOG } from "../named/checkpoint-names.ts";
import { parseCreated } from "../named/created-time.ts";
import type { ProjectFolder } from "../named/project-folder.ts";
import { readSnapshot } from "../named/workspace-snapshot.ts";

export const autosaveFile = ({ places }: ProjectFolder): string => join(places.checkpoints, `${AUTOSAVE}.md`);
export const autosaveLog = ({ places }: ProjectFolder): string => join(places.checkpoints, `${AUTOSAVE_LOG}.md`);

/** The few fields of a checkpoint that fit in one line, read without the full parser. */
export interface SavedCheckpoint {
  readonly name: string;
  readonly isAutosave: boolean;
  readonly at: number;
  readonly task: string;
  /** Of an autosave. */
  readonly why: string;
  /** Of an autosave: `<client> 1a2b…`. */
  readonly session: string;
}

export const labelValue = (text: string, label: string): string =>
  new RegExp(`^\\*\\*${label}:\\*\\*[ \\t]*(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";

function toSaved({ name, text, changedAt }: CheckpointFile): SavedCheckpoint {
  const exact = Date.parse(readSnapshot(text)?.at ?? "");
  return {
    name,
    isAutosave: name === AUTOSAVE,
    at: Number.isNaN(exact) ? (parseCreated(labelValue(text, "Created")) ?? changedAt) : exact,
    task: labelValue(text, "Task"),
    why: labelValue(text, "Why"),
    session: labelValue(text, "Session"),
  };
}

/** The section that only an autosave has. */
export const autosaveSection = ({ why, session }: Pick<SavedCheckpoint, "why" | "session">): string =>
  `## Autosave\n**Why:** ${why}\n**Session:** ${session}`;

export function lastAutosave(place: ProjectFolder): SavedCheckpoint | undefined {
  const file = new CheckpointFiles(place).find(AUTOSAVE);
  return file && toSaved(file);
}

/** The checkpoints of a project, the autosave among them, newest first. */
export const savedCheckpoints = (place: ProjectFolder): SavedCheckpoint[] =>
  new CheckpointFiles(place)
    .all()
    .map(toSaved)
    .sort((a, b) => b.at - a.at);
