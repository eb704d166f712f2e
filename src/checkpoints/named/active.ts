import type { Ground } from "../../ledger/index.ts";
import type { Draft } from "./draft.ts";
import { type OnDisk, textAt } from "./project-text.ts";
import { stateIn } from "./session-state.ts";
import type { NamedCheckpoint } from "./view.ts";

/** A task that is worked on. */
export interface ActiveTask {
  readonly name: string;
  readonly title: string;
}

/** The tasks of a project that are not done, from the ledgers and from sessions. */
export type Tasks = (ground: Ground) => Promise<readonly ActiveTask[]>;

/** A draft under the title of its task where it only has the name of one. */
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

/** Where the task of a checkpoint is still worked on, in words; undefined where it is not. */
export async function activeTask(
  ground: Ground,
  { name, task }: NamedCheckpoint,
  { place, tasks }: { readonly place: OnDisk; readonly tasks: Tasks },
): Promise<string | undefined> {
  const own = [plain(name), plain(task)].filter((words) => words !== "");
  const state = stateIn(textAt(place, place.places.sessionState) ?? "");
  const isOpen = !state.progress.some((entry) => IS_DONE.test(entry));
  if (isOpen && state.task !== "" && own.includes(plain(state.task)))
    return `SESSION-STATE.md has it as "${state.task}"`;
  const found = (await tasks(ground)).find((one) => own.includes(plain(one.name)) || own.includes(plain(one.title)));
  return found && `${found.name} is not complete`;
}
