import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { z } from "zod";
import { canonicalJson, isoTime, newId, placeInside, redact, sha256 } from "../../../core/index.ts";
import { fromBytes, isAsCommitted, problemOf, readBytes, replaceBytes } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import { isFields, keyed, type MergeConflict, threeWay, withoutMissing } from "../merge/three-way.ts";
import { conflictsOf, fileConflicts } from "./file-conflicts.ts";
import { syncedFiles } from "./synced-files.ts";

/** How a ledger is read from the bytes of its file, and written into them. */
export interface FileFormat<State> {
  readonly shape: z.ZodType<State>;
  /** Undefined where the file has none of it. */
  read(bytes: string): State | undefined;
  write(bytes: string, state: State): string;
}

export interface FileLocation {
  readonly project: string;
  /** The folder that must contain the file. */
  readonly folder: string;
  readonly path: string;
}

/** A file that is behind the store, and why. */
export interface Behind {
  readonly path: string;
  readonly problem: string;
}

/** Larger files, and files with secrets, are restored from git or rebuilt from the store. */
const LARGEST_COPY_BYTES = 1_000_000;

const CONFLICTS_COMPARED = 50;
const PUT_BACK = "missing in an edit with other changes; put back. To withdraw it, delete it and change nothing else";

/** Lists that are only added to: an editor that was open while we wrote has not the newest. */
const LOGS = ["decisions", "handoffs"];

const listIn = (state: Readonly<Record<string, unknown>>, name: string): readonly unknown[] => {
  const list = state[name];
  return Array.isArray(list) ? list : [];
};

/** Entries of a person have no id yet, so a reworded one counts as another. */
const isNamed = (item: unknown): boolean => isFields(item) && (item.id !== undefined || item.sessionId !== undefined);

const hasSecrets = (bytes: string): boolean => redact(fromBytes(bytes)) !== fromBytes(bytes);

const compressed = (bytes: string): string | null =>
  bytes.length > LARGEST_COPY_BYTES || hasSecrets(bytes)
    ? null
    : brotliCompressSync(Buffer.from(bytes, "latin1"), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
      }).toString("hex");

/** A person may have written a secret into the file: it stays there. */
const baseOf = (state: unknown): string => redact(canonicalJson(state));

/** Syncs a file with the store: imports what a person changed in the file, and writes what the store has. */
export class FileSync {
  readonly #services: Services;
  /**
   * The hash of each file at its last import: how a section without our markers reads depends on what the store
   * knows.
   */
  readonly #importedHashes = new Map<string, string>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * The state to compare the file with, to see what a person changed. An entry that is missing in the file was not
   * always deleted by a person: git may have written an older commit or another branch, or an editor that was open
   * while we wrote may have saved its old text. Such entries are left out of the comparison.
   */
  async #baseFor<State>(place: FileLocation, form: FileFormat<State>, bytes: string, inFile: State): Promise<unknown> {
    const kept = await syncedFiles(this.#services.store).get(place.path);
    if (!kept) return undefined;
    const base = form.shape.parse(JSON.parse(kept.base));
    const still = withoutMissing(base, inFile);
    if (canonicalJson(still) === canonicalJson(base)) return base;
    if (isAsCommitted(place.folder, place.path)) return still;
    const isAllThatDiffers = canonicalJson(still) === canonicalJson(inFile);
    if (isAllThatDiffers && (await this.#isSameElsewhere(place.path, form, bytes, base))) return base;
    return this.#withoutMissingEntries(place, base, inFile);
  }

  /** Whether only log entries were removed: then a person deleted them on purpose. */
  async #isSameElsewhere<State>(path: string, form: FileFormat<State>, bytes: string, base: State): Promise<boolean> {
    const before = await this.lastCopy(path);
    const empty = form.shape.parse({ ...base, ...Object.fromEntries(LOGS.map((name) => [name, []])) });
    return before === undefined || form.write(bytes, empty) === form.write(before, empty);
  }

  /** The base without entries that an edit with other changes lacks: they are restored and recorded as conflicts. */
  async #withoutMissingEntries(place: FileLocation, base: unknown, inFile: unknown): Promise<unknown> {
    if (!isFields(base) || !isFields(inFile)) return base;
    const left: Record<string, unknown> = { ...base };
    for (const name of LOGS) {
      const [ours, theirs] = [keyed(listIn(base, name)), keyed(listIn(inFile, name))];
      const missing = new Map([...ours].filter(([key, item]) => !theirs.has(key) && isNamed(item)));
      for (const [key, store] of missing)
        await this.#recordConflict(place, { at: `${name}/${key}`, store, file: PUT_BACK });
      if (missing.size > 0) left[name] = [...ours].flatMap(([key, item]) => (missing.has(key) ? [] : [item]));
    }
    return left;
  }

