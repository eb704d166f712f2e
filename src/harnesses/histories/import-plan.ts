import { access, constants } from "node:fs/promises";
import { transcriptCursors } from "../../capture/index.ts";
import { badInput, messageOf, notFound, systemCode } from "../../core/index.ts";
import { wasPurged } from "../../sessions/index.ts";
import type { Store, Tables } from "../../store/index.ts";
import { realPathOf } from "./files.ts";
import type { HistoryReader, HistorySession, UserPlace } from "./history-contract.ts";
import { historyMarks, markId } from "./history-marks.ts";
import { markOf, placeOf } from "./lines.ts";
import type { OnSkip, SkippedFile } from "./skipped-files.ts";

export interface ImportRequest {
  /** Only the histories of this client. */
  readonly harness?: string | undefined;
  /** Files, databases or folders instead of the usual places. */
  readonly paths: readonly string[];
  readonly place: UserPlace;
}

/** A history to import. */
export interface Planned {
  readonly harness: string;
  readonly history: HistorySession;
  /** Whether the store knows its session already. */
  readonly isKnown: boolean;
  /** Whether the history may add a project or parent to a known session. */
  readonly isIncomplete: boolean;
  /** How much of it is still to be read, about. */
  readonly left: number;
  /** How far it was read, if only its reader knows how much is left. */
  readonly unmeasured: string | undefined;
}

export interface Plan {
  readonly sessions: readonly Planned[];
  readonly passedOver: readonly SkippedByClient[];
  /** Sessions that the user purged: only importing by path brings them back. */
  readonly purged: readonly Found[];
}

/** A file that a client's reader found and did not read. */
type SkippedByClient = SkippedFile & { readonly harness: string };

export type Found = Pick<Planned, "harness" | "history">;

/** What the readers found, each path once: several readers may search the same folder. */
class Findings {
  readonly found: Found[] = [];
  readonly #passedOver = new Map<string, SkippedByClient>();

