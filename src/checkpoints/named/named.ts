import { KeyedMutex, notFound, refused } from "../../core/index.ts";
import type { Decision, Ground } from "../../ledger/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import { activeTask, type Tasks, withTitle } from "./active.ts";
import { briefingOf, ifNoOf, questionOf } from "./briefing.ts";
import type { Draft } from "./draft.ts";
import { checkpointText, readCheckpoint } from "./file-form.ts";
import { draftOf } from "./filling.ts";
import { sourcesOf } from "./gathering.ts";
import { checkedName } from "./names.ts";
import { type OnDisk, onDisk } from "./project-text.ts";
import { lacking } from "./quality.ts";
import { Shelf, type Shelved, type Trashed } from "./shelf.ts";
import { Shown } from "./shown.ts";
import { nameOf } from "./state-owner.ts";
import { type NamedCheckpoint, newestFirst, viewOf } from "./view.ts";
import { worldOf } from "./world.ts";

export interface NamedParts {
  /** Brings what was captured of a session up to date. */
  readonly catchUp: (session: SessionRecord) => Promise<void>;
  readonly tasks: Tasks;
  /** What was decided in a project, newest first. */
  readonly decisions: (ground: Ground) => Promise<readonly Decision[]>;
}

export interface Saving {
  readonly name: string;
  readonly session: SessionRecord | undefined;
  /** What is given counts instead of what was found. */
  readonly given: Partial<Draft>;
  /** Also where something is missing: it is marked then. */
  readonly force: boolean;
}

export interface Saved extends NamedCheckpoint {
  /** Paths that it names and that are not there. */
  readonly missingPaths: readonly string[];
  /** Whether one of that name was there before: it is in the trash now. */
  readonly replaced: boolean;
  readonly sessionId: string | null;
}

export interface Resumed extends NamedCheckpoint {
  readonly briefing: string;
  readonly question: string;
  /** What the answer "no" does. */
  readonly ifNo: string;
  /** Null as long as nobody has answered. */
  readonly confirmed: boolean | null;
  readonly trashedTo: string | null;
}

/** Somebody's answer to the briefing of a checkpoint, or their wish to have it. */
export interface Answering {
  /** Undefined for the briefing. */
  readonly confirmed: boolean | undefined;
  /** The session that asks; undefined where none is known, as from the command line. */
  readonly session?: SessionRecord | undefined;
}

export type InTrash = NamedCheckpoint & Pick<Trashed, "trashedAt">;

const given = (fields: Partial<Draft>): Partial<Draft> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const incomplete = (lacks: readonly string[]) =>
  refused(
    `the checkpoint is not complete, and was not saved. ${lacks.join(". ")}`,
    "Give what is missing (--task, --progress, --next-action, --blockers, --decisions, --context), write it into SESSION-STATE.md, or save it as it is, marked incomplete, with --force.",
  );

const unseen = (name: string) =>
  refused(
    `"${name}" has not been shown as it is now, so nobody can have answered`,
    "Call it without `confirmed`, show the briefing to the user, and give their own answer in a second call.",
  );

/** Checkpoints that people and agents save under a name, as files of the project. They never expire. */
export class NamedCheckpoints {
  readonly #services: Services;
  readonly #parts: NamedParts;
  /** One after the other in a folder: of two that save the same name, one wins whole. */
  readonly #turns = new KeyedMutex();
  readonly #shown = new Shown();

  constructor(services: Services, parts: NamedParts) {
    this.#services = services;
    this.#parts = parts;
  }