  /**
   * Passes to `save` what changed in the file since the last sync; the file wins a conflict, which is recorded. The
   * base is then what the file has. A file that cannot be read is left alone.
   */
  async importChanges<State>(
    place: FileLocation,
    form: FileFormat<State>,
    ours: State | undefined,
    save: (state: State) => Promise<void>,
  ): Promise<void> {
    try {
      placeInside(place.folder, place.path);
      const bytes = readBytes(place.path);
      const inFile = bytes === undefined ? undefined : form.read(bytes);
      if (bytes === undefined || inFile === undefined) return;
      const { merged, conflicts } = threeWay(await this.#baseFor(place, form, bytes, inFile), inFile, ours);
      for (const conflict of conflicts) await this.#recordConflict(place, conflict);
      if (canonicalJson(merged) !== canonicalJson(ours)) await save(form.shape.parse(merged));
      if (!(await this.#isBase(place.path, inFile))) await this.#recordBase(place, inFile, bytes);
      this.#importedHashes.set(place.path, sha256(bytes));
    } catch (error) {
      const unread = { path: place.path, problem: problemOf(error) };
      this.#services.log.warn(unread, "a ledger's file could not be read");
    }
  }

  /** Once: an editor may save the same text several times. */
  async #recordConflict({ project, path }: FileLocation, { at, file, store }: MergeConflict): Promise<void> {
    const [inFile, inStore] = [JSON.stringify(file) ?? null, JSON.stringify(store) ?? null];
    const known = await conflictsOf(this.#services.store, project, CONFLICTS_COMPARED);
    const isKnown = known.some(
      (one) => one.path === path && one.place === at && one.inFile === inFile && one.inStore === inStore,
    );
    if (!isKnown)
      await fileConflicts(this.#services.store).add({
        ...{ id: newId(), project, path, place: at, foundAt: isoTime(this.#services.clock.now()), inFile, inStore },
      });
  }

  /**
   * Writes the state into the file and records the new base. A failed write is returned, not thrown: the store has it.
   * Edits that are not imported yet are never overwritten.
   */
  async writeFile<State>(place: FileLocation, form: FileFormat<State>, state: State) {
    try {
      const before = readBytes(place.path);
      if (before !== undefined && !(await this.#isImported(place.path, form, before))) return "edited";
      const after = form.write(before ?? "", state);
      if (after !== before && !replaceBytes(place.path, before, after, place.folder)) return "edited";
      await this.#recordBase(place, form.read(after) ?? state, after);
      return undefined;
    } catch (error) {
      return { path: place.path, problem: problemOf(error) };
    }
  }

  async #isImported<State>(path: string, form: FileFormat<State>, bytes: string): Promise<boolean> {
    if (this.#importedHashes.get(path) === sha256(bytes)) return true;
    const inFile = form.read(bytes);
    return inFile === undefined || this.#isBase(path, inFile);
  }

  async #isBase(path: string, state: unknown): Promise<boolean> {
    return (await syncedFiles(this.#services.store).get(path))?.base === baseOf(state);
  }

  async #recordBase<State>({ path, project }: FileLocation, state: State, bytes: string): Promise<void> {
    const base = baseOf(state);
    const known = await syncedFiles(this.#services.store).get(path);
    const copy = compressed(bytes);
    if (known?.base === base && known.copy === copy) return;
    const agreedAt = isoTime(this.#services.clock.now());
    await syncedFiles(this.#services.store).put({ path, project, base, copy, agreedAt });
  }

  /** Whether a file says what it and the store last agreed on. */
  async matchesBase<State>(path: string, form: FileFormat<State>): Promise<boolean> {
    try {
      const state = form.read(readBytes(path) ?? "");
      return state !== undefined && (await this.#isBase(path, state));
    } catch (error) {
      problemOf(error);
      return false;
    }
  }

  /** The file's bytes as they last were, for one that is lost. */
  async lastCopy(path: string): Promise<string | undefined> {
    const copy = (await syncedFiles(this.#services.store).get(path))?.copy;
    return copy ? brotliDecompressSync(Buffer.from(copy, "hex")).toString("latin1") : undefined;
  }
}
