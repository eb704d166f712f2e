import { incidents, newIncident } from "../../../audit/index.ts";
import { canonicalJson, jsonIn, sha256 } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { type EvidenceLog, evidenceLine } from "../task-files/evidence-log.ts";
import type { TaskFiles } from "../task-files/task-files.ts";
import { damaged, TaskFolder } from "../task-files/task-folder.ts";
import {
  type CheckpointForm,
  checkpointForm,
  entryOf,
  formOf,
  headOf,
  type IndexEntry,
  type IndexForm,
  indexForm,
  isStructured,
  type StructuredCheckpoint,
} from "./checkpoint-json.ts";

const INDEX = "json/checkpoint-index.json";
const fileOf = (id: string): string => `json/checkpoints/${id}.json`;
const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const entriesIn = (folder: TaskFolder | undefined): IndexEntry[] =>
  indexForm.safeParse(jsonIn(folder?.read(INDEX))).data?.checkpoints ?? [];

export interface FileProblem {
  readonly checkpointId: string;
  readonly reason: string;
}

/** A session that no store here knows, by the checkpoints that it left in a task's files. */
export interface ForeignSession {
  readonly sessionId: string;
  readonly checked: number;
  readonly problem: FileProblem | undefined;
}

/** The checkpoints of tasks as files: one each, written once, and an index of them. */
export class CheckpointMirror {
  readonly #services: Services;
  readonly #files: TaskFiles;
  readonly #evidence: EvidenceLog;

  constructor(services: Services, files: TaskFiles, evidence: EvidenceLog) {
    this.#services = services;
    this.#files = files;
    this.#evidence = evidence;
  }

