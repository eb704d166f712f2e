import { canonicalJson, isoTime, localDay, newId, redact, workingFolder } from "../../../core/index.ts";
import { folderAround, fromBytes, type ProjectLocation, problemOf } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Behind } from "../files/file-sync.ts";
import { committedBytes, type Healed, problemOfFile } from "../healing/restore-file.ts";
import { recordedEntries, recordedEntriesOf, type TrajectoryFilter } from "./recorded-entries.ts";
import { appendEntries, type Entry, entriesOf, entryOf } from "./trajectory-entries.ts";

export const PHASES = [
  ...["cite", "assumption", "delta_sync", "session_handoff", "fork_detected", "self_heal"],
  ...["negative_grounding", "grounding_check", "compaction", "distillation", "thinking"],
] as const;
export type Phase = (typeof PHASES)[number];

export interface NewEntry {
  readonly phase: Phase;
  readonly session?: SessionRecord | undefined;
  readonly fields: Entry;
}

/** Whose entry it is: the agent's own name, or that of the client that it works in. */
export const agentOf = (session: SessionRecord | undefined): string => session?.agent ?? session?.harness ?? "user";

/**
 * Adds to a trajectory what the store knows of it and it lacks; of one that is lost, first what git has: others write
 * in it too.
 */
function healFile(path: string, folder: string, known: readonly Entry[]): Healed | undefined {
  const problem = problemOfFile(path) ?? "incomplete";
  try {
    const kept = problem === "incomplete" ? undefined : committedBytes(folder, path);
    const lines = fromBytes(kept ?? "").split("\n");
    const before = lines.map(entryOf).filter((entry) => entry !== undefined);
    const here = new Set([...before, ...(problem === "incomplete" ? entriesOf(path) : [])].map(canonicalJson));
    const lost = known.filter((entry) => !here.has(canonicalJson(entry)));
    if (problem === "incomplete" && lost.length === 0) return undefined;
    appendEntries(path, [...before, ...lost], folder);
    return { path, problem, from: kept === undefined ? "store" : "git", why: null };
  } catch (error) {
    return { path, problem, from: null, why: problemOf(error) };
  }
}

/** What happened on the way, a line each, in the store and in a file that is only ever added to. */
export class Trajectory {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async add(location: ProjectLocation, { phase, session, fields }: NewEntry): Promise<Behind | undefined> {
    const now = this.#services.clock.now();
    const agent = agentOf(session);
    const whole = { ts: isoTime(now), agent, ...(session && { session_id: session.key }), phase, ...fields };
    const entry = entryOf(redact(JSON.stringify(whole))) ?? whole;
    await recordedEntries(this.#services.store).add({
      ...{ id: newId(), project: location.project, agent, sessionKey: session?.key ?? null, ts: isoTime(now), phase },
      entry,
    });
    const path = this.fileOf(location, session);
    if (path === undefined) return undefined;
    try {
      appendEntries(path, [entry], folderAround(location, path));
      return undefined;
    } catch (error) {
      return { path, problem: problemOf(error) };
    }
  }

  /** The file that a session's entries of today go to. */
  fileOf({ places }: ProjectLocation, session: SessionRecord | undefined): string | undefined {
    return places?.trajectory(agentOf(session), session?.key, localDay(this.#services.clock.now()));
  }

  /** The sessions that worked in another checkout of the project: their files are there. */
  async #sessionsElsewhere(root: string, project: string): Promise<Set<string>> {
    const sessions = await this.#services.store.sessions.list({ project });
    const folders = [...new Set(sessions.map((session) => session.project ?? root))];
    const here = new Map(folders.map((path) => [path, workingFolder(path) === root]));
    return new Set(sessions.filter((session) => !here.get(session.project ?? root)).map(({ key }) => key));
  }

  /** The entries that the store has of each file of a project, oldest first, and of one session where one is named. */
  async #byFile({ project, root, places }: ProjectLocation, sessionKey: string | undefined) {
    const files = new Map<string, Entry[]>();
    if (!places) return files;
    const elsewhere = await this.#sessionsElsewhere(root, project);
    for (const row of await recordedEntriesOf(this.#services.store, { project, phases: PHASES, sessionKey })) {
      if (row.sessionKey !== null && elsewhere.has(row.sessionKey)) continue;
      const path = places.trajectory(row.agent, row.sessionKey ?? undefined, localDay(Date.parse(row.ts)));
      const entries = files.get(path) ?? [];
      entries.push(row.entry);
      files.set(path, entries);
    }
    return files;
  }

  /**
   * Brings back what the store has and the files have not: all of a file that is lost, or lines that could not be
   * written at their time.
   */
  async heal(location: ProjectLocation, sessionKey?: string): Promise<Healed[]> {
    const healed: Healed[] = [];
    for (const [path, entries] of await this.#byFile(location, sessionKey)) {
      const one = healFile(path, folderAround(location, path), entries);
      if (one) healed.push(one);
    }
    return healed;
  }

  async entries(filter: TrajectoryFilter): Promise<Entry[]> {
    return (await recordedEntriesOf(this.#services.store, filter)).map(({ entry }) => entry);
  }
}
