import { isoTime, redact } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import { collectionOf } from "../../store/index.ts";
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

/** The work states of projects, in the store. */
export class WorkStates {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async of({ project }: ProjectLocation): Promise<NotesState> {
    return notesStateShape.parse((await workStates(this.#services.store).get(project))?.state ?? {});
  }

  /** Redacted: a person may have written a secret into the notes. */
  async put({ project }: ProjectLocation, next: NotesState): Promise<NotesState> {
    const state = notesStateShape.parse(JSON.parse(redact(JSON.stringify(next))));
    const updatedAt = isoTime(this.#services.clock.now());
    await workStates(this.#services.store).put({ project, state, updatedAt });
    return state;
  }
}
