import { isOpen as isOpenSession } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { CheckpointTask } from "../task-source.ts";
import type { Draft, NamedCheckpoint } from "./draft.ts";
import { draftFromState } from "./draft-from-state.ts";
import { type ProjectFolder, readText } from "./project-folder.ts";

/** Replaces a task's slug by its title. */
export function withTitle(draft: Draft, tasks: readonly CheckpointTask[]): Draft {
  const title = tasks.find(({ slug }) => slug === draft.task)?.title ?? "";
  return title === "" ? draft : { ...draft, task: title };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const IS_DONE = /^(?:done|completed?|finished|closed|abandoned)\b/i;

export interface ActiveIn {
  readonly place: ProjectFolder;
  readonly tasks: readonly CheckpointTask[];
  /** Of the project. */
  readonly sessions: readonly SessionRecord[];
}

/** Why the task of a checkpoint counts as active; undefined where it does not. */
export function activeTask({ name, task }: NamedCheckpoint, { place, tasks, sessions }: ActiveIn): string | undefined {
  const own = [plain(name), plain(task)].filter((words) => words !== "");
  const state = draftFromState(readText(place, place.places.sessionState) ?? "");
  const isOpen = !state.progress.some((entry) => IS_DONE.test(entry));
  if (isOpen && state.task !== "" && own.includes(plain(state.task)))
    return `SESSION-STATE.md has it as "${state.task}"`;
  const isOwn = (words: string) => own.includes(plain(words));
  const found =
    tasks.find(({ slug, title, status }) => status !== "complete" && (isOwn(slug) || isOwn(title)))?.slug ??
    sessions.find((one) => isOpenSession(one) && one.task !== null && isOwn(one.task))?.task;
  return found ? `${found} is not complete` : undefined;
}
