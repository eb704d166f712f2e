import { KeyedMutex, notFound, refused } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { TaskSource } from "../task-source.ts";
import { activeTask, withTitle } from "./active-task.ts";
import { briefingOf, ifNoOf, PendingBriefings, questionOf } from "./briefing.ts";
import { type CheckpointFile, CheckpointFiles } from "./checkpoint-files.ts";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint-markdown.ts";
import { checkedName } from "./checkpoint-names.ts";
import { newestFirst, viewOf } from "./checkpoint-view.ts";
import type { Draft, NamedCheckpoint } from "./draft.ts";
import { type ProjectFolder, projectFolderOf } from "./project-folder.ts";
import { qualityProblems } from "./quality.ts";
import { sessionLabel } from "./session-state-owner.ts";
import { buildDraft, loadSources } from "./sources.ts";
import { takeSnapshot } from "./workspace-snapshot.ts";

export interface NamedParts {
  /** Captures a session's newest messages. */
  readonly catchUp: (session: SessionRecord) => Promise<void>;
  readonly tasks: TaskSource;
}

export interface Saving {
  readonly name: string;
  readonly session: SessionRecord | undefined;
  /** Replaces what was found in the sources. */
  readonly given: Partial<Draft>;
  /** Save an incomplete checkpoint, marked as such. */
  readonly force: boolean;
}

/** A request for a checkpoint's briefing, or the answer to it. */
export interface Answering {
  /** Undefined for the briefing. */
  readonly confirmed: boolean | undefined;
  /** The session that asks; undefined where none is known, as from the command line. */
  readonly session?: SessionRecord | undefined;
}

const withoutUndefined = (fields: Partial<Draft>): Partial<Draft> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const incomplete = (problems: readonly string[]) =>
  refused(
    `the checkpoint is incomplete and was not saved. ${problems.join(". ")}`,
    "Add what is missing (--task, --progress, --next-action, --blockers, --decisions, --context), write it into SESSION-STATE.md, or save it marked incomplete with --force.",
  );

const notShownYet = (name: string) =>
  refused(
    `"${name}" has not been shown as it is now, so nobody can have answered`,
    "Call it without `confirmed`, show the briefing to the user, then pass their own answer in a second call.",
  );

/** Checkpoints that people and agents save under a name, as files of the project. They never expire. */
export class NamedCheckpoints {
  /** One at a time per folder: when two save the same name, the result is one of them, never a mix. */
  readonly #turns = new KeyedMutex();
  readonly #pendingBriefings = new PendingBriefings();

  readonly #services: Services;
  readonly #parts: NamedParts;

  constructor(services: Services, parts: NamedParts) {
    this.#services = services;
    this.#parts = parts;
  }

  #view(place: ProjectFolder, file: CheckpointFile): Promise<NamedCheckpoint> {
    return viewOf(file, { root: place.root, checkpoints: place.places.checkpoints }, this.#services.clock.now());
  }

