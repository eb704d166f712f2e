import { existsSync } from "node:fs";
import { relative } from "node:path";
import { isInside } from "../../core/index.ts";
import type { MarkedBlock } from "../../markdown/index.ts";
import { folderAround, fromBytes, type Ground, readBytes } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { Br } from "./br/br.ts";
import type { Decisions } from "./decisions/decisions.ts";
import type { Task } from "./entries.ts";
import { type Behind, type FileFormat, type FileLocation, FileSync } from "./files/file-sync.ts";
import { letGitMerge } from "./files/git-attributes.ts";
import { syncedFiles } from "./files/synced-files.ts";
import { type Healed, problemOfFile, restore } from "./healing/restore-file.ts";
import type { Continuity } from "./notes/continuity.ts";
import { asNoted, notesFormat, workStateShape } from "./notes/notes-format.ts";
import { taskBlocks } from "./notes/task-blocks.ts";
import { slugsOnDisk } from "./tasks/slugs-on-disk.ts";
import type { WrittenTask } from "./tasks/task-fields.ts";
import { taskFormat, writtenOf } from "./tasks/task-format.ts";
import { readTask } from "./tasks/task-yaml.ts";
import type { Tasks } from "./tasks/tasks.ts";
import { moveToTrash } from "./tasks/trash.ts";
import type { Trajectory } from "./trajectory/trajectory.ts";
import type { WorkStates } from "./work-states.ts";

/** The files that must hold an entry, and are created if missing. */
export interface AffectedFiles {
  readonly notes: boolean;
  readonly task: string | null;
}

const placeAt = (ground: Ground, path: string): FileLocation => ({
  project: ground.project,
  path,
  folder: folderAround(ground, path),
});

/** The id in a task's file; none where it cannot be read. */
function idIn(path: string): string | undefined {
  try {
    return readTask(fromBytes(readBytes(path) ?? ""), path).id;
  } catch {
    return undefined;
  }
}

/** The task is identified by its name, whatever id is in the file. */
function taskFormatFor(path: string, known: Task | undefined): FileFormat<WrittenTask> {
  const form = taskFormat(path);
  const read = async (bytes: string) => {
    const written = await form.read(bytes);
    return written && { ...written, id: known?.id ?? written.id };
  };
  return { ...form, read };
}

/** Attempts to write a file that somebody else keeps saving. */
const MOST_TRIES = 5;
const STILL_EDITED = "another program kept changing it; the next entry tries again";

export interface LedgerSyncParts {
  readonly tasks: Tasks;
  readonly workStates: WorkStates;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;
  readonly br: Br;
}

/** Syncs the ledgers' files with the store: imports edits, writes entries, and restores lost files. */
export class LedgerSync {
  readonly #services: Services;
  readonly #parts: LedgerSyncParts;
  readonly #fileSync: FileSync;

  constructor(services: Services, parts: LedgerSyncParts) {
    this.#services = services;
    this.#parts = parts;
    this.#fileSync = new FileSync(services);
  }

  /** Restores missing or blank ledger files; a failure is reported, and stops nothing. */
  async heal(ground: Ground): Promise<Healed[]> {
    const { places } = ground;
    if (!places) return [];
    const tasks = (await this.#parts.tasks.list(ground.project)).map(({ slug }) => places.taskFile(slug));
    // First, because the other repairs are logged there.
    const trajectories = await this.#parts.trajectory.heal(ground);
    const healed = await this.#healFiles(ground, [places.notes, ...tasks]);
    await this.importFiles(ground);
    await this.writeFiles(ground, { notes: true, task: null });
    return [...healed, ...trajectories];
  }

  /** A missing task file whose id is in a file of another name was renamed by a person. */
  async #followRenames({ project, places }: Ground): Promise<void> {
    if (!places) return;
    const tasks = await this.#parts.tasks.list(project);
    const onDisk = slugsOnDisk(places);
    const lost = new Map(tasks.filter(({ slug }) => !onDisk.includes(slug)).map(({ id, slug }) => [id, slug]));
    if (lost.size === 0) return;
    for (const slug of onDisk.filter((one) => tasks.every((task) => task.slug !== one))) {
      const from = lost.get(idIn(places.taskFile(slug)) ?? "");
      if (from === undefined) continue;
      await this.#parts.tasks.rename(project, from, slug);
      await this.#forget(places.taskFile(from));
    }
  }

  async #forget(path: string): Promise<void> {
    await syncedFiles(this.#services.store).remove({ id: path });
  }

  /** Moves the task's file to the trash and forgets it, so that nothing restores it. */
  async discard(ground: Ground, slug: string, now: string): Promise<string | null> {
    const { places } = ground;
    if (!places) return null;
    const path = places.taskFile(slug);
    const trash = moveToTrash(places, slug, folderAround(ground, path), now);
    await this.#forget(path);
    return trash;
  }

