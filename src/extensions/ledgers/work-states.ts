import { isoTime, redact } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import { collectionOf, type Tables } from "../../store/index.ts";
import { type NotesState, notesStateShape } from "./notes/continuity.ts";

/** What the notes of a project say besides decisions. */
interface StoredWorkState {
  readonly project: string;
  readonly state: NotesState;
  readonly updatedAt: string;
}

export const workStates = collectionOf<StoredWorkState>("work-states", ({ project, updatedAt }) => ({
  ...{ id: project, project, at: updatedAt },
}));

export const workStateOf = async (tables: Tables, { project }: ProjectLocation): Promise<NotesState> =>
  notesStateShape.parse((await workStates(tables).get(project))?.state ?? {});

/** Redacted: a person may have written a secret into the notes. */
export async function putWorkState({ store, clock }: Services, { project }: ProjectLocation, next: NotesState) {
  const state = notesStateShape.parse(JSON.parse(redact(JSON.stringify(next))));
  await workStates(store).put({ project, state, updatedAt: isoTime(clock.now()) });
  return state;
}