  async save(location: ProjectLocation, { name: wanted, session, given: fields, force }: Saving) {
    const name = checkedName(wanted);
    const place = projectFolderOf(location);
    if (session) await this.#parts.catchUp(session);
    const { store } = this.#services;
    const { tasks } = this.#parts;
    const found = buildDraft(await loadSources(store, place, session, await tasks.decisions(location)));
    const draft: Draft = { ...withTitle(found, await tasks.tasks(location)), ...withoutUndefined(fields) };
    const problems = qualityProblems(draft);
    if (problems.length > 0 && !force) throw incomplete(problems);
    return this.#turns.run(place.places.checkpoints, async () => {
      const now = this.#services.clock.now();
      const snapshot = { ...(await takeSnapshot(place.root, draft, now)), session: session && sessionLabel(session) };
      const files = new CheckpointFiles(place);
      const before = files.find(name);
      const others = before && parseCheckpoint(before.text).others;
      files.put(name, formatCheckpoint(name, draft, now, { snapshot, problems, others }), now);
      return {
        ...(await this.#view(place, files.get(name))),
        missingPaths: snapshot.files.filter(({ hash }) => hash === null).map(({ path }) => path),
        replaced: before !== undefined,
        sessionId: session?.id ?? null,
      };
    });
  }

  async list(location: ProjectLocation): Promise<NamedCheckpoint[]> {
    const place = projectFolderOf(location);
    const all = new CheckpointFiles(place).all();
    return (await Promise.all(all.map((one) => this.#view(place, one)))).sort(newestFirst);
  }

  async trashed(location: ProjectLocation) {
    const place = projectFolderOf(location);
    const all = new CheckpointFiles(place).trashed();
    return Promise.all(all.map(async (one) => ({ ...(await this.#view(place, one)), trashedAt: one.trashedAt })));
  }

  async show(location: ProjectLocation, name: string): Promise<NamedCheckpoint> {
    const place = projectFolderOf(location);
    return this.#view(place, new CheckpointFiles(place).get(name));
  }

  /**
   * The briefing, or the answer to it, which runs nothing: yes keeps the file, no moves it to the trash. Only a
   * briefing that was shown, and is still current, can be answered.
   */
  async resume(location: ProjectLocation, name: string | undefined, { confirmed, session }: Answering) {
    const place = projectFolderOf(location);
    const [newest] = await this.list(location);
    if (name === undefined && !newest)
      throw notFound("there is no checkpoint in this project", "Save one: `throughline checkpoint save <name>`.");
    const wanted = name ?? newest?.name ?? "";
    return this.#turns.run(place.places.checkpoints, async () => {
      const files = new CheckpointFiles(place);
      const file = files.get(wanted);
      const checkpoint = await this.#view(place, file);
      const who = session?.id ?? "";
      if (confirmed === undefined) this.#pendingBriefings.add(who, checkpoint);
      else if (!this.#pendingBriefings.answer(who, checkpoint)) throw notShownYet(wanted);
      const asked = { briefing: briefingOf(checkpoint), question: questionOf(checkpoint), ifNo: ifNoOf(checkpoint) };
      const trashedTo = confirmed === false ? files.trash(file, this.#services.clock.now()) : null;
      return { ...checkpoint, ...asked, confirmed: confirmed ?? null, trashedTo };
    });
  }

  async delete(location: ProjectLocation, name: string, force: boolean) {
    const place = projectFolderOf(location);
    const active = activeTask(await this.show(location, name), {
      place,
      tasks: await this.#parts.tasks.tasks(location),
      sessions: await this.#services.store.sessions.list({ project: location.project }),
    });
    if (active !== undefined && !force)
      throw refused(
        `the task of "${name}" is still active: ${active}`,
        "Delete it once the task is done, or use `--force` to move it to the trash now.",
      );
    return this.#turns.run(place.places.checkpoints, async () => {
      const files = new CheckpointFiles(place);
      const file = files.get(name);
      return { ...(await this.#view(place, file)), trashedTo: files.trash(file, this.#services.clock.now()) };
    });
  }

  /** Restores the last one of a name from the trash. */
  async restore(
    location: ProjectLocation,
    name: string,
    { as = name, force }: { readonly as?: string | undefined; readonly force: boolean },
  ): Promise<NamedCheckpoint> {
    const place = projectFolderOf(location);
    if (as !== name) checkedName(as);
    return this.#turns.run(place.places.checkpoints, async () => {
      const files = new CheckpointFiles(place);
      const trashed = files.trashed().find((one) => one.name === name);
      if (!trashed)
        throw notFound(`there is no "${name}" in the trash`, "`throughline checkpoint list --trash` shows what is.");
      const there = files.find(as);
      if (there && !force)
        throw refused(
          `there is already a checkpoint "${as}"`,
          `Restore it under another name: --as ${as}-restored; or use --force to move the current one to the trash.`,
        );
      if (there) files.trash(there, this.#services.clock.now());
      files.restore(trashed, as);
      return this.#view(place, files.get(as));
    });
  }
}
