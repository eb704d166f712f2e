import { join } from "node:path";
import { createdIn } from "../named/created.ts";
import { AUTOSAVE, AUTOSAVE_LOG } from "../named/names.ts";
import type { OnDisk } from "../named/project-text.ts";
import { Shelf, type Shelved } from "../named/shelf.ts";
import { worldIn } from "../named/world-form.ts";

export const autosaveFile = ({ places }: OnDisk): string => join(places.checkpoints, `${AUTOSAVE}.md`);
export const autosaveLog = ({ places }: OnDisk): string => join(places.checkpoints, `${AUTOSAVE_LOG}.md`);

/** A checkpoint by what a line has room for: read without the parser that the rest of it takes. */
export interface Saved {
  readonly name: string;
  readonly isAutosave: boolean;
  readonly at: number;
  readonly task: string;
  /** Why and for whom it was saved by itself. */
  readonly why: string;
  /** `claude-code 1a2b…`, of an autosave. */
  readonly session: string;
}

export const labelled = (text: string, label: string): string =>
  new RegExp(`^\\*\\*${label}:\\*\\*[ \\t]*(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";

function savedOf({ name, text, changedAt }: Shelved): Saved {
  const exact = Date.parse(worldIn(text)?.at ?? "");
  return {
    name,
    isAutosave: name === AUTOSAVE,
    at: Number.isNaN(exact) ? (createdIn(labelled(text, "Created")) ?? changedAt) : exact,
    task: labelled(text, "Task"),
    why: labelled(text, "Why"),
    session: labelled(text, "Session"),
  };
}

/** What an autosave says besides what every checkpoint says. */
export const savedSection = ({ why, session }: Pick<Saved, "why" | "session">): string =>
  `## Autosave\n**Why:** ${why}\n**Session:** ${session}`;

/** The autosave of a project, if there is one. */
export function lastAutosave(place: OnDisk): Saved | undefined {
  const shelved = new Shelf(place).find(AUTOSAVE);
  return shelved && savedOf(shelved);
}

/** The checkpoints of a project, the autosave among them, newest first. */
export const savedIn = (place: OnDisk): Saved[] =>
  new Shelf(place)
    .all()
    .map(savedOf)
    .sort((a, b) => b.at - a.at);
