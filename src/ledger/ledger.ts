import { existsSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";
import type { Ambient } from "../ambient.ts";
import {
  badInput,
  isoTime,
  localDay,
  notFound,
  redact,
  refused,
  resolveProject,
  ThroughlineError,
  Turns,
  workingFolder,
} from "../core/index.ts";
import type { Memory } from "../memory/index.ts";
import type { ClashRecord, DecisionFilter, SessionRecord } from "../store/index.ts";
import { Beads, type MadeHandoff } from "./br/beads.ts";
import { Br } from "./br/br.ts";
import type { HandoffNotes } from "./br/comments.ts";
import { isSettingOfBr } from "./br/folder.ts";
import type { DecisionContent } from "./decisions/content.ts";
import { Decisions } from "./decisions/decisions.ts";
import type { Decision, Handoff, Task } from "./entries.ts";
import type { Behind } from "./files/agreement.ts";
import { folderAround, type Ground } from "./ground.ts";
import type { Healed } from "./healing/restore.ts";
import { readIdentifier } from "./identifiers.ts";
import { type Concern, Keeping } from "./keeping.ts";
import { placesOf } from "./layouts.ts";
import { decisionLine, LAST_DECISIONS, levelOne, levelThree, levelTwo, withinTokens } from "./levels.ts";
import { type Standing, standingShape } from "./notes/form.ts";
import { isShared, type Keepable, type Preserved, preservedBy } from "./preservation.ts";
import { lastLineOf, notesReference } from "./references.ts";
import { Standings } from "./standings.ts";
import { isReady, type NewTask, slugFor, type TaskChange, Tasks } from "./tasks/tasks.ts";
import { lastPutAway, putBack } from "./tasks/trash.ts";
import { unreadable, withWarnings } from "./tasks/warnings.ts";
import { Trajectory } from "./trajectory/trajectory.ts";

/** Something that was written into the ledgers, and the files that could not be written, with why. */
export type Entered<Thing> = Thing & { readonly behind: readonly Behind[] };

export interface LedgerParts {
  readonly memory: Memory;
  /** The folder of what Throughline itself keeps for a project; none where nothing is kept on disk. */
  readonly ownFolder: (root: string) => string | undefined;
}

export interface HandingOver extends Partial<HandoffNotes> {
  readonly session: SessionRecord | undefined;
  readonly ended: string;
  readonly groundingRatio: number;
}

/** Decisions are among what recall finds; the level's own ceiling comes after. */
const RECALLED_TOKENS = 6000;

interface FoundTask {
  readonly task: Task;
  /** `maybe`: br did not say so, and nothing else knows it. */
  readonly isOfBr: boolean | "maybe";
}

/** The most urgent first; what is in several places is told as the first has it. */
function together(own: readonly Task[], ...others: (readonly Task[])[]): Task[] {
  const bySlug = new Map<string, Task>();
  for (const task of [own, ...others].flat()) if (!bySlug.has(task.slug)) bySlug.set(task.slug, task);
  return [...bySlug.values()].sort((a, b) => a.priority - b.priority);
}

/** Enough must be written down of what must hold; the same twice is one. */
function assertDocumented({ slug, testScenarios, decisions }: Task, fewest: number): void {
  const all = [...testScenarios, ...decisions.flatMap((one) => one.testScenarios)];
  const documented = new Set(all.map(({ name }) => name.toLowerCase())).size;
  if (documented >= fewest) return;
  throw refused(
    `task ${slug} has ${documented} test scenarios, and ${fewest} are needed before it is complete`,
    `Add what is missing: throughline task update ${slug} --test-scenarios "name (edge_case): what is expected"`,
  );
}

/** Of more, those that br was never told of stay untold. */
const HANDOFFS_LOOKED_AT = 20;

const handoffEntry = z.object({
  task: z.string(),
  ended: z.string(),
  ts: z.string(),
  agent: z.string(),
  session_id: z.string().optional(),
  notes_ref: z.string().default(""),
  grounding_ratio: z.number().default(0),
  next_steps: z.array(z.string()).default([]),
  blockers: z.array(z.string()).default([]),
  questions: z.array(z.string()).default([]),
});

const ofTask = ({ slug, questions }: Task): Concern => ({ notes: questions.length > 0, task: slug });

/** What was decided and done, on what evidence: in files that people read and git merges, and in the store, at once. */
export class Ledger {
  readonly #ambient: Ambient;
  readonly #ownFolder: LedgerParts["ownFolder"];
  readonly #memory: Memory;
  readonly #turns = new Turns();
  readonly #tasks: Tasks;
  readonly #standings: Standings;
  readonly #keeping: Keeping;
  readonly #br: Br;
  readonly #beads: Beads;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;

  constructor(ambient: Ambient, { memory, ownFolder }: LedgerParts) {
    this.#ambient = ambient;
    this.#ownFolder = ownFolder;
    this.#memory = memory;
    this.#tasks = new Tasks(ambient);
    this.#standings = new Standings(ambient);
    this.#br = new Br(ambient);
    this.#beads = new Beads(ambient, this.#br);
    this.decisions = new Decisions(ambient, memory);
    this.trajectory = new Trajectory(ambient);
    const { decisions, trajectory } = this;
    const parts = { tasks: this.#tasks, standings: this.#standings, decisions, trajectory };
    this.#keeping = new Keeping(ambient, { ...parts, br: this.#br });
  }

  async at(path: string): Promise<Ground> {
    const { normalized } = resolveProject(path);
    const root = workingFolder(path);
    const own = this.#ownFolder(root);
    const { layout } = await this.#ambient.configFor(normalized);
    return { project: normalized, root, places: own && existsSync(root) ? placesOf(root, own, layout) : undefined };
  }

  /** Takes in what people wrote, does the work, and writes out what there is then: one after the other in a project. */
  #enter<Thing extends object>(
    ground: Ground,
    work: () => Promise<Thing>,
    concerns: (done: Thing) => Concern,
  ): Promise<Entered<Thing>> {
    return this.#turns.run(ground.project, async () => {
      await this.#keeping.healKnown(ground);
      await this.#keeping.takeIn(ground);
      const done = await work();
      const behind = await this.#keeping.writeOut(ground, concerns(done));
      return { ...done, behind: [...behind, ...this.#br.behindAt(ground)] };
    });
  }

  /** Takes in what people wrote; looking at a ledger writes no file. */
  #look<Thing>(ground: Ground, work: () => Promise<Thing>): Promise<Thing> {
    return this.#turns.run(ground.project, async () => {
      await this.#keeping.takeIn(ground);
      return work();
    });
  }

  async decide(
    ground: Ground,
    { task, session, ...content }: DecisionContent & { task?: string | undefined; session?: SessionRecord | undefined },
  ): Promise<Entered<Decision>> {
    for (const { path } of content.evidence) readIdentifier(path);
    const entered = await this.#enter(
      ground,
      async () => {
        const slug = task === undefined ? null : (await this.#find(ground, task)).task.slug;
        const decision = await this.decisions.add({ project: ground.project, task: slug, content, session });
        if (slug !== null) await this.#tellBr(ground, slug);
        return decision;
      },
      ({ task: slug }) => ({ notes: true, task: slug }),
    );
    const { id, task: slug } = entered;
    const told = { decisionId: id, sessionId: session?.id ?? null, project: ground.project, task: slug };
    this.#ambient.events.emit({ type: "decision.recorded", ...told });
    return entered;
  }

  /** Ours, else br's. */
  async #find(ground: Ground, named: string): Promise<FoundTask> {
    try {
      return { task: await this.#tasks.show(ground.project, named), isOfBr: false };
    } catch (error) {
      if (!(error instanceof ThroughlineError) || error.code !== "not_found") throw error;
      const bead = await this.#beads.find(ground, named);
      if (!bead) throw error;
      return { task: bead.task, isOfBr: bead.isCertain || "maybe" };
    }
  }

  async #findOwn(ground: Ground, named: string): Promise<Task> {
    const { task, isOfBr } = await this.#find(ground, named);
    if (isOfBr === false) return task;
    throw refused(
      `task ${task.slug} is kept by br`,
      `Change it there: br update ${task.slug}, br close ${task.slug}. What comes next goes with a handoff: throughline task handoff ${task.slug} --next-steps "…"`,
    );
  }

  async newTask(ground: Ground, task: NewTask): Promise<Entered<Task>> {
    const { slug = slugFor(task.title) } = task;
    if (ground.places && isSettingOfBr(ground.places.taskFile(slug)))
      throw badInput(`slug: ${slug}.yaml is where br keeps its settings`, "Give another --slug.");
    return this.#enter(
      ground,
      async () => {
        const added = await this.#tasks.add(ground.project, task);
        await this.#ask(ground, [], added.questions);
        return added;
      },
      ofTask,
    );
  }

  /** What a task asks stands among the notes' pending questions; what it asks no longer is ticked off there. */
  async #ask(ground: Ground, before: readonly string[], after: readonly string[]): Promise<void> {
    const standing = await this.standing(ground);
    const known = new Set(standing.questions.map(({ text }) => text));
    const answered = before.filter((text) => !after.includes(text));
    const asked = after.filter((text) => !known.has(text) && !before.includes(text));
    if (answered.length + asked.length === 0) return;
    const questions = standing.questions.map((one) => (answered.includes(one.text) ? { ...one, done: true } : one));
    await this.#standings.put(ground, {
      ...standing,
      questions: [...questions, ...asked.map((text) => ({ text, done: false }))],
    });
  }

  async updateTask(ground: Ground, named: string, change: TaskChange): Promise<Entered<Task>> {
    const { grounding } = await this.#ambient.configFor(ground.project);
    return this.#enter(
      ground,
      async () => {
        const task = await this.#findOwn(ground, named);
        const testScenarios = change.testScenarios ?? task.testScenarios;
        if (change.status === "complete") assertDocumented({ ...task, testScenarios }, grounding.minTestScenarios);
        const changed = await this.#tasks.change(ground.project, task.slug, change);
        await this.#ask(ground, task.questions, changed.questions);
        return changed;
      },
      ofTask,
    );
  }

  /** The session ends here for the task: the next one finds by these references how it stood. */
  async handOff(
    ground: Ground,
    named: string,
    { session, ended, groundingRatio, ...notes }: HandingOver,
  ): Promise<Entered<Task>> {
    const lost: Behind[] = [];
    const task = await this.#enter(
      ground,
      async () => {
        const { task: found, isOfBr } = await this.#find(ground, named);
        const { slug, handoffs } = found;
        const notesRef = notesReference(ground);
        const fields = {
          ...{ task: slug, ended },
          grounding_ratio: groundingRatio,
          checkpoint_status: "complete",
          notes_ref: notesRef,
          ...{ next_steps: notes.nextSteps, blockers: notes.blockers, questions: notes.questions },
        };
        const unwritten = await this.trajectory.add(ground, { phase: "session_handoff", session, fields });
        if (unwritten) lost.push(unwritten);
        const trajectoryRef = lastLineOf(ground, this.trajectory.fileOf(ground, session));
        const handoff = { sessionId: session?.key ?? "user", ended, notesRef, trajectoryRef, groundingRatio };
        if (isOfBr !== false) return this.#handOffBead(ground, found, handoff, notes);
        const changed = await this.#tasks.change(ground.project, slug, { ...notes, handoffs: [...handoffs, handoff] });
        await this.#ask(ground, found.questions, changed.questions);
        return changed;
      },
      (done) => ({ ...ofTask(done), notes: done.questions.length > 0 || this.#br.isAt(ground) }),
    );
    return { ...task, behind: [...task.behind, ...lost] };
  }

  /** br has it as a comment; the notes say it too, for whoever is without br. */
  async #handOffBead(
    ground: Ground,
    task: Task,
    handoff: Handoff,
    { nextSteps = task.nextSteps, blockers = [], questions = task.questions }: Partial<HandoffNotes>,
  ): Promise<Task> {
    const [next] = nextSteps;
    const standing = await this.standing(ground);
    const asked = questions.filter((text) => !standing.questions.some((one) => one.text === text));
    await this.#standings.put(ground, {
      ...{ places: standing.places, checkpoint: handoff.ended, task: redact(`${task.slug} (${task.title})`) },
      state: standing.state === "" && next !== undefined ? redact(`Next: ${next}`) : standing.state,
      questions: [...standing.questions, ...asked.map((text) => ({ text: redact(text), done: false }))],
    });
    await this.#tellBr(ground, task.slug, { handoff, notes: { nextSteps, blockers, questions } });
    const blocking = [...task.blockers, ...blockers.filter((one) => !task.blockers.includes(one))];
    return { ...task, nextSteps, questions, blockers: blocking, handoffs: [...task.handoffs, handoff] };
  }

  /** The handoffs that the trajectory has of late, of any task. */
  async #handoffsMade(ground: Ground): Promise<(MadeHandoff & { task: string })[]> {
    const filter = { project: ground.project, phases: ["session_handoff"], limit: HANDOFFS_LOOKED_AT };
    return (await this.trajectory.entries(filter)).flatMap((entry) => {
      const made = handoffEntry.safeParse(entry).data;
      if (!made) return [];
      const { session_id: session, agent, ts, task, ended } = made;
      const file = ground.places?.trajectory(agent, session, localDay(Date.parse(ts)));
      const notes = { nextSteps: made.next_steps, blockers: made.blockers, questions: made.questions };
      const handoff = {
        ...{ sessionId: session ?? "user", ended, notesRef: made.notes_ref, groundingRatio: made.grounding_ratio },
        trajectoryRef: file === undefined ? "" : relative(ground.root, file),
      };
      return [{ task, handoff, notes }];
    });
  }

  /** Comments on an issue what br does not have yet: decisions and handoffs, `latest` among them. */
  async #tellBr(ground: Ground, slug: string, latest?: MadeHandoff): Promise<void> {
    if (!this.#br.isAt(ground)) return;
    const made = (await this.#handoffsMade(ground)).filter(
      ({ task, handoff }) => task === slug && handoff.ended !== latest?.handoff.ended,
    );
    await this.#beads.tell(ground, slug, latest ? [...made, latest] : made);
  }

  /** What others decided in br is found by recall, too. */
  async #heard(ground: Ground, tasks: Task[]): Promise<Task[]> {
    const decided = tasks.flatMap(({ decisions }) => decisions);
    await this.#turns.run(ground.project, () => this.decisions.takeInOthers(ground.project, decided, "br"));
    return tasks;
  }

  /** Refused until enough is written down of what must hold. */
  async complete(ground: Ground, named: string): Promise<Entered<Task>> {
    const { grounding } = await this.#ambient.configFor(ground.project);
    return this.#enter(
      ground,
      async () => {
        const task = await this.#findOwn(ground, named);
        assertDocumented(task, grounding.minTestScenarios);
        return this.#tasks.change(ground.project, task.slug, { status: "complete" });
      },
      ofTask,
    );
  }

  /** Refused for one that is not done, unless `force`: what it holds goes out of sight. What was decided in it stays among the decisions. */
  async deleteTask(
    ground: Ground,
    named: string,
    { force }: { force: boolean },
  ): Promise<Entered<Pick<Task, "slug" | "title"> & { readonly trash: string | null }>> {
    return this.#enter(
      ground,
      async () => {
        const { id, slug, title, status } = await this.#findOwn(ground, named);
        if (status !== "complete" && !force)
          throw refused(
            `task ${slug} is not complete but ${status}`,
            `Complete it first, or say that you mean it: throughline task delete ${slug} --force`,
          );
        const trash = await this.#keeping.discard(ground, slug, isoTime(this.#ambient.clock.now()));
        await this.#tasks.remove(ground.project, id);
        return { slug, title, trash };
      },
      () => ({ notes: false, task: null }),
    );
  }

  /** Brings back a task that was deleted here, as its file was. */
  async restoreTask(ground: Ground, slug: string): Promise<Entered<Task>> {
    const { places } = ground;
    const from = places && lastPutAway(places, slug);
    if (!places || from === undefined)
      throw notFound(
        `no task "${slug}" was deleted here`,
        "The folder trash/tasks beside the ledgers holds those that were.",
      );
    if (
      (await this.#tasks.list(ground.project)).some((task) => task.slug === slug) ||
      existsSync(places.taskFile(slug))
    )
      throw refused(`there is a task "${slug}" already`, "Delete or rename that one first.");
    const path = places.taskFile(slug);
    await this.#turns.run(ground.project, async () => putBack(places, slug, from, folderAround(ground, path)));
    return this.#enter(ground, () => this.#tasks.show(ground.project, slug), ofTask);
  }

  #ownTasks(ground: Ground): Promise<Task[]> {
    return this.#look(ground, async () => {
      const tasks = await this.#tasks.list(ground.project);
      return [...withWarnings(ground, tasks), ...unreadable(ground, tasks)];
    });
  }

  async tasks(ground: Ground): Promise<Task[]> {
    return together(await this.#ownTasks(ground), await this.#heard(ground, await this.#beads.open(ground)));
  }

  /** br's own answer leaves out what somebody works on already. */
  async ready(ground: Ground): Promise<Task[]> {
    const own = await this.#ownTasks(ground);
    const begun = await this.#heard(ground, await this.#beads.inProgress(ground));
    const others = await this.#heard(ground, await this.#beads.ready(ground));
    return together(own.filter(isReady), begun.filter(isReady), others);
  }

  async task(ground: Ground, named: string): Promise<Task> {
    const known = (await this.#ownTasks(ground)).find(({ slug, id }) => slug === named || id === named);
    if (known) return known;
    const { task, isOfBr } = await this.#find(ground, named);
    if (isOfBr === true) await this.#heard(ground, [task]);
    if (isOfBr !== "maybe") return task;
    const problems = this.#br.behindAt(ground).map(({ problem }) => problem);
    throw notFound(`there is no task "${named}" in the ledgers, and br could not be asked`, problems.join("; "));
  }

  /** Has br write out what it still has only in its database, and first tells it what it was not told at the time. */
  async flush(ground: Ground): Promise<void> {
    if (this.#br.isAt(ground)) {
      const own = new Set((await this.#tasks.list(ground.project)).map(({ slug }) => slug));
      const handed = new Set((await this.#handoffsMade(ground)).map(({ task }) => task));
      for (const slug of handed) if (!own.has(slug)) await this.#tellBr(ground, slug);
    }
    await this.#br.flush(ground);
  }

  /** Newest first. */
  decided(ground: Ground, filter: Omit<DecisionFilter, "project"> = {}): Promise<Decision[]> {
    return this.#look(ground, () => this.decisions.list({ ...filter, project: ground.project }));
  }

  /** Whether this project uses ledgers at all: nobody gets files that they did not ask for. */
  async isKept({ project, places }: Ground): Promise<boolean> {
    if (places && existsSync(places.notes)) return true;
    const { ledgers } = this.#ambient.store;
    return (await ledgers.tasks(project)).length > 0 || (await ledgers.decisions({ project, limit: 1 })).length > 0;
  }

  /** What a session is given of the ledgers, by level; nothing where they hold nothing. */
  async recovered(ground: Ground, level: 1 | 3): Promise<string> {
    const { recovery } = await this.#ambient.configFor(ground.project);
    const [begun] = await this.#beads.inProgress(ground);
    const ledgers = await this.#look(ground, async () => ({
      standing: await this.standing(ground),
      task: (await this.#tasks.list(ground.project)).find(({ status }) => status === "in_progress") ?? begun,
      decisions: await this.decisions.list({ project: ground.project }),
      now: this.#ambient.clock.now(),
    }));
    return level === 1 ? levelOne(ledgers, recovery.level1Tokens) : levelThree(ledgers);
  }

  /** What the rules of a project keep of its ledgers through a compaction, as the store has it: a hook cannot wait for files and br. */
  async #keepable(ground: Ground, session: SessionRecord | undefined): Promise<Keepable> {
    const { project, root, places } = ground;
    const tasks = await this.#tasks.list(project);
    const file = this.trajectory.fileOf(ground, session);
    return {
      standing: await this.standing(ground),
      task: tasks.find(({ slug }) => slug === session?.task) ?? tasks.find(({ status }) => status === "in_progress"),
      decisions: await this.decisions.list({ project, limit: LAST_DECISIONS }),
      now: this.#ambient.clock.now(),
      trajectory: file !== undefined && existsSync(file) ? relative(root, file) : undefined,
      section: async (name) =>
        places ? (await import("./notes/section.ts")).sectionOf(places.notes, root, name) : undefined,
    };
  }

  async preservation(ground: Ground, session?: SessionRecord): Promise<Preserved[]> {
    const { preservation } = await this.#ambient.configFor(ground.project);
    return preservedBy(preservation.alwaysPreserve, await this.#keepable(ground, session));
  }

  /**
   * The same as a session is given it, within the ceiling of level 1; nothing where the ledgers hold nothing. Beside another session that is live,
   * only what belongs to both.
   */
  async preserved(session: SessionRecord, heading: string, { isAlone }: { isAlone: boolean }): Promise<string> {
    if (session.project === null) return "";
    const ground = await this.at(session.project);
    const { preservation, recovery } = await this.#ambient.configFor(ground.project);
    const rules = preservation.alwaysPreserve.filter((rule) => isAlone || isShared(rule));
    const kept = await preservedBy(rules, await this.#keepable(ground, session));
    const lines = kept.flatMap((one) => one.lines);
    return lines.length === 0 ? "" : withinTokens([heading, ...lines], recovery.level1Tokens);
  }

  /** The decisions that a question needs, found by recall. */
  async answering(ground: Ground, query: string): Promise<string> {
    const { recovery } = await this.#ambient.configFor(ground.project);
    const decisions = new Map((await this.decided(ground)).map((one) => [`decision ${one.id}`, one]));
    const found = await this.#memory.recall({ query, project: ground.project, budget: RECALLED_TOKENS });
    const now = this.#ambient.clock.now();
    const lines = found.flatMap(({ source }) => {
      const decision = decisions.get(source);
      return decision ? [decisionLine(decision, now)] : [];
    });
    return levelTwo(query, lines, recovery.level2Tokens);
  }

  /** Brings back what is missing or blank of the ledgers' files; whatever cannot be, is told, and nothing stops. */
  heal(ground: Ground): Promise<Healed[]> {
    return this.#turns.run(ground.project, () => this.#keeping.heal(ground));
  }

  /** What was changed in a file and in the store at once, newest first. */
  clashes({ project }: Ground, limit: number): Promise<ClashRecord[]> {
    return this.#ambient.store.ledgers.clashes(project, limit);
  }

  /** Where the work stands; only what is given changes. */
  stand(ground: Ground, change: Partial<Standing>): Promise<Entered<Standing>> {
    return this.#enter(
      ground,
      async () => {
        const standing = { ...(await this.standing(ground)), ...JSON.parse(redact(JSON.stringify(change))) };
        return this.#standings.put(ground, standingShape.parse(standing));
      },
      () => ({ notes: true, task: null }),
    );
  }

  standing(ground: Ground): Promise<Standing> {
    return this.#standings.of(ground);
  }
}
