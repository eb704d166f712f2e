import { badInput, canonicalJson, isoTime, isPartOfId, newId, redact, theOnly } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { Decisions } from "../decisions/decisions.ts";
import {
  type Decision,
  EMPTY_STATE,
  type Task,
  type TaskState,
  taskStateShape,
  USUAL_PRIORITY,
  type WrittenTask,
} from "../ledger-entries.ts";
import { type TaskRecord, taskKey, taskRecords, tasksOf } from "./task-records.ts";

export type NewTask = Partial<TaskState & Pick<Task, "slug" | "priority">> & Pick<Task, "title">;
export type TaskChange = Partial<TaskState & Pick<Task, "title" | "status" | "priority">>;

const LONGEST_SLUG = 60;
const SLUG = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u;

/** A name that a folder can have, from the words of a title. */
export const slugFor = (title: string): string =>
  title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/gu, "");

/** Whether it is open and nothing blocks it. */
export const isReady = ({ status, blockers }: Task): boolean =>
  ["open", "in_progress", "ready"].includes(status) && blockers.length === 0;

export function onlyInProgress(tasks: readonly Task[]): Task | undefined {
  const [task, another] = tasks.filter(({ status }) => status === "in_progress");
  return another === undefined ? task : undefined;
}

/** `decisions`: newest first. */
const taskOf = ({ state, ...record }: TaskRecord, decisions: readonly Decision[]): Task => ({
  ...{ id: record.id, slug: record.slug, title: record.title, status: record.status, priority: record.priority },
  ...{ created: record.createdAt, decisions: decisions.filter(({ task }) => task === record.slug).reverse() },
  // Earlier versions wrote down less of it.
  ...EMPTY_STATE,
  ...state,
});

/** Without what is not given. */
const given = (state: Partial<TaskState>): Partial<TaskState> =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

const redacted = (state: TaskState): TaskState => taskStateShape.parse(JSON.parse(redact(JSON.stringify(state))));

/** The tasks of projects, in the store. */
export class Tasks {
  readonly #services: Services;
  readonly #decisions: Decisions;

  constructor(services: Services, decisions: Decisions) {
    this.#services = services;
    this.#decisions = decisions;
  }

  get #now(): string {
    return isoTime(this.#services.clock.now());
  }

  async #whole(record: TaskRecord): Promise<Task> {
    return taskOf(record, await this.#decisions.list({ project: record.project, task: record.slug }));
  }

  /** The most urgent first, then the oldest. */
  async list(project: string): Promise<Task[]> {
    const records = await tasksOf(this.#services.store, project);
    if (records.length === 0) return [];
    const decisions = await this.#decisions.list({ project });
    return records.map((record) => taskOf(record, decisions));
  }

  async #record(project: string, named: string): Promise<TaskRecord> {
    const records = await tasksOf(this.#services.store, project);
    const exact = records.filter(({ slug, id }) => slug === named || id === named);
    const found = exact.length > 0 ? exact : records.filter(({ id }) => isPartOfId(named, id));
    return theOnly("task", named, found, "`throughline task list` shows them.");
  }

  async show(project: string, named: string): Promise<Task> {
    return this.#whole(await this.#record(project, named));
  }

  async add(project: string, { title, slug = slugFor(redact(title)), priority, ...state }: NewTask): Promise<Task> {
    if (!SLUG.test(slug) || slug.length > LONGEST_SLUG)
      throw badInput(
        `slug: "${slug}" is not a valid task name`,
        "Use letters, digits, dots and dashes, such as auth-refresh.",
      );
    const kept = redacted({ ...EMPTY_STATE, ...given(state) });
    return this.#put({
      ...{ id: newId(), project, slug, title: redact(title.trim()), status: "open", state: kept },
      ...{ priority: priority ?? USUAL_PRIORITY, createdAt: this.#now, updatedAt: this.#now },
    });
  }

  async #put(record: TaskRecord): Promise<Task> {
    const { project, slug, id } = record;
    await this.#services.store.transaction(async (tables) => {
      if ((await tasksOf(tables, project)).some((other) => other.slug === slug && other.id !== id))
        throw badInput(
          `task "${slug}" already exists`,
          `\`throughline task show ${slug}\` shows it; or give another --slug.`,
        );
      await taskRecords(tables).put(record);
    });
    return this.#whole(record);
  }

  async change(project: string, named: string, { title, status, priority, ...state }: TaskChange): Promise<Task> {
    const record = await this.#record(project, named);
    const next = redacted({ ...EMPTY_STATE, ...record.state, ...given(state) });
    return this.#put({
      ...record,
      ...{
        title: redact(title ?? record.title),
        status: status ?? record.status,
        priority: priority ?? record.priority,
      },
      ...{ state: next, updatedAt: this.#now },
    });
  }

  /** Its decisions stay. */
  async remove(project: string, id: string): Promise<void> {
    await taskRecords(this.#services.store).remove({ id: taskKey({ project, id }) });
  }

  /** Another name for a task, and for what was decided in it. */
  async rename(project: string, from: string, to: string): Promise<void> {
    const record = await this.#record(project, from);
    await this.#put({ ...record, slug: to, updatedAt: this.#now });
    await this.#decisions.moveToTask(project, from, to);
  }

  /** Imports a task's file that a person, git or another program wrote; an unknown task is new. */
  async importFromFile(project: string, slug: string, written: WrittenTask): Promise<void> {
    const known = (await tasksOf(this.#services.store, project)).find((task) => task.slug === slug);
    const { id: ownId, title, status, priority, created } = written;
    // A file that was copied has another task's id, and is another task.
    const isFree =
      ownId !== undefined && !(await taskRecords(this.#services.store).get(taskKey({ project, id: ownId })));
    const record = {
      ...{ id: known?.id ?? (isFree ? ownId : newId()), project, slug },
      ...{
        title: redact(title || slug),
        status: redact(status),
        priority,
        state: redacted(written),
      },
      createdAt: known?.createdAt ?? (Number.isNaN(Date.parse(created)) ? this.#now : created),
    };
    const { updatedAt: _updatedAt, ...before } = known ?? { updatedAt: undefined };
    if (canonicalJson(before) !== canonicalJson(record)) await this.#put({ ...record, updatedAt: this.#now });
  }
}
