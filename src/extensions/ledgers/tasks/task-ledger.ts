import { badInput, isoTime, notFound, refused, ThroughlineError } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { isSettingOfBr } from "../br/folder.ts";
import type { Task } from "../ledger-entries.ts";
import type { AffectedFiles, Entered, LedgerContext } from "../ledger-sync.ts";
import { putWorkState, workStateOf } from "../work-states.ts";
import { withFileWarnings } from "./task-files.ts";
import { isReady, type NewTask, slugFor, type TaskChange } from "./tasks.ts";

/** The most urgent first; of equal slugs the first wins. */
function mergeBySlug(own: readonly Task[], ...others: (readonly Task[])[]): Task[] {
  const bySlug = new Map<string, Task>();
  for (const task of [own, ...others].flat()) if (!bySlug.has(task.slug)) bySlug.set(task.slug, task);
  return [...bySlug.values()].sort((a, b) => a.priority - b.priority);
}

/** Requires enough test scenarios; duplicates count once. */
function assertDocumented({ slug, testScenarios, decisions }: Task, fewest: number): void {
  const all = [...testScenarios, ...decisions.flatMap((one) => one.testScenarios)];
  const documented = new Set(all.map(({ name }) => name.toLowerCase())).size;
  if (documented >= fewest) return;
  throw refused(
    `task ${slug} has ${documented} test scenarios, and ${fewest} are needed before it is complete`,
    `Add what is missing: throughline task update ${slug} --test-scenarios "name (edge_case): what is expected"`,
  );
}

const ofTask = ({ slug, questions }: Task): AffectedFiles => ({ notes: questions.length > 0, task: slug });

/** The tasks of projects, ours and br's, with what they ask among the notes. */
export class TaskLedger {
  readonly #context: LedgerContext;

  constructor(context: LedgerContext) {
    this.#context = context;
  }

  /** Ours, else br's. `maybe`: br did not confirm it, and nothing else knows it. */
  async find(location: ProjectLocation, named: string): Promise<{ task: Task; isOfBr: boolean | "maybe" }> {
    try {
      return { task: await this.#context.tasks.show(location.project, named), isOfBr: false };
    } catch (error) {
      if (!(error instanceof ThroughlineError) || error.code !== "not_found") throw error;
      const bead = await this.#context.beads.find(location, named);
      if (!bead) throw error;
      return { task: bead.task, isOfBr: bead.isCertain || "maybe" };
    }
  }

  async #findOwn(location: ProjectLocation, named: string): Promise<Task> {
    const { task, isOfBr } = await this.find(location, named);
    if (isOfBr === false) return task;
    throw refused(
      `task ${task.slug} is kept by br`,
      `Change it there: br update ${task.slug}, br close ${task.slug}. What comes next goes with a handoff: throughline task handoff ${task.slug} --next-steps "…"`,
    );
  }

  async add(location: ProjectLocation, task: NewTask): Promise<Entered<Task>> {
    const { slug = slugFor(task.title) } = task;
    if (location.places && isSettingOfBr(location.places.taskFile(slug)))
      throw badInput(`slug: ${slug}.yaml is where br keeps its settings`, "Give another --slug.");
    return this.#context.sync.update(
      location,
      async () => {
        const added = await this.#context.tasks.add(location.project, task);
        await this.ask(location, [], added.questions);
        return added;
      },
      ofTask,
    );
  }

  /** Adds a task's questions to the pending ones in the notes, and ticks off those that are gone. */
  async ask(location: ProjectLocation, before: readonly string[], after: readonly string[]): Promise<void> {
    const { services } = this.#context;
    const workState = await workStateOf(services.store, location);
    const known = new Set(workState.questions.map(({ text }) => text));
    const answered = before.filter((text) => !after.includes(text));
    const asked = after.filter((text) => !known.has(text) && !before.includes(text));
    if (answered.length + asked.length === 0) return;
    const questions = workState.questions.map((one) => (answered.includes(one.text) ? { ...one, done: true } : one));
    await putWorkState(services, location, {
      ...workState,
      questions: [...questions, ...asked.map((text) => ({ text, done: false }))],
    });
  }

  async update(location: ProjectLocation, named: string, change: TaskChange): Promise<Entered<Task>> {
    const { grounding } = await this.#context.services.configFor(location.project);
    return this.#context.sync.update(
      location,
      async () => {
        const task = await this.#findOwn(location, named);
        const testScenarios = change.testScenarios ?? task.testScenarios;
        const isComplete = (change.status ?? task.status) === "complete";
        // A complete task must keep enough test scenarios to stay complete.
        if (isComplete && (change.status ?? change.testScenarios))
          assertDocumented({ ...task, testScenarios }, grounding.minTestScenarios);
        const changed = await this.#context.tasks.change(location.project, task.slug, change);
        await this.ask(location, task.questions, changed.questions);
        return changed;
      },
      ofTask,
    );
  }

  /** Refused until there are enough test scenarios. */
  complete(location: ProjectLocation, named: string): Promise<Entered<Task>> {
    return this.update(location, named, { status: "complete" });
  }

  /** Refused for an incomplete task unless `force`. Its decisions stay. */
  async remove(location: ProjectLocation, named: string, { force }: { force: boolean }) {
    return this.#context.sync.update(
      location,
      async () => {
        const { id, slug, title, status } = await this.#findOwn(location, named);
        if (status !== "complete" && !force)
          throw refused(
            `task ${slug} is not complete but ${status}`,
            `Complete it first, or use --force: throughline task delete ${slug} --force`,
          );
        const trash = await this.#context.sync.discard(location, slug, isoTime(this.#context.services.clock.now()));
        await this.#context.tasks.remove(location.project, id);
        return { slug, title, trash };
      },
      () => ({ notes: false, task: null }),
    );
  }

  #ownTasks(location: ProjectLocation): Promise<Task[]> {
    return this.#context.sync.read(location, async () =>
      withFileWarnings(location, await this.#context.tasks.list(location.project)),
    );
  }

  /** So that recall finds them, too. */
  async #importDecisions(location: ProjectLocation, tasks: Task[]): Promise<Task[]> {
    const decided = tasks.flatMap(({ decisions }) => decisions);
    await this.#context.sync.exclusive(location, () =>
      this.#context.decisions.importOthers(location.project, decided, "br"),
    );
    return tasks;
  }

  async list(location: ProjectLocation): Promise<Task[]> {
    return mergeBySlug(
      await this.#ownTasks(location),
      await this.#importDecisions(location, await this.#context.beads.list(location, "open")),
    );
  }

  /** br's own answer leaves out what somebody works on already. */
  async ready(location: ProjectLocation): Promise<Task[]> {
    const own = await this.#ownTasks(location);
    const begun = await this.#importDecisions(location, await this.#context.beads.list(location, "inProgress"));
    const others = await this.#importDecisions(location, await this.#context.beads.list(location, "ready"));
    return mergeBySlug(own.filter(isReady), begun.filter(isReady), others);
  }

  async show(location: ProjectLocation, named: string): Promise<Task> {
    const known = (await this.#ownTasks(location)).find(({ slug, id }) => slug === named || id === named);
    if (known) return known;
    const { task, isOfBr } = await this.find(location, named);
    if (isOfBr === true) await this.#importDecisions(location, [task]);
    if (isOfBr !== "maybe") return task;
    const problems = this.#context.br.behindAt(location).map(({ problem }) => problem);
    throw notFound(`there is no task "${named}" in the ledgers, and br could not be asked`, problems.join("; "));
  }
}
