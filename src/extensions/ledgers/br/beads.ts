import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import { foldSpace } from "../../../text/index.ts";
import { decisionsOf } from "../../../work/index.ts";
import { decisionOf } from "../decisions/decisions.ts";
import type { Handoff, Task } from "../ledger-entries.ts";
import type { Br, Listing } from "./br.ts";
import { decisionComment, decisionIn, type HandoffNotes, handoffComment, handoffRefIn } from "./comments.ts";
import { type KnownDecisions, taskOfIssue } from "./issue-task.ts";
import { type Issue, unknownIssue } from "./issues.ts";

export interface Bead {
  readonly task: Task;
  /** Whether br confirmed it; else only the name is known. */
  readonly isCertain: boolean;
}

export interface MadeHandoff {
  readonly handoff: Handoff;
  readonly notes: HandoffNotes;
}

/** The tasks that br keeps. They are br's: we read them and comment on them. */
export class Beads {
  readonly #services: Services;
  readonly #br: Br;

  constructor(services: Services, br: Br) {
    this.#services = services;
    this.#br = br;
  }

  /** Oldest first. */
  async #known(project: string, task: string): Promise<KnownDecisions> {
    const records = (await decisionsOf(this.#services.store, { project, task, all: true })).reverse();
    return {
      active: records.filter(({ withdrawnAt }) => withdrawnAt === null).map(decisionOf),
      withdrawn: records.filter(({ withdrawnAt }) => withdrawnAt !== null).map(({ id }) => id),
    };
  }

  async #taskOf({ project }: ProjectLocation, issue: Issue): Promise<Task> {
    return taskOfIssue(issue, await this.#known(project, issue.id));
  }

  async list(location: ProjectLocation, listing: Listing): Promise<Task[]> {
    const issues = await this.#br.list(location, listing);
    return Promise.all(issues.map((issue) => this.#taskOf(location, issue)));
  }

  /** Where br does not answer, the name is trusted: an entry must not be lost. */
  async find(location: ProjectLocation, named: string): Promise<Bead | undefined> {
    const issue = await this.#br.show(location, named);
    if (issue === null) return undefined;
    const task = await this.#taskOf(location, issue ?? unknownIssue(named));
    return { task, isCertain: issue !== undefined };
  }

  /**
   * Comments what br does not have yet of a task, also from times when br was not available. Returns whether there
   * was any, and all was written.
   */
  async addComments(location: ProjectLocation, task: string, handoffs: readonly MadeHandoff[]): Promise<boolean> {
    const issue = await this.#br.show(location, task);
    if (issue?.id !== task) return false;
    const commented = issue.comments.map((comment) => decisionIn(comment, task)).filter((one) => one !== undefined);
    // Comments of others get another id when br renumbers them.
    const known = new Set(commented.flatMap(({ id, decision }) => [id, wordsOf(decision)]));
    const { active } = await this.#known(location.project, task);
    const handed = new Set(issue.comments.map(handoffRefIn));
    const comments = [
      ...handoffs
        .filter(({ handoff }) => !handed.has(handoff.ended))
        .map(({ handoff, notes }) => handoffComment(handoff, notes)),
      ...active.filter(({ id, decision }) => !known.has(id) && !known.has(wordsOf(decision))).map(decisionComment),
    ];
    for (const comment of comments) if (!(await this.#br.comment(location, task, comment))) return false;
    return comments.length > 0;
  }
}

const wordsOf = (text: string): string => foldSpace(text).toLowerCase();
