import { relative, resolve, sep } from "node:path";
import { type Config, isInside, isoTime } from "../../core/index.ts";
import type { Engine } from "../../engine.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type CurrentWork, currentTopic, currentWork, isOwnState } from "./current-work.ts";
import { writeIdentifier } from "./identifiers.ts";
import type { Ledger } from "./ledger.ts";
import type { Task } from "./ledger-entries.ts";
import type { NotesState } from "./notes/continuity.ts";
import { onlyInProgress } from "./tasks/tasks.ts";

export const ATTENTION = ["green", "yellow", "orange", "red"] as const;
export type Attention = (typeof ATTENTION)[number];

/** A colour for the tokens since the last sync of the ledgers; only advice. */
export function attentionAt(tokens: number, { yellow, orange, red }: Config["attention"]): Attention {
  if (tokens >= red) return "red";
  if (tokens >= orange) return "orange";
  return tokens >= yellow ? "yellow" : "green";
}

/** Only the last ones are logged. */
const MOST_THOUGHTS = 200;
const LONGEST_THOUGHT = 4000;

/** Keeps the ledgers close behind a session that may end at any moment. It only writes, and clears nothing. */
export class Delta {
  readonly #engine: Engine;
  readonly #services: Services;
  readonly #ledger: Ledger;

  constructor(engine: Engine, ledger: Ledger) {
    this.#engine = engine;
    this.#services = engine.services;
    this.#ledger = ledger;
  }

  get #now(): string {
    return isoTime(this.#services.clock.now());
  }

  async #lastSync({ project }: ProjectLocation, { key }: SessionRecord): Promise<{ upTo: number; at: string }> {
    const filter = { project, phases: ["delta_sync"], sessionKey: key, limit: 1 };
    const [last] = await this.#ledger.trajectory.entries(filter);
    const upTo = typeof last?.up_to === "number" ? last.up_to : 0;
    return { upTo, at: typeof last?.ts === "string" ? last.ts : "" };
  }

  /** The tokens of a session since its ledgers were last synced. */
  async tokensSince(location: ProjectLocation, session: SessionRecord): Promise<number> {
    const { upTo } = await this.#lastSync(location, session);
    return this.#services.store.messages.tokens(session.id, { after: upTo });
  }

  /** At a session's start: files of the ledgers that are missing or blank come back. */
  async atStart({ project }: SessionRecord): Promise<void> {
    if (project !== null) await this.#ledger.files.healKnown(await this.#ledger.at(project));
  }

  /** At the end of a session, writes what the files lack for the next one. Only in projects with ledgers. */
  async atEnd({ id, project, key }: SessionRecord): Promise<void> {
    if (project === null) return;
    const location = await this.#ledger.at(project);
    await this.#ledger.handoffs.flush(location);
    if (!(await this.#ledger.isKept(location))) return;
    const session = await this.#services.store.sessions.get(id);
    const work = session && (await currentWork(this.#engine.work, session));
    if (session && work) await this.#updateWorkState(location, session, work, await this.#ledger.tasks.list(location));
    else await this.#ledger.changeWorkState(location, { checkpoint: this.#now });
    await this.#ledger.trajectory.heal(location, key);
  }

  /** At the end of a turn, writes the state of the work once enough has changed. Only in projects with ledgers. */
  async atTurnEnd(sessionId: string): Promise<void> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session?.project) return;
    const location = await this.#ledger.at(session.project);
    if (!(await this.#ledger.isKept(location))) return;
    const tokens = await this.tokensSince(location, session);
    const { attention } = await this.#services.configFor(location.project);
    if (tokens >= attention.yellow) await this.#sync(location, session, tokens);
  }

  async #sync(location: ProjectLocation, session: SessionRecord, tokens: number): Promise<void> {
    const { at } = await this.#lastSync(location, session);
    const work = (await currentWork(this.#engine.work, session)) ?? (await currentTopic(this.#engine.work, session));
    const tasks = await this.#ledger.tasks.list(location);
    const { behind } = await this.#updateWorkState(location, session, work, tasks);
    const decided = (await this.#ledger.decisions.list({ project: location.project })).filter(({ ts }) => ts > at);
    const task = taskOf(tasks, session);
    const progress = `${this.#now}: ${work.line}`;
    const fields = {
      ...{ tokens, decisions_persisted: decided.length },
      bead_updated: task !== undefined && (await this.#ledger.recordProgress(location, task.slug, progress)),
      ...{ notes_updated: behind.length === 0, up_to: session.totalMessages, timestamp: this.#now },
    };
    await this.#ledger.trajectory.add(location, { phase: "delta_sync", session, fields });
    await this.#engine.checkpoints.write({ session, trigger: "delta_sync" });
  }

  /** Writes the state of the work into the notes; text of a person or a handoff stays. */
  async #updateWorkState(location: ProjectLocation, session: SessionRecord, work: CurrentWork, tasks: readonly Task[]) {
    const filter = { project: location.project, phases: ["session_handoff"], sessionKey: session.key, limit: 1 };
    const isHandedOff = (await this.#ledger.trajectory.entries(filter)).length > 0;
    const task = taskOf(tasks, session);
    const checkpoint = this.#now;
    return this.#ledger.changeWorkState(location, (before) => ({
      checkpoint,
      ...(task && isNameOfOne(before.task, tasks) && { task: `${task.slug} (${task.title})` }),
      ...(!isHandedOff && isOwnState(before.state) && { state: work.line || before.state }),
      places: withFilesInWork(before.places, work.files, location.root, checkpoint),
    }));
  }

  /** Logs the thinking blocks before a compaction removes them. Only in projects with ledgers. */
  async atCompaction({ id, key, project }: SessionRecord): Promise<void> {
    const session = await this.#services.store.sessions.get(id);
    if (project === null || !session) return;
    const location = await this.#ledger.at(project);
    if (!(await this.#ledger.isKept(location))) return;
    const filter = { project: location.project, phases: ["thinking"], sessionKey: key, limit: 1 };
    const [last] = await this.#ledger.trajectory.entries(filter);
    const after = typeof last?.seq === "number" ? last.seq : 0;
    const thoughts = await this.#services.store.messages.list(id, { kinds: ["thinking"], after });
    for (const { seq, content, createdAt } of thoughts.slice(-MOST_THOUGHTS)) {
      const fields = { seq, at: createdAt, thinking: content.slice(0, LONGEST_THOUGHT) };
      if (content.trim() !== "") await this.#ledger.trajectory.add(location, { phase: "thinking", session, fields });
    }
  }
}

/** The session's own task, else the only one in progress. */
const taskOf = (tasks: readonly Task[], session: SessionRecord): Task | undefined =>
  tasks.find(({ slug }) => slug === session.task) ?? onlyInProgress(tasks);

const isNameOfOne = (text: string, tasks: readonly Task[]): boolean =>
  text === "" || tasks.some(({ slug }) => text === slug || text.startsWith(`${slug} (`));

const IN_WORK = "in work";

/** The files in work among the places; rows that somebody else wrote stay. */
function withFilesInWork(places: NotesState["places"], files: readonly string[], root: string, verified: string) {
  if (files.length === 0) return places;
  const others = places.filter(({ purpose }) => purpose !== IN_WORK);
  const inside = files.map((file) => resolve(root, file)).filter((path) => path !== root && isInside(root, path));
  const rows = inside.map((path) => ({
    ...{ identifier: writeIdentifier({ path: relative(root, path).split(sep).join("/") }), purpose: IN_WORK, verified },
  }));
  return [...others, ...rows.filter(({ identifier }) => others.every((other) => other.identifier !== identifier))];
}
