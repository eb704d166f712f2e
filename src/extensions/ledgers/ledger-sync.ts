import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isInside, KeyedMutex } from "../../core/index.ts";
import { folderAround, fromBytes, type ProjectLocation, readBytes } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { Beads } from "./br/beads.ts";
import type { Br } from "./br/br.ts";
import type { Decisions } from "./decisions/decisions.ts";
import { type Behind, type FileFormat, type FileLocation, FileSync } from "./files/file-sync.ts";
import { letGitMerge } from "./files/git-attributes.ts";
import { syncedFiles } from "./files/synced-files.ts";
import { type Healed, problemOfFile, restore } from "./healing/restore-file.ts";
import type { Task, WrittenTask } from "./ledger-entries.ts";
import { type Continuity, notesStateShape } from "./notes/continuity.ts";
import { taskBlocks } from "./notes/task-blocks.ts";
import { moveToTrash, slugsOnDisk } from "./tasks/task-files.ts";
import { readTask, taskFormat, writtenOf } from "./tasks/task-yaml.ts";
import type { Tasks } from "./tasks/tasks.ts";
import type { Trajectory } from "./trajectory/trajectory.ts";
import { putWorkState, workStateOf } from "./work-states.ts";

/** A written entry, with the files that could not be written and why. */
export type Entered<Thing> = Thing & { readonly behind: readonly Behind[] };

/** The files that must hold an entry, and are created if missing. */
export interface AffectedFiles {
  readonly notes: boolean;
  readonly task: string | null;
}

/** What the ledgers hold, in the store and in br. */
export interface LedgerStores {
  readonly tasks: Tasks;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;
  readonly br: Br;
}

/** The parts that the ledgers share. */
export interface LedgerContext extends LedgerStores {
  readonly services: Services;
  readonly beads: Beads;
  readonly sync: LedgerSync;
}