  /**
   * A checkpoint was written. Writes what the folder does not have yet: this session's checkpoints, and all of the
   * task's where there is no index. Again changes nothing.
   */
  async keep(session: SessionRecord, checkpointId: string): Promise<void> {
    await this.#files.write(session, INDEX, async (folder) => {
      const index = await this.#index(folder, session);
      const known = new Set(index?.checkpoints.map((entry) => entry.checkpoint_id));
      const missing = (await this.#checkpoints(session, index === undefined)).filter(({ id }) => !known.has(id));
      if (missing.length === 0) return;
      // A file that is there already was written before the index could be, or by a person.
      for (const checkpoint of missing)
        if (folder.read(fileOf(checkpoint.id)) === undefined)
          folder.write(fileOf(checkpoint.id), printed(formOf(checkpoint)));
      const entries = [...(index?.checkpoints ?? []), ...missing.map(entryOf)];
      folder.write(INDEX, printed({ ...index, task_slug: session.task, checkpoints: entries }));
    });
    await this.#evidence.say(session, evidenceLine.checkpoint(checkpointId), { once: true });
  }

  /** Oldest first. */
  async #checkpoints(session: SessionRecord, ofWholeTask: boolean): Promise<StructuredCheckpoint[]> {
    const { store } = this.#services;
    const { id: sessionId, projectNormalized: project, task } = session;
    const isOfTask = ofWholeTask && project !== null && task !== null;
    const checkpoints = await store.checkpoints.list(isOfTask ? { project, task } : { sessionId });
    return checkpoints
      .filter(isStructured)
      .sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1));
  }

  async #index(folder: TaskFolder, { id }: SessionRecord): Promise<IndexForm | undefined> {
    const text = folder.read(INDEX);
    if (text === undefined) return undefined;
    const index = indexForm.safeParse(jsonIn(text));
    if (index.success) return index.data;
    folder.write(damaged(INDEX), text);
    const detail = `${folder.at(INDEX)} could not be read; it was moved to ${folder.at(damaged(INDEX))} and rebuilt from the store`;
    const { store, clock } = this.#services;
    await incidents(store).add(newIncident(clock.now(), "task_files_damaged", detail, id));
    return undefined;
  }

  /** Why the files of a session's checkpoints do not prove what the store does: the first that differs. */
  async problemOf(session: SessionRecord): Promise<FileProblem | undefined> {
    const folder = await this.#files.folderOf(session);
    if (!folder) return undefined;
    const checkpoints = await this.#checkpoints(session, false);
    const entries = new Map(entriesIn(folder).map((entry) => [entry.checkpoint_id, entry]));
    for (const checkpoint of checkpoints) {
      const problem = problemIn(folder, checkpoint.id, entries.get(checkpoint.id), entryOf(checkpoint));
      if (problem) return problem;
    }
    const stray = namesIn(folder).find((id) => !entries.has(id));
    return stray === undefined || checkpoints.length === 0 ? undefined : strayProblem(stray);
  }

  /**
   * The checkpoints of a task that came with its files from elsewhere, by session, with the first that was altered. A
   * consistent change of both file and index is not detected: no store here has the original.
   */
  async foreign(location: ProjectLocation, task: string): Promise<ForeignSession[]> {
    const folder = TaskFolder.of(location, task);
    if (!folder) return [];
    const known = new Set((await this.#ofTask(location, task)).map(({ id }) => id));
    const entries = entriesIn(folder);
    const sessions = new Map<string, ForeignSession>();
    for (const entry of entries.filter(({ checkpoint_id }) => !known.has(checkpoint_id))) {
      const sessionId = entry.session_id ?? "unknown";
      const { checked, problem } = sessions.get(sessionId) ?? { checked: 0, problem: undefined };
      sessions.set(sessionId, {
        sessionId,
        checked: checked + 1,
        problem: problem ?? problemIn(folder, entry.checkpoint_id, entry),
      });
    }
    const listed = new Set(entries.map(({ checkpoint_id }) => checkpoint_id));
    const stray = namesIn(folder).find((id) => !listed.has(id) && !known.has(id));
    if (stray !== undefined && known.size === 0)
      sessions.set("unknown", { sessionId: "unknown", checked: 1, problem: strayProblem(stray) });
    return [...sessions.values()];
  }

  /** All checkpoints of a task, oldest first: those of the store, and those that came with its files. */
  async all(location: ProjectLocation, task: string): Promise<CheckpointForm[]> {
    const stored = (await this.#ofTask(location, task)).map(formOf);
    const known = new Set(stored.map(({ checkpoint_id }) => checkpoint_id));
    const folder = TaskFolder.of(location, task);
    const others = entriesIn(folder).filter(({ checkpoint_id }) => !known.has(checkpoint_id));
    const formIn = (id: string) => checkpointForm.safeParse(jsonIn(folder?.read(fileOf(id)))).data;
    const brought = others.flatMap(({ checkpoint_id }) => formIn(checkpoint_id) ?? []);
    return [...stored, ...brought].sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  }

  async #ofTask({ project }: ProjectLocation, task: string): Promise<StructuredCheckpoint[]> {
    return (await this.#services.store.checkpoints.list({ project, task })).filter(isStructured);
  }
}

const namesIn = (folder: TaskFolder): string[] =>
  folder.names("json/checkpoints").map((name) => name.replace(/\.json$/, ""));

const strayProblem = (id: string): FileProblem => ({
  checkpointId: id,
  reason: `${id}.json stands among the task's checkpoints, and no index knows it`,
});

/**
 * Why a checkpoint's file and its entry in the index do not prove each other; `wanted` is the entry by the store, if it
 * has one.
 */
function problemIn(folder: TaskFolder, checkpointId: string, entry?: IndexEntry, wanted = entry) {
  const problem = (reason: string): FileProblem => ({ checkpointId, reason });
  const path = folder.at(fileOf(checkpointId));
  const found = jsonIn(folder.read(fileOf(checkpointId)));
  if (found === undefined) return problem(`its file ${path} is missing or no JSON`);
  const form = checkpointForm.safeParse(found).data;
  const hash = wanted?.file_hash;
  if (!form || (hash !== undefined && hash !== sha256(canonicalJson(found))))
    return problem(`its file ${path} was altered`);
  if (!entry) return problem(`it is not in ${folder.at(INDEX)}, which is missing, damaged or was altered`);
  const isSame = canonicalJson(entry) === canonicalJson({ ...wanted, ...headOf(form) });
  return isSame ? undefined : problem(`what ${folder.at(INDEX)} says of it was altered`);
}
