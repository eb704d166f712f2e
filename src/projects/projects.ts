import { existsSync } from "node:fs";
import {
  badInput,
  type Log,
  notFound,
  type ProjectIdentity,
  projectFolder,
  refused,
  resolveProject,
} from "../core/index.ts";
import type { Alike, FolderRecord, Store, Tables } from "../store/index.ts";
import { hasCommon, isSameProject, isStillThere, type Looks } from "./identity.ts";
import { type RepositoryFacts, readRepository, rootCommits } from "./repository.ts";

export interface ProjectFolder {
  readonly path: string;
  readonly remote: string | null;
  /** Whether it exists and is still the same repository. */
  readonly isThere: boolean;
  readonly sessions: number;
  readonly lastActivityAt: string | null;
}

export interface Project {
  readonly id: number;
  readonly folders: readonly ProjectFolder[];
}

const HINT = "`throughline projects list` shows all projects.";

const nowhere = (path: string) => notFound(`there is no folder ${path}, and nothing was ever stored for it`, HINT);

/** As a folder is on disk: undefined where it does not exist. */
const remoteAt = (path: string): string | null | undefined =>
  existsSync(path) ? (readRepository(path)?.remote ?? null) : undefined;

/**
 * Which folders are the same project: a second clone, a moved folder. Git's files decide at once; root commits, which
 * need git itself, are read in the background and may join more folders later.
 */
export class Projects {
  readonly #parts: { readonly store: Store; readonly log: Log };
  /** The last stored facts of each path. */
  readonly #noted = new Map<string, string>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: { readonly store: Store; readonly log: Log }) {
    this.#parts = parts;
  }

  /** The project of a path. All reads and writes by project use this, so that they agree. */
  async at(path: string): Promise<ProjectIdentity> {
    const identity = resolveProject(path);
    await this.#look(identity.normalized, projectFolder(path));
    return identity;
  }

  /** The same for user input: an unknown path that does not exist is an error. */
  async named(path: string): Promise<ProjectIdentity> {
    const identity = await this.at(path);
    if (existsSync(path) || (await this.#parts.store.projects.folders({ path: identity.normalized }))[0])
      return identity;
    throw nowhere(path);
  }

  /** Checks a session's folder again, in the background: it may have a new commit or remote. */
  lookSoon(sessionId: string): void {
    this.#later(async () => {
      const path = (await this.#parts.store.sessions.get(sessionId))?.projectNormalized;
      if (path) await this.#look(path, path);
    });
  }

  async #look(path: string, folder: string): Promise<void> {
    const facts = readRepository(folder);
    // Without git the path decides.
    if (facts === undefined) return;
    const state = JSON.stringify([facts.remote, facts.head]);
    if (this.#noted.get(path) === state) return;
    const looks = await this.#looksAt({ remote: facts.remote, heads: facts.recent });
    const noted = await this.#parts.store.transaction((tables) => note(tables, path, facts, looks));
    this.#noted.set(path, state);
    if (facts.head !== null && noted.roots === null) this.#later(() => this.#learnRoots(noted.pk, folder));
  }

  /** The folders with something in common, before the transaction that may join them: it reads no files. */
  async #looksAt(by: Alike): Promise<Looks> {
    const unknown = (await this.#parts.store.projects.folders({ alike: by })).filter(
      (one) => one.isCurrent && one.remote === null,
    );
    const remotes = new Map(unknown.map(({ path }) => [path, remoteAt(path)]));
    // One that was added since has no remote either.
    return { remoteAt: (path) => (remotes.has(path) ? remotes.get(path) : null) };
  }

  async #learnRoots(pk: number, folder: string): Promise<void> {
    const roots = await rootCommits(folder);
    if (roots === undefined) return;
    const looks = await this.#looksAt({ roots });
    await this.#parts.store.transaction(async ({ projects }) => {
      await projects.learn(pk, { roots });
      const known = (await projects.folders()).find((one) => one.pk === pk);
      if (known) await joinAlike({ projects }, known, { roots }, looks);
    });
  }

  #later(work: () => Promise<void>): void {
    const running: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error) => this.#parts.log.warn({ err: error }, "a project's folder could not be checked"))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** The most recently used first. */
  async list(): Promise<Project[]> {
    const { projects } = this.#parts.store;
    const uses = new Map((await projects.uses()).map((use) => [use.folder, use]));
    const byProject = new Map<number, ProjectFolder[]>();
    for (const { pk, path, project, remote, isCurrent } of await projects.folders()) {
      const { sessions = 0, lastActivityAt = null } = uses.get(pk) ?? {};
      const isThere = isCurrent === 1 && existsSync(path);
      byProject.set(project, [...(byProject.get(project) ?? []), { path, remote, isThere, sessions, lastActivityAt }]);
    }
    const lastOf = ({ folders }: Project) =>
      folders
        .map((one) => one.lastActivityAt ?? "")
        .sort()
        .at(-1) ?? "";
    return [...byProject]
      .map(([id, folders]) => ({ id, folders }))
      .sort((a, b) => lastOf(b).localeCompare(lastOf(a)) || b.id - a.id);
  }

  /** By the number of a project, or by a path in it. */
  async #find(given: string): Promise<readonly FolderRecord[]> {
    const { projects } = this.#parts.store;
    const isNumber = /^\d+$/.test(given);
    const path = isNumber ? undefined : (await this.#known(given)).project;
    const folders = await projects.folders({ project: path ?? Number(given) });
    if (folders.length === 0) throw notFound(`there is no project ${given}`, HINT);
    return folders;
  }

  async #known(path: string): Promise<FolderRecord> {
    // A folder that is gone is found by its old path.
    const isThere = existsSync(path);
    const { normalized } = isThere ? await this.at(path) : resolveProject(path);
    const { projects } = this.#parts.store;
    const [folder] = await projects.folders({ path: normalized });
    if (folder) return folder;
    if (isThere) return projects.add({ path: normalized, remote: null, head: null });
    throw nowhere(path);
  }

  /** Joins two projects that git does not show as one: a fork, or a moved folder without git. */
  async link(one: string, other: string): Promise<Project> {
    const [first, second] = [await this.#find(one), await this.#find(other)];
    const ids = [first, second].map(([folder]) => folder?.project ?? 0);
    if (ids[0] === ids[1]) throw badInput(`${one} and ${other} are already one project`, HINT);
    await this.#parts.store.projects.join(ids);
    return this.#shown(Math.min(...ids));
  }

  /** Separates a folder from its project, with the folders that share its remote or root commits. */
  async unlink(path: string): Promise<Project> {
    const folder = await this.#known(path);
    const all = await this.#parts.store.projects.folders({ project: folder.project });
    if (all.length === 1) throw refused(`${folder.path} is linked to no other folder`, HINT);
    const isKin = (one: FolderRecord) => hasCommon(folder, one) && isSameProject(folder, one, { remoteAt: () => null });
    const kin = all.filter((one) => one.pk === folder.pk || isKin(one));
    const isAllOfIt = kin.length === all.length;
    await this.#parts.store.projects.split(isAllOfIt ? [folder.pk] : kin.map(({ pk }) => pk), { isApart: isAllOfIt });
    return this.#shown((await this.#known(path)).project);
  }

  async #shown(id: number): Promise<Project> {
    const found = (await this.list()).find((project) => project.id === id);
    if (!found) throw notFound(`there is no project ${id}`, HINT);
    return found;
  }
}