  onSkip(harness: string): OnSkip {
    return (path, why) => {
      if (!this.#passedOver.has(path)) this.#passedOver.set(path, { harness, path, why });
    };
  }

  /** What one reader could not read, another may have read. */
  get passedOver(): SkippedByClient[] {
    const read = new Set(this.found.map(({ history }) => history.path));
    return [...this.#passedOver.values()].filter(({ path }) => !read.has(path));
  }
}

function unreadable(path: string, error: unknown) {
  if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR")
    return notFound(`there is no ${path}`, "Give a session's file, or a folder that holds some.");
  return badInput(`${path} cannot be read: ${messageOf(error)}`, "Make it readable for you, or give another path.");
}

const unknownFormat = (path: string, readers: readonly HistoryReader[]) =>
  badInput(
    `${path} holds no history that Throughline can read`,
    `It reads those of ${readers.map(({ title }) => title).join(", ")}: give a session's file or database, or a folder that holds some; without a path it looks in the usual places.`,
  );

async function open(path: string, readers: readonly HistoryReader[], findings: Findings): Promise<void> {
  await access(path, constants.R_OK).catch((error) => {
    throw unreadable(path, error);
  });
  const before = findings.found.length;
  for (const { harness, open: openBy } of readers) {
    for (const history of (await openBy(path, findings.onSkip(harness))) ?? [])
      findings.found.push({ harness, history });
  }
  if (findings.found.length === before) throw unknownFormat(path, readers);
}

async function lookInUsualPlaces(readers: readonly HistoryReader[], place: UserPlace, findings: Findings) {
  for (const { harness, title, find } of readers) {
    try {
      for await (const history of find(place, findings.onSkip(harness))) findings.found.push({ harness, history });
    } catch (error) {
      findings.onSkip(harness)(title, messageOf(error));
    }
  }
}

/** Which session a history is of. */
export const nameOf = ({ harness, history }: Found): string => `${harness} ${history.key}`;

/** Each history once, by the path that leads to it without a link if one does. */
function deduplicate(found: readonly Found[], realPaths: ReadonlyMap<string, string>): Found[] {
  const each = new Map<string, Found>();
  for (const one of found) {
    const { path } = one.history;
    const real = realPaths.get(path) ?? path;
    const name = `${nameOf(one)} ${real}`;
    if (path === real || !each.has(name)) each.set(name, one);
  }
  return [...each.values()];
}

/** Each history once, the oldest first, and every session after its parent. */
export function inOrder(found: readonly Found[], realPaths: ReadonlyMap<string, string> = new Map()): Found[] {
  const oldestFirst = deduplicate(found, realPaths).sort((one, other) => {
    const [first, second] = [one.history.startedAt ?? "", other.history.startedAt ?? ""];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  const byName = new Map<string, Found[]>();
  for (const one of oldestFirst) byName.set(nameOf(one), [...(byName.get(nameOf(one)) ?? []), one]);
  const seen = new Set<Found>();
  const ordered: Found[] = [];
  const put = (one: Found): void => {
    if (seen.has(one)) return;
    // Marked before its parent is visited: two that name each other must not loop.
    seen.add(one);
    const { parent } = one.history;
    for (const origin of byName.get(`${one.harness} ${parent?.key}`) ?? []) put(origin);
    ordered.push(one);
  };
  for (const one of oldestFirst) put(one);
  return ordered;
}

/** Where to continue a history: the tailer may have read a transcript further than the last import. */
export async function markFor(
  tables: Tables,
  { path, isTranscript }: HistorySession,
  sessionId: string,
): Promise<string | undefined> {
  const cursor = isTranscript ? await transcriptCursors(tables).get(path) : undefined;
  if (cursor?.sessionId === sessionId)
    return markOf({ offset: cursor.byteOffset, fileId: cursor.fileId, tail: cursor.tail });
  return (await historyMarks(tables).get(markId(sessionId, path)))?.mark;
}

async function planned(store: Store, { harness, history }: Found): Promise<Planned> {
  const session = await store.sessions.byKey(harness, history.key);
  const mark = session && (await markFor(store, history, session.id));
  const place = mark === undefined ? undefined : placeOf(mark);
  const read = place?.offset ?? 0;
  const left = read > history.bytes ? history.bytes : history.bytes - read;
  const lacksProject = session?.projectNormalized === null && history.cwd !== undefined;
  return {
    ...{ harness, history, isKnown: session !== undefined, left, unmeasured: place ? undefined : mark },
    // Its parent may have come since it was known itself.
    isIncomplete: session !== undefined && (lacksProject || history.parent !== undefined),
  };
}

/** Finds what to import. A path that no reader accepts is an error before anything is written. */
export async function planOf(
  store: Store,
  { paths, place }: ImportRequest,
  readers: readonly HistoryReader[],
): Promise<Plan> {
  const findings = new Findings();
  for (const path of paths) await open(path, readers, findings);
  if (paths.length === 0) await lookInUsualPlaces(readers, place, findings);
  return planFor(store, findings, paths.length > 0);
}

/** The same for files that the user did not name: unreadable ones are ignored. */
export async function planForFiles(store: Store, files: readonly string[], reader: HistoryReader): Promise<Plan> {
  const findings = new Findings();
  for (const path of files) {
    const histories = await reader.open(path, () => {}).catch(() => undefined);
    for (const history of histories ?? []) findings.found.push({ harness: reader.harness, history });
  }
  return planFor(store, findings, false);
}

async function planFor(store: Store, { found, passedOver }: Findings, isNamed: boolean): Promise<Plan> {
  const sessions: Planned[] = [];
  const purged: Found[] = [];
  // Several paths may lead to one file; a database holds many sessions.
  const paths = [...new Set(found.map(({ history }) => history.path))];
  const realPaths = new Map(await Promise.all(paths.map(async (path) => [path, await realPathOf(path)] as const)));
  for (const one of inOrder(found, realPaths)) {
    const plan = await planned(store, one);
    const isUnwanted = !isNamed && !plan.isKnown && (await wasPurged(store, one.harness, one.history.key));
    if (isUnwanted) purged.push(one);
    else sessions.push(plan);
  }
  return { sessions, purged, passedOver };
}
