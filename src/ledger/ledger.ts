import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { redact, resolveProject, workingFolder } from "../core/index.ts";
import type { Memory } from "../memory/index.ts";
import type { Services } from "../services.ts";
import type { ClashRecord, DecisionFilter, SessionRecord } from "../store/index.ts";
import { Beads } from "./br/beads.ts";
import { Br } from "./br/br.ts";
import type { DecisionContent } from "./decisions/content.ts";
import { Decisions } from "./decisions/decisions.ts";
import type { Decision, Task } from "./entries.ts";
import { placesOf } from "./file-layouts.ts";
import type { Ground } from "./ground.ts";
import { type HandingOver, Handoffs } from "./handoffs.ts";
import type { Healed } from "./healing/restore-file.ts";
import { readIdentifier } from "./identifiers.ts";
import { Given } from "./ledger-briefing.ts";
import type { Books } from "./ledger-context.ts";
import { type Entered, Entering } from "./ledger-lock.ts";
import { Keeping } from "./ledger-sync.ts";
import { type Standing, standingShape } from "./notes/notes-format.ts";
import type { Preserved } from "./preservation.ts";
import { TaskLedger } from "./tasks/task-ledger.ts";
import { type NewTask, type TaskChange, Tasks } from "./tasks/tasks.ts";
import { Trajectory } from "./trajectory/trajectory.ts";
import { Standings } from "./work-states.ts";

export interface LedgerParts {
  readonly memory: Memory;
  /** The folder of what Throughline itself keeps for a project; none where nothing is kept on disk. */
  readonly ownFolder: (root: string) => string | undefined;
}

function booksOf(services: Services, memory: Memory): Books {
  const br = new Br(services);
  const kept = {
    tasks: new Tasks(services),
    standings: new Standings(services),
    decisions: new Decisions(services, memory),
    trajectory: new Trajectory(services),
    br,
  };
  const keeping = new Keeping(services, kept);
  return { ...kept, services, beads: new Beads(services, br), keeping, entering: new Entering(keeping, br) };
}

/** What was decided and done, on what evidence: in files that people read and git merges, and in the store, at once. */
export class Ledger {
  readonly #books: Books;
  readonly #ownFolder: LedgerParts["ownFolder"];
  readonly #tasks: TaskLedger;
  readonly #handoffs: Handoffs;
  readonly #given: Given;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;

  constructor(services: Services, { memory, ownFolder }: LedgerParts) {
    this.#books = booksOf(services, memory);
    this.#ownFolder = ownFolder;
    this.#tasks = new TaskLedger(this.#books);
    this.#handoffs = new Handoffs(this.#books, this.#tasks);
    this.#given = new Given(this.#books, memory);
    this.decisions = this.#books.decisions;
    this.trajectory = this.#books.trajectory;
  }

  async at(path: string): Promise<Ground> {
    const { normalized } = resolveProject(path);
    const root = workingFolder(path);
    const own = this.#ownFolder(root);
    const { layout } = await this.#books.services.configFor(normalized);
    return { project: normalized, root, places: own && existsSync(root) ? placesOf(root, own, layout) : undefined };
  }

  async decide(
    ground: Ground,
    { task, session, ...content }: DecisionContent & { task?: string | undefined; session?: SessionRecord | undefined },
  ): Promise<Entered<Decision>> {
    for (const { path } of content.evidence) readIdentifier(path);
    const entered = await this.#books.entering.enter(
      ground,
      async () => {
        const slug = task === undefined ? null : (await this.#tasks.find(ground, task)).task.slug;
        const decision = await this.#books.decisions.add({ project: ground.project, task: slug, content, session });
        if (slug !== null) await this.#handoffs.tellBr(ground, slug);
        return decision;
      },
      ({ task: slug }) => ({ notes: true, task: slug }),
    );
    const { id, task: slug } = entered;
    const told = { decisionId: id, sessionId: session?.id ?? null, project: ground.project, task: slug };
    this.#books.services.events.emit({ type: "decision.recorded", ...told });
    return entered;
  }