/** Stores a folder's facts, and joins it to the project they show. */
async function note(
  { projects }: Pick<Tables, "projects">,
  path: string,
  facts: RepositoryFacts,
  looks: Looks,
): Promise<FolderRecord> {
  const { remote, head, recent } = facts;
  const [known] = await projects.folders({ path });
  if (known === undefined || !isStillThere(known, facts)) {
    const added = await projects.add({ path, remote, head });
    await joinAlike({ projects }, added, { remote, heads: recent }, looks);
    return added;
  }
  const learnt = { ...known, remote: remote ?? known.remote, head: head ?? known.head };
  await projects.learn(known.pk, { remote: learnt.remote, head: learnt.head });
  const isFirstLook = known.remote === null && known.head === null;
  if (isFirstLook || learnt.remote !== known.remote)
    await joinAlike({ projects }, learnt, { remote, heads: recent }, looks);
  return learnt;
}

async function joinAlike(
  { projects }: Pick<Tables, "projects">,
  folder: FolderRecord,
  by: Alike,
  looks: Looks,
): Promise<void> {
  if (folder.isApart) return;
  const joined = new Set([folder.project]);
  for (const other of await projects.folders({ alike: by })) {
    if (joined.has(other.project) || !isSameProject(folder, other, looks)) continue;
    const remotes = (await projects.folders({ project: other.project })).map(({ remote }) => remote);
    // A folder that has no remote yet, or no longer, belongs to one fork only.
    const isOfFork = folder.remote !== null && !remotes.includes(folder.remote) && remotes.some((one) => one !== null);
    if (!isOfFork) joined.add(other.project);
  }
  if (joined.size > 1) await projects.join([...joined]);
}