  /** Only files that existed before: a file that nobody wanted yet is not missing. */
  async healKnown(ground: Ground): Promise<void> {
    if (!ground.places) return;
    await this.#followRenames(ground);
    const synced = await syncedFiles(this.#services.store).list({ projects: [ground.project] });
    const known = synced.map(({ path }) => path).sort();
    const here = known.filter((path) => isInside(ground.root, path) || path === ground.places?.notes);
    await this.#healFiles(ground, here);
  }

  async #healFiles(ground: Ground, paths: readonly string[]): Promise<Healed[]> {
    const healed: Healed[] = [];
    for (const path of paths) {
      const problem = problemOfFile(path);
      if (problem === undefined) continue;
      const one = await restore(placeAt(ground, path), this.#fileSync, problem, () => this.#template(ground, path));
      healed.push(one);
      const fields = { file: relative(ground.root, path), problem, recovered_from: one.from, why: one.why };
      await this.#parts.trajectory.add(ground, { phase: "self_heal", fields });
    }
    return healed;
  }

  /** A file's text without anything that people wrote. */
  async #template(ground: Ground, path: string): Promise<string> {
    const { places } = ground;
    const tasks = await this.#parts.tasks.list(ground.project);
    if (!places || path === places.notes)
      return places
        ? notesFormat(places, { others: this.#taskBlocks(ground, tasks) }).write(
            "",
            await asNoted(await this.#continuity(ground)),
          )
        : "";
    const task = tasks.find(({ slug }) => places.taskFile(slug) === path);
    return task ? taskFormat(path).write("", writtenOf(task)) : "";
  }

  async #continuity(ground: Ground): Promise<Continuity> {
    const decisions = (await this.#parts.decisions.list({ project: ground.project })).reverse();
    return { ...(await this.#parts.workStates.of(ground)), decisions };
  }

  async importFiles(ground: Ground): Promise<void> {
    const { places, project } = ground;
    if (!places) return;
    await this.#followRenames(ground);
    const notes = placeAt(ground, places.notes);
    const ours = await asNoted(await this.#continuity(ground));
    await this.#importFile(notes, notesFormat(places, { known: ours }), ours, async ({ decisions, ...workState }) => {
      await this.#parts.decisions.importFromFile(project, ours.decisions, decisions);
      await this.#parts.workStates.put(ground, workStateShape.parse(workState));
    });
    const tasks = new Map((await this.#parts.tasks.list(project)).map((task) => [task.slug, task]));
    for (const slug of slugsOnDisk(places))
      await this.#importTask(ground, slug, places.taskFile(slug), tasks.get(slug));
  }

  async #importTask(ground: Ground, slug: string, path: string, known: Task | undefined): Promise<void> {
    const { project } = ground;
    const ours = known && writtenOf(known);
    const form = taskFormatFor(path, known);
    // A task that was deleted in another checkout is still here unchanged: it is not a new one.
    if (!known && (await this.#fileSync.matchesBase(path, form))) return;
    await this.#importFile(placeAt(ground, path), form, ours, async (written) => {
      await this.#parts.tasks.importFromFile(project, slug, written);
      await this.#parts.decisions.importFromFile(project, ours?.decisions ?? [], written.decisions, slug);
    });
  }

  async #importFile<State>(
    place: FileLocation,
    form: FileFormat<State>,
    ours: State | undefined,
    save: (state: State) => Promise<void>,
  ): Promise<void> {
    const unread = await this.#fileSync.importChanges(place, form, ours, save);
    if (unread) this.#services.log.warn(unread, "a ledger's file could not be read");
  }

  /** Without br, the notes also list test scenarios and next steps. */
  #taskBlocks(ground: Ground, tasks: readonly Task[]): MarkedBlock[] {
    return this.#parts.br.isAt(ground) ? [] : taskBlocks(tasks);
  }

  /** Writes the existing files and the affected ones; edits made meanwhile are imported first. */
  async writeFiles(ground: Ground, about: AffectedFiles): Promise<Behind[]> {
    for (let tries = 1; ; tries++) {
      const written = await this.#writeAll(ground, about);
      const edited = written.filter(({ outcome }) => outcome === "edited");
      if (edited.length === 0 || tries === MOST_TRIES) {
        letGitMerge(ground);
        return written.flatMap(({ path, outcome }) =>
          outcome === "edited" ? [{ path, problem: STILL_EDITED }] : (outcome ?? []),
        );
      }
      await this.importFiles(ground);
    }
  }

  async #writeAll(
    ground: Ground,
    about: AffectedFiles,
  ): Promise<{ path: string; outcome: Behind | "edited" | undefined }[]> {
    const { places, project } = ground;
    if (!places) return [];
    const written: { path: string; outcome: Behind | "edited" | undefined }[] = [];
    const write = async <State>(path: string, form: FileFormat<State>, state: State) =>
      written.push({ path, outcome: await this.#fileSync.writeFile(placeAt(ground, path), form, state) });
    const tasks = await this.#parts.tasks.list(project);
    const others = this.#taskBlocks(ground, tasks);
    if (about.notes || others.some(({ body }) => body !== "") || existsSync(places.notes))
      await write(places.notes, notesFormat(places, { others }), await asNoted(await this.#continuity(ground)));
    const onDisk = new Set(slugsOnDisk(places));
    for (const task of tasks) {
      const path = places.taskFile(task.slug);
      if (task.slug === about.task || onDisk.has(task.slug))
        await write(path, taskFormatFor(path, task), writtenOf(task));
    }
    return written;
  }
}