  /** Takes a decision out of the ledgers, as a person does who deletes it from the notes. It can still be shown. */
  withdraw(ground: Ground, id: string): Promise<Entered<Decision>> {
    return this.#books.entering.enter(
      ground,
      () => this.#books.decisions.withdraw(ground.project, id),
      ({ task }) => ({ notes: true, task }),
    );
  }

  /** Newest first. */
  decided(ground: Ground, filter: Omit<DecisionFilter, "project"> = {}): Promise<Decision[]> {
    return this.#books.entering.look(ground, () =>
      this.#books.decisions.everywhere({ ...filter, project: ground.project }),
    );
  }

  newTask(ground: Ground, task: NewTask): Promise<Entered<Task>> {
    return this.#tasks.add(ground, task);
  }

  updateTask(ground: Ground, named: string, change: TaskChange): Promise<Entered<Task>> {
    return this.#tasks.update(ground, named, change);
  }

  complete(ground: Ground, named: string): Promise<Entered<Task>> {
    return this.#tasks.complete(ground, named);
  }

  deleteTask(ground: Ground, named: string, how: { force: boolean }): ReturnType<TaskLedger["remove"]> {
    return this.#tasks.remove(ground, named, how);
  }

  tasks(ground: Ground): Promise<Task[]> {
    return this.#tasks.list(ground);
  }

  ready(ground: Ground): Promise<Task[]> {
    return this.#tasks.ready(ground);
  }

  task(ground: Ground, named: string): Promise<Task> {
    return this.#tasks.show(ground, named);
  }

  handOff(ground: Ground, named: string, over: HandingOver): Promise<Entered<Task>> {
    return this.#handoffs.handOff(ground, named, over);
  }

  flush(ground: Ground): Promise<void> {
    return this.#handoffs.flush(ground);
  }

  /** Whether this project uses ledgers at all: nobody gets files that they did not ask for. */
  async isKept({ project, places }: Ground): Promise<boolean> {
    if (places && existsSync(places.notes)) return true;
    const { ledgers } = this.#books.services.store;
    return (await ledgers.tasks(project)).length > 0 || (await ledgers.decisions({ project, limit: 1 })).length > 0;
  }

  recovered(ground: Ground, level: 1 | 3): Promise<string> {
    return this.#given.recovered(ground, level);
  }

  preservation(ground: Ground, session?: SessionRecord): Promise<Preserved[]> {
    return this.#given.preservation(ground, session);
  }

  async preserved(
    folder: string,
    session: SessionRecord | undefined,
    heading: string,
    beside: { isAlone: boolean },
  ): Promise<string> {
    return this.#given.preserved(await this.at(folder), session, heading, beside);
  }

  async answering(ground: Ground, query: string): Promise<string> {
    return this.#given.answering(ground, query, await this.decided(ground));
  }

  /** Brings back what is missing or blank of the ledgers' files; whatever cannot be, is told, and nothing stops. */
  heal(ground: Ground): Promise<Healed[]> {
    return this.#books.entering.alone(ground, () => this.#books.keeping.heal(ground));
  }

  /**
   * The same only of files that were there before; a project without the folder for them, or on a branch without it,
   * gets none.
   */
  async healKnown(ground: Ground): Promise<void> {
    if (!ground.places || !existsSync(dirname(ground.places.notes))) return;
    await this.#books.entering.alone(ground, () => this.#books.keeping.healKnown(ground));
  }

  /** How far a task is. Of br's tasks, br is told what it does not have yet. Whether anything was written. */
  async recordProgress(ground: Ground, slug: string, progress: string): Promise<boolean> {
    const task = await this.#tasks.show(ground, slug);
    if (task.keeper === "br") return this.#handoffs.tellBr(ground, slug);
    const { behind } = await this.#tasks.update(ground, slug, { progress });
    return behind.length === 0;
  }

  /** What was changed in a file and in the store at once, newest first. */
  clashes({ project }: Ground, limit: number): Promise<ClashRecord[]> {
    return this.#books.services.store.ledgers.clashes(project, limit);
  }

  /** Where the work stands; only what is given changes, by what is there once people's edits are taken in. */
  stand(
    ground: Ground,
    change: Partial<Standing> | ((before: Standing) => Partial<Standing>),
  ): Promise<Entered<Standing>> {
    return this.#books.entering.enter(
      ground,
      async () => {
        const before = await this.#books.standings.of(ground);
        const changed = typeof change === "function" ? change(before) : change;
        const standing = { ...before, ...JSON.parse(redact(JSON.stringify(changed))) };
        return this.#books.standings.put(ground, standingShape.parse(standing));
      },
      () => ({ notes: true, task: null }),
    );
  }

  standing(ground: Ground): Promise<Standing> {
    return this.#books.standings.of(ground);
  }
}