  get #now(): number {
    return this.#services.clock.now();
  }

  #view(place: OnDisk, shelved: Shelved): Promise<NamedCheckpoint> {
    return viewOf(shelved, { root: place.root, checkpoints: place.places.checkpoints }, this.#now);
  }

  async save(ground: Ground, { name: wanted, session, given: fields, force }: Saving): Promise<Saved> {
    const name = checkedName(wanted);
    const place = onDisk(ground);
    if (session) await this.#parts.catchUp(session);
    const found = draftOf(await sourcesOf(this.#services.store, place, session, await this.#parts.decisions(ground)));
    const draft: Draft = { ...withTitle(found, await this.#parts.tasks(ground)), ...given(fields) };
    const lacks = lacking(draft);
    if (lacks.length > 0 && !force) throw incomplete(lacks);
    return this.#turns.run(place.places.checkpoints, async () => {
      const now = this.#now;
      const world = { ...(await worldOf(place.root, draft, now)), session: session && nameOf(session) };
      const shelf = new Shelf(place);
      const before = shelf.find(name);
      const others = before && readCheckpoint(before.text).others;
      shelf.put(name, checkpointText(name, draft, now, { world, lacks, others }), now);
      return {
        ...(await this.#view(place, shelf.get(name))),
        missingPaths: world.files.filter(({ hash }) => hash === null).map(({ path }) => path),
        replaced: before !== undefined,
        sessionId: session?.id ?? null,
      };
    });
  }

  async list(ground: Ground): Promise<NamedCheckpoint[]> {
    const place = onDisk(ground);
    const all = new Shelf(place).all();
    return (await Promise.all(all.map((one) => this.#view(place, one)))).sort(newestFirst);
  }

  async trashed(ground: Ground): Promise<InTrash[]> {
    const place = onDisk(ground);
    const all = new Shelf(place).trashed();
    return Promise.all(all.map(async (one) => ({ ...(await this.#view(place, one)), trashedAt: one.trashedAt })));
  }

  async show(ground: Ground, name: string): Promise<NamedCheckpoint> {
    const place = onDisk(ground);
    return this.#view(place, new Shelf(place).get(name));
  }

  /**
   * The briefing; an answer to it runs nothing. A yes keeps the file, a no puts it into the trash. Only what was shown
   * before, and is still so, can be answered.
   */
  async resume(ground: Ground, name: string | undefined, { confirmed, session }: Answering): Promise<Resumed> {
    const place = onDisk(ground);
    const [newest] = await this.list(ground);
    if (name === undefined && !newest)
      throw notFound("there is no checkpoint in this project", "`throughline checkpoint save <name>` makes one.");
    const wanted = name ?? newest?.name ?? "";
    return this.#turns.run(place.places.checkpoints, async () => {
      const shelf = new Shelf(place);
      const shelved = shelf.get(wanted);
      const checkpoint = await this.#view(place, shelved);
      const who = session?.id ?? "";
      if (confirmed === undefined) this.#shown.add(who, checkpoint);
      else if (!this.#shown.answer(who, checkpoint)) throw unseen(wanted);
      const asked = { briefing: briefingOf(checkpoint), question: questionOf(checkpoint), ifNo: ifNoOf(checkpoint) };
      const trashedTo = confirmed === false ? shelf.trash(shelved, this.#now) : null;
      return { ...checkpoint, ...asked, confirmed: confirmed ?? null, trashedTo };
    });
  }

  async delete(
    ground: Ground,
    name: string,
    force: boolean,
  ): Promise<NamedCheckpoint & { readonly trashedTo: string }> {
    const place = onDisk(ground);
    const active = await activeTask(ground, await this.show(ground, name), { place, tasks: this.#parts.tasks });
    if (active !== undefined && !force)
      throw refused(
        `the task of "${name}" is still active: ${active}`,
        "Delete it once the task is done; `--force` puts it into the trash all the same.",
      );
    return this.#turns.run(place.places.checkpoints, async () => {
      const shelf = new Shelf(place);
      const shelved = shelf.get(name);
      return { ...(await this.#view(place, shelved)), trashedTo: shelf.trash(shelved, this.#now) };
    });
  }

  /** Brings back what came into the trash last under a name. */
  async restore(
    ground: Ground,
    name: string,
    { as = name, force }: { readonly as?: string | undefined; readonly force: boolean },
  ): Promise<NamedCheckpoint> {
    const place = onDisk(ground);
    if (as !== name) checkedName(as);
    return this.#turns.run(place.places.checkpoints, async () => {
      const shelf = new Shelf(place);
      const trashed = shelf.trashed().find((one) => one.name === name);
      if (!trashed)
        throw notFound(`there is no "${name}" in the trash`, "`throughline checkpoint list --trash` shows what is.");
      const there = shelf.find(as);
      if (there && !force)
        throw refused(
          `there is a checkpoint "${as}" already`,
          `Restore it under another name: --as ${as}-restored; or with --force, which puts the present one into the trash.`,
        );
      if (there) shelf.trash(there, this.#now);
      shelf.restore(trashed, as);
      return this.#view(place, shelf.get(as));
    });
  }
}
