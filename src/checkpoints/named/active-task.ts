import type { Ground } from "../../project-files/index.ts";
import type { NamedCheckpoint } from "./checkpoint-view.ts";
import type { Draft } from "./draft.ts";
import { draftFromState } from "./draft-from-state.ts";
import { type ProjectFolder, readText } from "./project-folder.ts";

export interface ActiveTask {
  readonly name: string;
  readonly title: string;
}

/** The tasks of a project that are not done, from the ledgers and from sessions. */
export type Tasks = (ground: Ground) => Promise<readonly ActiveTask[]>;

/** Replaces a task's name by its title. */
export function withTitle(draft: Draft, tasks: readonly ActiveTask[]): Draft {
  const title = tasks.find(({ name }) => name === draft.task)?.title ?? "";
  return title === "" ? draft : { ...draft, task: title };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const IS_DONE = /^(?:done|completed?|finished|closed|abandoned)\b/i;

/** Why the task of a checkpoint counts as active; undefined where it does not. */
export async function activeTask(
  ground: Ground,
  { name, task }: NamedCheckpoint,
  { place, tasks }: { readonly place: ProjectFolder; readonly tasks: Tasks },
): Promise<string | undefined> {
  const own = [plain(name), plain(task)].filter((words) => words !== "");
  const state = draftFromState(readText(place, place.places.sessionState) ?? "");
  const isOpen = !state.progress.some((entry) => IS_DONE.test(entry));
  if (isOpen && state.task !== "" && own.includes(plain(state.task)))
    return `SESSION-STATE.md has it as "${state.task}"`;
  const found = (await tasks(ground)).find((one) => own.includes(plain(one.name)) || own.includes(plain(one.title)));
  return found && `${found.name} is not complete`;
}
