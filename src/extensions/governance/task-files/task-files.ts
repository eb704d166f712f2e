import { incidents, newIncident } from "../../../audit/index.ts";
import { KeyedMutex } from "../../../core/index.ts";
import { problemOf } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import { TaskFolder } from "./task-folder.ts";

/**
 * Writes into the folders of tasks, one at a time. A failed write is an incident and blocks nothing: the store has the
 * data.
 */
export class TaskFiles {
  readonly #services: Services;
  readonly #ledger: Ledger;
  readonly #turns = new KeyedMutex();
  /** Reported problems by path: each is one incident, however often it occurs. */
  readonly #troubles = new Map<string, string>();

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
  }

  async folderOf({ project, task }: SessionRecord): Promise<TaskFolder | undefined> {
    if (project === null || task === null) return undefined;
    return TaskFolder.of(await this.#ledger.at(project), task);
  }

  /** True once it is written; `name` is the file that an incident names. */
  async write(session: SessionRecord, name: string, work: (folder: TaskFolder) => void | Promise<void>) {
    const { log, store, clock } = this.#services;
    let path = name;
    try {
      const folder = await this.folderOf(session);
      if (!folder) return false;
      path = folder.at(name);
      await this.#turns.run(folder.path, async () => work(folder));
      this.#troubles.delete(path);
      return true;
    } catch (error) {
      const problem = problemOf(error);
      log.warn({ sessionId: session.id, path, problem }, "a file of a task could not be written");
      if (this.#troubles.get(path) === problem) return false;
      this.#troubles.set(path, problem);
      const detail = `${path} is out of date: ${problem}. The store has the data; the next write tries again.`;
      await incidents(store).add(newIncident(clock.now(), "task_files_behind", detail, session.id));
      return false;
    }
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }
}