const placeAt = (location: ProjectLocation, path: string): FileLocation => ({
  project: location.project,
  path,
  folder: folderAround(location, path),
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
  const read = (bytes: string) => {
    const written = form.read(bytes);
    return written && { ...written, id: known?.id ?? written.id };
  };
  return { ...form, read };
}

const formatOfNotes = () => import("./notes/notes-format.ts");

/** Attempts to write a file that somebody else keeps saving. */
const MOST_TRIES = 5;
const STILL_EDITED = "another program kept changing it; the next entry tries again";

/** Syncs the ledgers' files with the store: imports edits, writes entries, and restores lost files. */
export class LedgerSync {
  readonly #services: Services;
  readonly #stores: LedgerStores;
  readonly #fileSync: FileSync;
  readonly #turns = new KeyedMutex();

  constructor(services: Services, stores: LedgerStores) {
    this.#services = services;
    this.#stores = stores;
    this.#fileSync = new FileSync(services);
  }

  /** Runs work while nobody else uses the project's ledgers. */
  exclusive<Thing>({ project }: ProjectLocation, work: () => Promise<Thing>): Promise<Thing> {
    return this.#turns.run(project, work);
  }

  /** Imports people's edits, does the work, and writes the files. */
  update<Thing extends object>(
    location: ProjectLocation,
    work: () => Promise<Thing>,
    affected: (done: Thing) => AffectedFiles,
  ): Promise<Entered<Thing>> {
    return this.exclusive(location, async () => {
      await this.#healKnown(location);
      await this.#importFiles(location);
      const done = await work();
      const behind = await this.#writeFiles(location, affected(done));
      return { ...done, behind: [...behind, ...this.#stores.br.behindAt(location)] };
    });
  }

  /** Imports people's edits; reading a ledger writes no file. */
  read<Thing>(location: ProjectLocation, work: () => Promise<Thing>): Promise<Thing> {
    return this.exclusive(location, async () => {
      await this.#importFiles(location);
      return work();
    });
  }

  /** Restores missing or blank ledger files; a failure is reported, and stops nothing. */
  heal(location: ProjectLocation): Promise<Healed[]> {
    return this.exclusive(location, async () => {
      const { places } = location;
      if (!places) return [];
      const tasks = (await this.#stores.tasks.list(location.project)).map(({ slug }) => places.taskFile(slug));
      // First, because the other repairs are logged there.
      const trajectories = await this.#stores.trajectory.heal(location);
      const healed = await this.#healFiles(location, [places.notes, ...tasks]);
      await this.#importFiles(location);
      await this.#writeFiles(location, { notes: true, task: null });
      return [...healed, ...trajectories];
    });
  }

  /** The same, only for files that existed before, and only where their folder exists. */
  async healKnown(location: ProjectLocation): Promise<void> {
    if (!location.places || !existsSync(dirname(location.places.notes))) return;
    await this.exclusive(location, () => this.#healKnown(location));
  }

  /** Only files that existed before: a file that nobody wanted yet is not missing. */
  async #healKnown(location: ProjectLocation): Promise<void> {
    if (!location.places) return;
    await this.#followRenames(location);
    const synced = await syncedFiles(this.#services.store).list({ projects: [location.project] });
    const known = synced.map(({ path }) => path).sort();
    const here = known.filter((path) => isInside(location.root, path) || path === location.places?.notes);
    await this.#healFiles(location, here);
  }

  async #healFiles(location: ProjectLocation, paths: readonly string[]): Promise<Healed[]> {
    const healed: Healed[] = [];
    for (const path of paths) {
      const problem = problemOfFile(path);
      if (problem === undefined) continue;
      const one = await restore(placeAt(location, path), this.#fileSync, problem, async () => {
        const file = (await this.#files(location)).find((other) => other.path === path);
        return file?.template() ?? "";
      });
      healed.push(one);
      const fields = { file: relative(location.root, path), problem, recovered_from: one.from, why: one.why };
      await this.#stores.trajectory.add(location, { phase: "self_heal", fields });
    }
    return healed;
  }

  /** A missing task file whose id is in a file of another name was renamed by a person. */
  async #followRenames({ project, places }: ProjectLocation): Promise<void> {
    if (!places) return;
    const tasks = await this.#stores.tasks.list(project);
    const onDisk = slugsOnDisk(places);
    const lost = new Map(tasks.filter(({ slug }) => !onDisk.includes(slug)).map(({ id, slug }) => [id, slug]));
    if (lost.size === 0) return;
    for (const slug of onDisk.filter((one) => tasks.every((task) => task.slug !== one))) {
      const from = lost.get(idIn(places.taskFile(slug)) ?? "");
      if (from === undefined) continue;
      await this.#stores.tasks.rename(project, from, slug);
      await this.#forget(places.taskFile(from));
    }
  }

  async #forget(path: string): Promise<void> {
    await syncedFiles(this.#services.store).remove({ id: path });
  }

  /** Moves the task's file to the trash and forgets it, so that nothing restores it. */
  async discard(location: ProjectLocation, slug: string, now: string): Promise<string | null> {
    const { places } = location;
    if (!places) return null;
    const path = places.taskFile(slug);
    const trash = moveToTrash(places, slug, folderAround(location, path), now);
    await this.#forget(path);
    return trash;
  }

  async #continuity(location: ProjectLocation): Promise<Continuity> {
    const decisions = (await this.#stores.decisions.list({ project: location.project })).reverse();
    return { ...(await workStateOf(this.#services.store, location)), decisions };
  }

  async #importFiles(location: ProjectLocation): Promise<void> {
    const { places, project } = location;
    if (!places) return;
    await this.#followRenames(location);
    const { asNoted, notesFormat } = await formatOfNotes();
    const known = asNoted(await this.#continuity(location));
    const save = async ({ decisions, ...workState }: Continuity) => {
      await this.#stores.decisions.importFromFile(project, known.decisions, decisions);
      await putWorkState(this.#services, location, notesStateShape.parse(workState));
    };
    await this.#fileSync.importChanges(placeAt(location, places.notes), notesFormat(places, { known }), known, save);
    const tasks = new Map((await this.#stores.tasks.list(project)).map((task) => [task.slug, task]));
    for (const slug of slugsOnDisk(places))
      await this.#importTask(location, slug, places.taskFile(slug), tasks.get(slug));
  }

  async #importTask(location: ProjectLocation, slug: string, path: string, known: Task | undefined): Promise<void> {
    const { project } = location;
    const ours = known && writtenOf(known);
    const form = taskFormatFor(path, known);
    // A task that was deleted in another checkout is still here unchanged: it is not a new one.
    if (!known && (await this.#fileSync.matchesBase(path, form))) return;
    await this.#fileSync.importChanges(placeAt(location, path), form, ours, async (written) => {
      await this.#stores.tasks.importFromFile(project, slug, written);
      await this.#stores.decisions.importFromFile(project, ours?.decisions ?? [], written.decisions, slug);
    });
  }

  /**
   * The files as the store would have them. `isKept`: written also without an entry of its own; `template`: the text
   * without anything that people wrote.
   */
  async #files(location: ProjectLocation) {
    const { places, project } = location;
    if (!places) return [];
    const file = <State>(path: string, form: FileFormat<State>, state: State) => ({
      path,
      template: () => form.write("", state),
      write: () => this.#fileSync.writeFile(placeAt(location, path), form, state),
    });
    const tasks = await this.#stores.tasks.list(project);
    // Without br, the notes also list test scenarios and next steps.
    const others = this.#stores.br.isAt(location) ? [] : taskBlocks(tasks);
    const { notesFormat } = await formatOfNotes();
    const onDisk = new Set(slugsOnDisk(places));
    const notes = file(places.notes, notesFormat(places, { others }), await this.#continuity(location));
    const isKept = others.some(({ body }) => body !== "") || existsSync(places.notes);
    return [
      { ...notes, isKept, isAffected: (by: AffectedFiles) => by.notes },
      ...tasks.map((task) => {
        const path = places.taskFile(task.slug);
        return {
          ...file(path, taskFormatFor(path, task), writtenOf(task)),
          isKept: onDisk.has(task.slug),
          isAffected: (by: AffectedFiles) => by.task === task.slug,
        };
      }),
    ];
  }

  /** Writes the existing files and the affected ones; edits made meanwhile are imported first. */
  async #writeFiles(location: ProjectLocation, about: AffectedFiles): Promise<Behind[]> {
    for (let tries = 1; ; tries++) {
      const behind: Behind[] = [];
      const edited: Behind[] = [];
      for (const { path, isKept, isAffected, write } of await this.#files(location)) {
        const outcome = isKept || isAffected(about) ? await write() : undefined;
        if (outcome === "edited") edited.push({ path, problem: STILL_EDITED });
        else if (outcome) behind.push(outcome);
      }
      if (edited.length === 0 || tries === MOST_TRIES) {
        letGitMerge(location);
        return [...behind, ...edited];
      }
      await this.#importFiles(location);
    }
  }
}
