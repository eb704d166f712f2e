import { canonicalJson } from "../../../core/index.ts";

/*
 * A ledger is in a file and in the store. Their last common state is the base. Changes of both are kept where possible;
 * else the file wins, because a person wrote it, and the conflict is recorded.
 */

export interface MergeConflict {
  /** Where: field names and keys, as in `decisions/<id>/rationale`. */
  readonly at: string;
  readonly file: unknown;
  readonly store: unknown;
}

export interface Merged {
  readonly merged: unknown;
  readonly conflicts: readonly MergeConflict[];
}

export type Fields = Readonly<Record<string, unknown>>;

const isList = (data: unknown): data is readonly unknown[] => Array.isArray(data);
export const isFields = (data: unknown): data is Fields => typeof data === "object" && data !== null && !isList(data);
const same = (a: unknown, b: unknown): boolean =>
  canonicalJson(a) === canonicalJson(b) && (a === undefined) === (b === undefined);

/** Identifies an item of a list: by its name where it has one, else by its content. */
function keyOf(item: unknown): string {
  if (!isFields(item)) return canonicalJson(item);
  const { id, name: title, sessionId } = item;
  const name = id ?? title ?? sessionId;
  return typeof name === "string" ? name : canonicalJson(item);
}

/** Items of the same name are numbered. */
export function keyed(list: readonly unknown[]): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const item of list) {
    const key = keyOf(item);
    let own = key;
    for (let copy = 2; items.has(own); copy++) own = `${key} (${copy})`;
    items.set(own, item);
  }
  return items;
}

const join = (at: string, name: string): string => (at === "" ? name : `${at}/${name}`);

type Entries = ReadonlyMap<string, unknown>;

function mergeEntries(base: Entries, file: Entries, store: Entries, at: string) {
  const names = [...new Set([...file.keys(), ...store.keys()])];
  const parts = names.map((name) => ({
    name,
    ...threeWay(base.get(name), file.get(name), store.get(name), join(at, name)),
  }));
  const kept = parts.filter(({ merged }) => merged !== undefined);
  return {
    merged: kept.map(({ name, merged }) => [name, merged] as const),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
  };
}

/** The base without what the file lacks, so that its absence removes nothing. */
export function withoutMissing(base: unknown, file: unknown): unknown {
  if (isList(base) && isList(file)) {
    const inFile = keyed(file);
    return [...keyed(base)].flatMap(([key, item]) => (inFile.has(key) ? [withoutMissing(item, inFile.get(key))] : []));
  }
  if (!isFields(base) || !isFields(file)) return base;
  return Object.fromEntries(Object.entries(base).map(([name, value]) => [name, withoutMissing(value, file[name])]));
}

export function threeWay(base: unknown, file: unknown, store: unknown, at = ""): Merged {
  if (same(file, store) || same(store, base)) return { merged: file, conflicts: [] };
  if (same(file, base)) return { merged: store, conflicts: [] };
  // Without a base, an empty side has nothing to say.
  if (base === undefined && store === "") return { merged: file, conflicts: [] };
  if (base === undefined && file === "") return { merged: store, conflicts: [] };
  if (isList(file) && isList(store)) {
    const { merged, conflicts } = mergeEntries(keyed(isList(base) ? base : []), keyed(file), keyed(store), at);
    return { merged: merged.map(([, item]) => item), conflicts };
  }
  if (isFields(file) && isFields(store)) {
    const fields = (some: Fields): Entries => new Map(Object.entries(some));
    const { merged, conflicts } = mergeEntries(fields(isFields(base) ? base : {}), fields(file), fields(store), at);
    return { merged: Object.fromEntries(merged), conflicts };
  }
  return { merged: file, conflicts: [{ at, file, store }] };
}
