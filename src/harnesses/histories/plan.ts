import { access, constants } from "node:fs/promises";
import { badInput, messageOf, notFound, systemCode } from "../../core/index.ts";
import type { Store, Tables } from "../../store/index.ts";
import type { HistoryReader, HistorySession, UserPlace } from "./contract.ts";
import { markOf, placeOf } from "./lines.ts";

export interface ImportRequest {
  /** Only the histories of this client. */
  readonly harness?: string | undefined;
  /** Files, databases or folders instead of the usual places. */
  readonly paths: readonly string[];
  readonly place: UserPlace;
}

/** A history that is to be taken in. */
export interface Planned {
  readonly harness: string;
  readonly history: HistorySession;
  /** Whether the store knows its session already. */
  readonly isKnown: boolean;
  /** How much of it is still to be read, about. */
  readonly left: number;
}

export interface Plan {
  readonly sessions: readonly Planned[];
  /** Places that a reader could not look through. */
  readonly failures: readonly Failure[];
}

/** A file, or a place, that could not be read, and nothing of what it holds was lost for the others. */
export interface Failure {
  readonly path: string;
  readonly why: string;
}

type Found = Pick<Planned, "harness" | "history">;

function unreadable(path: string, error: unknown) {
  if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR")
    return notFound(`there is no ${path}`, "Give a session's file, or a folder that holds some.");
  return badInput(`${path} cannot be read: ${messageOf(error)}`, "Make it readable for you, or give another path.");
}

const nobodys = (path: string, readers: readonly HistoryReader[]) =>
  badInput(
    `${path} holds no history that Throughline can read`,
    `It reads those of ${readers.map(({ title }) => title).join(", ")}: give a session's file or database, or a folder that holds some; without a path it looks in the usual places.`,
  );

async function opened(path: string, readers: readonly HistoryReader[]): Promise<Found[]> {
  await access(path, constants.R_OK).catch((error) => {
    throw unreadable(path, error);
  });
  const found: Found[] = [];
  for (const reader of readers) {
    for (const history of (await reader.open(path)) ?? []) found.push({ harness: reader.harness, history });
  }
  if (found.length === 0) throw nobodys(path, readers);
  return found;
}

async function inUsualPlaces(readers: readonly HistoryReader[], place: UserPlace) {
  const found: Found[] = [];
  const failures: Failure[] = [];
  for (const { harness, title, find } of readers) {
    try {
      for await (const history of find(place)) found.push({ harness, history });
    } catch (error) {
      failures.push({ path: title, why: messageOf(error) });
    }
  }
  return { found, failures };
}

const nameOf = ({ harness, history }: Found): string => `${harness} ${history.key}`;

/** Each history once, the oldest first, and every session behind the one that it comes from. */
export function inOrder(found: readonly Found[]): Found[] {
  const each = new Map(found.map((one) => [`${nameOf(one)} ${one.history.path}`, one]));
  const oldestFirst = [...each.values()].sort((one, other) => {
    const [first, second] = [one.history.startedAt ?? "", other.history.startedAt ?? ""];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  const byName = new Map<string, Found[]>();
  for (const one of oldestFirst) byName.set(nameOf(one), [...(byName.get(nameOf(one)) ?? []), one]);
  const seen = new Set<Found>();
  const ordered: Found[] = [];
  const put = (one: Found): void => {
    if (seen.has(one)) return;
    // Noted before its parent is looked for: two that name each other must not send us round in circles.
    seen.add(one);
    const { parent } = one.history;
    for (const origin of byName.get(`${one.harness} ${parent?.key}`) ?? []) put(origin);
    ordered.push(one);
  };
  for (const one of oldestFirst) put(one);
  return ordered;
}

/** Where to read on in a history: hooks may have followed a transcript farther than the last import. */
export async function markFor(
  { capture }: Tables,
  { path, isTranscript }: HistorySession,
  sessionId: string,
): Promise<string | undefined> {
  const cursor = isTranscript ? await capture.cursor(path) : undefined;
  if (cursor?.sessionId === sessionId)
    return markOf({ offset: cursor.byteOffset, fileId: cursor.fileId, tail: cursor.tail });
  return capture.mark(sessionId, path);
}

async function planned(store: Store, { harness, history }: Found): Promise<Planned> {
  const session = await store.sessions.byKey(harness, history.key);
  const mark = session && (await markFor(store, history, session.id));
  const read = mark === undefined ? 0 : (placeOf(mark)?.offset ?? 0);
  const left = read > history.bytes ? history.bytes : history.bytes - read;
  return { harness, history, isKnown: session !== undefined, left };
}

/** Finds what is to be taken in. A path that nobody can read is an error before anything was written. */
export async function planOf(
  store: Store,
  { paths, place }: ImportRequest,
  readers: readonly HistoryReader[],
): Promise<Plan> {
  const named: Found[] = [];
  for (const path of paths) named.push(...(await opened(path, readers)));
  const { found, failures } = paths.length > 0 ? { found: named, failures: [] } : await inUsualPlaces(readers, place);
  const sessions: Planned[] = [];
  for (const one of inOrder(found)) sessions.push(await planned(store, one));
  return { sessions, failures };
}
