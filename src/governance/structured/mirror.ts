import type { Ambient } from "../../ambient.ts";
import { canonicalJson, jsonIn, sha256 } from "../../core/index.ts";
import { newIncident, type SessionRecord } from "../../store/index.ts";
import type { OfTask, TaskFiles } from "../account/files.ts";
import type { TaskFolder } from "../task-folder.ts";
import {
  type CheckpointForm,
  checkpointForm,
  entryOf,
  formOf,
  headOf,
  type IndexForm,
  indexForm,
  isStructured,
  type StructuredCheckpoint,
} from "./form.ts";

const INDEX = "json/checkpoint-index.json";
const SET_ASIDE = "json/checkpoint-index.damaged.json";
const fileOf = (id: string): string => `json/checkpoints/${id}.json`;
const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const formIn = (folder: TaskFolder, id: string): CheckpointForm | undefined =>
  checkpointForm.safeParse(jsonIn(folder.read(fileOf(id)))).data;

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
export class Mirror {
  readonly #ambient: Ambient;
  readonly #files: TaskFiles;

  constructor(ambient: Ambient, files: TaskFiles) {
    this.#ambient = ambient;
    this.#files = files;
  }

  /** Writes what the folder does not have yet: this session's checkpoints, and all of the task's where there is no index. */
  async keep(session: SessionRecord): Promise<boolean> {
    return this.#files.write(session, INDEX, async (folder) => {
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
  }

  /** Oldest first. */
  async #checkpoints(session: SessionRecord, ofWholeTask: boolean): Promise<StructuredCheckpoint[]> {
    const { store } = this.#ambient;
    const { projectNormalized: project, task } = session;
    const sessions =
      ofWholeTask && project !== null && task !== null ? await store.sessions.list({ project, task }) : [session];
    const lists = await Promise.all(sessions.map(({ id }) => store.checkpoints.list({ sessionId: id })));
    return lists
      .flat()
      .filter(isStructured)
      .sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1));
  }

  async #index(folder: TaskFolder, { id }: SessionRecord): Promise<IndexForm | undefined> {
    const text = folder.read(INDEX);
    if (text === undefined) return undefined;
    const index = indexForm.safeParse(jsonIn(text));
    if (index.success) return index.data;
    folder.write(SET_ASIDE, text);
    const detail = `${folder.at(INDEX)} could not be read; it stands in ${folder.at(SET_ASIDE)}, and another was made from the store`;
    const { store, clock } = this.#ambient;
    await store.accounts.addIncident(newIncident(clock.now(), "task_files_damaged", detail, id));
    return undefined;
  }

  /** Why the files of a session's checkpoints do not prove what the store does: the first that differs. */
  async problemOf(session: SessionRecord): Promise<FileProblem | undefined> {
    const folder = await this.#files.folderOf(session);
    if (!folder) return undefined;
    const checkpoints = await this.#checkpoints(session, false);
    const index = indexForm.safeParse(jsonIn(folder.read(INDEX)));
    const entries = new Map(index.data?.checkpoints.map((entry) => [entry.checkpoint_id, entry]));
    for (const checkpoint of checkpoints) {
      const text = folder.read(fileOf(checkpoint.id));
      const path = folder.at(fileOf(checkpoint.id));
      const at = { checkpointId: checkpoint.id };
      if (text === undefined) return { ...at, reason: `its file ${path} is missing` };
      if (canonicalJson(jsonIn(text)) !== canonicalJson(formOf(checkpoint)))
        return { ...at, reason: `its file ${path} was altered` };
      const entry = entries.get(checkpoint.id);
      if (!entry)
        return { ...at, reason: `it is not in ${folder.at(INDEX)}, which is missing, damaged or was altered` };
      if (canonicalJson(entry) !== canonicalJson(entryOf(checkpoint)))
        return { ...at, reason: `what ${folder.at(INDEX)} says of it was altered` };
    }
    const stray = namesIn(folder).find((id) => !entries.has(id));
    return stray === undefined || checkpoints.length === 0 ? undefined : strayProblem(stray);
  }

  /**
   * The checkpoints of a task that were made elsewhere and came with its files, by session; each with the first that is no longer as it was
   * written. Whoever alters file and index alike is not found: no store here has the original.
   */
  async foreign(of: OfTask, project: string): Promise<ForeignSession[]> {
    const folder = await this.#files.folderOf(of);
    if (!folder || of.task === null) return [];
    const known = new Set((await this.#ofTask(project, of.task)).map(({ id }) => id));
    const entries = indexForm.safeParse(jsonIn(folder.read(INDEX))).data?.checkpoints ?? [];
    const sessions = new Map<string, ForeignSession>();
    for (const entry of entries.filter(({ checkpoint_id }) => !known.has(checkpoint_id))) {
      const sessionId = entry.session_id ?? "unknown";
      const { checked, problem } = sessions.get(sessionId) ?? { checked: 0, problem: undefined };
      sessions.set(sessionId, { sessionId, checked: checked + 1, problem: problem ?? alteredIn(folder, entry) });
    }
    const listed = new Set(entries.map(({ checkpoint_id }) => checkpoint_id));
    const stray = namesIn(folder).find((id) => !listed.has(id) && !known.has(id));
    if (stray !== undefined && known.size === 0)
      sessions.set("unknown", { sessionId: "unknown", checked: 1, problem: strayProblem(stray) });
    return [...sessions.values()];
  }

  /** All checkpoints of a task, oldest first: those of the store, and those that came with its files. */
  async all(project: string, of: OfTask): Promise<CheckpointForm[]> {
    const stored = of.task === null ? [] : (await this.#ofTask(project, of.task)).map(formOf);
    const known = new Set(stored.map(({ checkpoint_id }) => checkpoint_id));
    const folder = await this.#files.folderOf(of);
    const entries = indexForm.safeParse(jsonIn(folder?.read(INDEX))).data?.checkpoints ?? [];
    const others = entries.filter(({ checkpoint_id }) => !known.has(checkpoint_id));
    const brought = others.flatMap(({ checkpoint_id }) => (folder && formIn(folder, checkpoint_id)) ?? []);
    return [...stored, ...brought].sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  }

  async #ofTask(project: string, task: string): Promise<StructuredCheckpoint[]> {
    return (await this.#ambient.store.checkpoints.list({ project, task })).filter(isStructured);
  }
}

const namesIn = (folder: TaskFolder): string[] =>
  folder.names("json/checkpoints").map((name) => name.replace(/\.json$/, ""));

const strayProblem = (id: string): FileProblem => ({
  checkpointId: id,
  reason: `${id}.json stands among the task's checkpoints, and no index knows it`,
});

/** Whether a checkpoint's file is what the index says that was written. */
function alteredIn(folder: TaskFolder, entry: IndexForm["checkpoints"][number]): FileProblem | undefined {
  const { checkpoint_id: checkpointId, path: _, hash: __, previous_hash: ___, file_hash, ...said } = entry;
  const path = folder.at(fileOf(checkpointId));
  const found = jsonIn(folder.read(fileOf(checkpointId)));
  if (found === undefined) return { checkpointId, reason: `its file ${path} is missing or no JSON` };
  const form = checkpointForm.safeParse(found).data;
  if (!form || (file_hash !== undefined && file_hash !== sha256(canonicalJson(found))))
    return { checkpointId, reason: `its file ${path} was altered` };
  const isSame = canonicalJson({ checkpoint_id: checkpointId, ...said }) === canonicalJson(headOf(form));
  return isSame ? undefined : { checkpointId, reason: `what ${folder.at(INDEX)} says of it was altered` };
}
