import { badInput, canonicalJson, isoTime, newId, redact, theOnly } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { TaskRecord } from "../../store/index.ts";
import { decisionOf } from "../decisions/content.ts";
import type { Task } from "../entries.ts";
import type { WrittenTask } from "./task-fields.ts";
import { stateOf, type TaskState, taskOf, taskStateShape } from "./task-format.ts";

export interface NewTask extends Partial<TaskState> {
  readonly title: string;
  readonly slug?: string | undefined;
  readonly priority?: number | undefined;
}

export interface TaskChange extends Partial<TaskState> {
  readonly title?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: number | undefined;
}

const USUAL_PRIORITY = 2;
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

const redacted = (state: TaskState): TaskState => taskStateShape.parse(JSON.parse(redact(JSON.stringify(state))));

/** The tasks of projects, in the store. */
export class Tasks {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  get #rows() {
    return this.#services.store.ledgers;
  }

  get #now(): string {
    return isoTime(this.#services.clock.now());
  }

  async #whole(record: TaskRecord): Promise<Task> {
    const decisions = await this.#rows.decisions({ project: record.project, task: record.slug });
    return taskOf(record, decisions.map(decisionOf).reverse());
  }

  /** The most urgent first, then the oldest. */
  async list(project: string): Promise<Task[]> {
    return Promise.all((await this.#rows.tasks(project)).map((record) => this.#whole(record)));
  }

  async #record(project: string, named: string): Promise<TaskRecord> {
    const found = await this.#rows.findTasks(project, named);
    return theOnly("task", named, found, "`throughline task list` shows them.");
  }

  async show(project: string, named: string): Promise<Task> {
    return this.#whole(await this.#record(project, named));
  }

  async add(project: string, { title, slug = slugFor(redact(title)), priority, ...state }: NewTask): Promise<Task> {
    if (!SLUG.test(slug) || slug.length > LONGEST_SLUG)
      throw badInput(
        `slug: "${slug}" is no name for a task`,
        "Use letters, digits, dots and dashes, such as auth-refresh.",
      );
    if ((await this.#rows.findTasks(project, slug)).some((task) => task.slug === slug))
      throw badInput(
        `there is a task "${slug}" already`,
        `\`throughline task show ${slug}\` shows it; or give another --slug.`,
      );
    const kept = redacted(taskStateShape.parse(state));
    return this.#put({
      ...{ id: newId(), project, slug, title: redact(title.trim()), status: "open", state: stateOf(kept) },
      ...{ priority: priority ?? USUAL_PRIORITY, createdAt: this.#now, updatedAt: this.#now },
    });
  }

  async #put(record: TaskRecord): Promise<Task> {
    await this.#rows.putTask(record);
    return this.#whole(record);
  }

  async change(project: string, named: string, { title, status, priority, ...state }: TaskChange): Promise<Task> {
    const record = await this.#record(project, named);
    const kept = taskStateShape.parse(JSON.parse(record.state));
    const changes = Object.entries(state).filter(([, value]) => value !== undefined);
    const next = redacted({ ...kept, ...Object.fromEntries(changes) });
    return this.#put({
      ...record,
      ...{
        title: redact(title ?? record.title),
        status: status ?? record.status,
        priority: priority ?? record.priority,
      },
      ...{ state: stateOf(next), updatedAt: this.#now },
    });
  }

  /** Its decisions stay. */
  async remove(project: string, id: string): Promise<void> {
    await this.#rows.dropTask({ project, id });
  }

  /** Another name for a task, and for what was decided in it. */
  async rename(project: string, from: string, to: string): Promise<void> {
    const record = await this.#record(project, from);
    await this.#rows.putTask({ ...record, slug: to, updatedAt: this.#now });
    for (const decision of await this.#rows.decisions({ project, task: from, all: true }))
      await this.#rows.changeDecision(decision, { task: to });
  }

  /** Imports a task's file that a person, git or another program wrote; an unknown task is new. */
  async importFromFile(project: string, slug: string, written: WrittenTask): Promise<void> {
    const known = (await this.#rows.findTasks(project, slug)).find((task) => task.slug === slug);
    const { title, status, priority, created } = written;
    const record = {
      ...{ id: known?.id ?? (await this.#freeId(project, written.id)), project, slug },
      ...{ title: redact(title || slug), status: redact(status), priority, state: stateOf(redacted(written)) },
      createdAt: known?.createdAt ?? (Number.isNaN(Date.parse(created)) ? this.#now : created),
    };
    const { updatedAt: _updatedAt, ...before } = known ?? { updatedAt: undefined };
    if (canonicalJson(before) !== canonicalJson(record)) await this.#put({ ...record, updatedAt: this.#now });
  }

  /** The file's own id, unless another task has it: a file that was copied is another task. */
  async #freeId(project: string, id: string | undefined): Promise<string> {
    return id === undefined || (await this.#rows.hasTask(project, id)) ? newId() : id;
  }
}
