import type { Ambient } from "../../ambient.ts";
import { canonicalJson } from "../../core/index.ts";
import { newIncident, type SessionRecord } from "../../store/index.ts";
import type { OfTask, TaskFiles } from "../account/files.ts";
import type { TaskFolder } from "../task-folder.ts";
import {
  type CheckpointForm,
  checkpointForm,
  entryOf,
  formOf,
  type IndexForm,
  indexForm,
  isStructured,
  type StructuredCheckpoint,
} from "./form.ts";

const INDEX = "json/checkpoint-index.json";
const SET_ASIDE = "json/checkpoint-index.damaged.json";
const fileOf = (id: string): string => `json/checkpoints/${id}.json`;
const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const formIn = (folder: TaskFolder, id: string): CheckpointForm | undefined =>
  checkpointForm.safeParse(parsed(folder.read(fileOf(id)))).data;

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
    const index = indexForm.safeParse(parsed(text));
    if (index.success) return index.data;
    folder.write(SET_ASIDE, text);
    const detail = `${folder.at(INDEX)} could not be read; it stands in ${folder.at(SET_ASIDE)}, and another was made from the store`;
    const { store, clock } = this.#ambient;
    await store.accounts.addIncident(newIncident(clock.now(), "task_files_damaged", detail, id));
    return undefined;
  }

  /** Why the files of a session's checkpoints do not prove what the store does: the first that differs. */
  async problemOf(session: SessionRecord): Promise<{ checkpointId: string; reason: string } | undefined> {
    const folder = await this.#files.folderOf(session);
    if (!folder) return undefined;
    const checkpoints = await this.#checkpoints(session, false);
    const index = indexForm.safeParse(parsed(folder.read(INDEX)));
    const entries = new Map(index.data?.checkpoints.map((entry) => [entry.checkpoint_id, entry]));
    for (const checkpoint of checkpoints) {
      const text = folder.read(fileOf(checkpoint.id));
      const path = folder.at(fileOf(checkpoint.id));
      const at = { checkpointId: checkpoint.id };
      if (text === undefined) return { ...at, reason: `its file ${path} is missing` };
      if (canonicalJson(parsed(text)) !== canonicalJson(formOf(checkpoint)))
        return { ...at, reason: `its file ${path} was altered` };
      const entry = entries.get(checkpoint.id);
      if (!entry)
        return { ...at, reason: `it is not in ${folder.at(INDEX)}, which is missing, damaged or was altered` };
      if (canonicalJson(entry) !== canonicalJson(entryOf(checkpoint)))
        return { ...at, reason: `what ${folder.at(INDEX)} says of it was altered` };
    }
    const stray = folder.names("json/checkpoints").find((name) => !entries.has(name.replace(/\.json$/, "")));
    if (stray === undefined || checkpoints.length === 0) return undefined;
    return {
      checkpointId: stray.replace(/\.json$/, ""),
      reason: `${stray} stands among the task's checkpoints, and no index knows it`,
    };
  }

  /** The gates whose passing stands only in the files: the task was worked on elsewhere. */
  async gatesInFiles(session: OfTask): Promise<{ gate: string; at: string; id: string }[]> {
    const folder = await this.#files.folderOf(session);
    const index = indexForm.safeParse(parsed(folder?.read(INDEX)));
    if (!folder || !index.success) return [];
    return index.data.checkpoints
      .filter(({ type }) => type === "gate_transition")
      .flatMap(({ checkpoint_id: id }) => {
        const form = formIn(folder, id);
        return form && form.gate !== null ? [{ gate: form.gate, at: form.timestamp, id }] : [];
      });
  }

  /** The files that a checkpoint says were changed, where it stands beside its task. */
  async filesChangedIn(session: OfTask, checkpointId: string): Promise<CheckpointForm["state"]["files_changed"]> {
    const folder = await this.#files.folderOf(session);
    return (folder && formIn(folder, checkpointId)?.state.files_changed) ?? [];
  }
}
