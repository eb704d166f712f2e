import { existsSync } from "node:fs";
import type { Memory } from "../../memory/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import { type DecisionFilter, decisionsOf } from "../../work/index.ts";
import { Beads } from "./br/beads.ts";
import { Br } from "./br/br.ts";
import { Decisions, type NewDecision } from "./decisions/decisions.ts";
import { type EvidenceChecks, NO_CHECKS } from "./evidence-checks.ts";
import { conflictsOf, type FileConflict } from "./files/file-conflicts.ts";
import { Handoffs } from "./handoffs.ts";
import { readIdentifier } from "./identifiers.ts";
import { LedgerBriefing } from "./ledger-briefing.ts";
import type { Decision, DecisionContent } from "./ledger-entries.ts";
import { type Entered, type LedgerContext, LedgerSync } from "./ledger-sync.ts";
import type { NotesState } from "./notes/continuity.ts";
import { TaskLedger } from "./tasks/task-ledger.ts";
import { tasksOf } from "./tasks/task-records.ts";
import { Tasks } from "./tasks/tasks.ts";
import { Trajectory } from "./trajectory/trajectory.ts";
import { putWorkState, workStateOf } from "./work-states.ts";

interface DecisionInput extends DecisionContent, Pick<NewDecision, "session" | "source"> {
  readonly task?: string | undefined;
}

function createContext(services: Services, memory: Memory): LedgerContext {
  const br = new Br(services);
  const decisions = new Decisions(services, memory);
  const stores = {
    tasks: new Tasks(services, decisions),
    decisions,
    trajectory: new Trajectory(services),
    br,
  };
  return { ...stores, services, beads: new Beads(services, br), sync: new LedgerSync(services, stores) };
}

/** Decisions, tasks and the trajectory: in files that people read and git merges, and in the store. */
export class Ledger {
  readonly #context: LedgerContext;
  readonly tasks: TaskLedger;
  readonly handoffs: Handoffs;
  readonly briefing: LedgerBriefing;
  readonly files: LedgerSync;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;
  /** Given by the grounding extension, where it is there. */
  checks: EvidenceChecks = NO_CHECKS;

  constructor(services: Services, memory: Memory) {
    this.#context = createContext(services, memory);
    this.tasks = new TaskLedger(this.#context);
    this.handoffs = new Handoffs(this.#context, this.tasks);
    this.briefing = new LedgerBriefing(this.#context, memory);
    this.files = this.#context.sync;
    this.decisions = this.#context.decisions;
    this.trajectory = this.#context.trajectory;
  }

  at(path: string): Promise<ProjectLocation> {
    return this.#context.services.locationOf(path);
  }

  async decide(location: ProjectLocation, { task, session, source, ...content }: DecisionInput) {
    for (const { path } of content.evidence) readIdentifier(path);
    const entered = await this.#context.sync.update(
      location,
      async () => {
        const slug = task === undefined ? null : (await this.tasks.find(location, task)).task.slug;
        const decision = await this.#context.decisions.add({
          project: location.project,
          task: slug,
          content,
          session,
          source,
        });
        if (slug !== null) await this.handoffs.commentInBr(location, slug);
        return decision;
      },
      ({ task: slug }) => ({ notes: true, task: slug }),
    );
    const { id, task: slug } = entered;
    const ids = { decisionId: id, sessionId: session?.id ?? null, project: location.project, task: slug };
    await this.#context.services.store.transaction(async ({ emit }) => emit({ type: "decision.recorded", ...ids }));
    return entered;
  }

  /** Withdraws a decision, as deleting it from the notes does. It can still be shown. */
  withdraw(location: ProjectLocation, id: string): Promise<Entered<Decision>> {
    return this.#context.sync.update(
      location,
      () => this.#context.decisions.withdraw(location.project, id),
      ({ task }) => ({ notes: true, task }),
    );
  }

  /** Newest first. */
  decided(location: ProjectLocation, filter: Omit<DecisionFilter, "project"> = {}): Promise<Decision[]> {
    return this.#context.sync.read(location, () =>
      this.#context.decisions.everywhere({ ...filter, project: location.project }),
    );
  }

  /** Whether this project uses ledgers at all: nobody gets files that they did not ask for. */
  async isKept({ project, places }: ProjectLocation): Promise<boolean> {
    if (places && existsSync(places.notes)) return true;
    const { store } = this.#context.services;
    return (await tasksOf(store, project)).length > 0 || (await decisionsOf(store, { project, limit: 1 })).length > 0;
  }

  /** Records the progress of a task; for br's tasks, comments in br. Returns whether anything was written. */
  async recordProgress(location: ProjectLocation, slug: string, progress: string): Promise<boolean> {
    const task = await this.tasks.show(location, slug);
    if (task.keeper === "br") return this.handoffs.commentInBr(location, slug);
    const { behind } = await this.tasks.update(location, slug, { progress });
    return behind.length === 0;
  }

  /** Changes made in a file and in the store at once, newest first. */
  clashes({ project }: ProjectLocation, limit: number): Promise<FileConflict[]> {
    return conflictsOf(this.#context.services.store, project, limit);
  }

  /** Changes only the passed fields of the work state, after people's edits are imported. */
  changeWorkState(
    location: ProjectLocation,
    change: Partial<NotesState> | ((before: NotesState) => Partial<NotesState>),
  ): Promise<Entered<NotesState>> {
    return this.#context.sync.update(
      location,
      async () => {
        const before = await workStateOf(this.#context.services.store, location);
        const changed = typeof change === "function" ? change(before) : change;
        return putWorkState(this.#context.services, location, { ...before, ...changed });
      },
      () => ({ notes: true, task: null }),
    );
  }
}
