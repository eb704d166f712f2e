import { isoTime, KeyedMutex, newId, RecentMap, redact, sha256 } from "../core/index.ts";
import type { Services } from "../services.ts";
import { isCertain } from "../sessions/index.ts";
import type {
  MessageKind,
  SessionRecord,
  StatementRecord,
  Store,
  WorkNoteKind,
  WorkNoteRecord,
  WorkSessionRecord,
} from "../store/index.ts";
import { type DecisionRecord, decisionsOf } from "./decisions.ts";
import { SessionReader } from "./reading/session-reader.ts";
import { readingShape, type SessionReading } from "./reading/session-reading.ts";
import { finishedThreads, type WorkState, workStateOf } from "./state.ts";
import { type Part, threadOf } from "./threads.ts";

/** The version of the reader: readings of another edition are read again. */
const EDITION = 4;
const PAGE = 300;
const READ_KINDS: readonly MessageKind[] = ["prompt", "text", "tool_use", "tool_result"];
const READERS_KEPT = 16;
const PARSED_KEPT = 200;
/** Limits of what a start reads, in a few queries. */
const SESSIONS_READ = 120;
const STATEMENTS_READ = 200;
const DECISIONS_READ = 500;
const UNREAD_AT_ONCE = 40;

const readingOf = ({ reading }: WorkSessionRecord): SessionReading => readingShape.parse(JSON.parse(reading));

interface KeptReader {
  readonly reader: SessionReader;
  upTo: number;
}

/** A note to record about the work of a project. */
export interface NewNote {
  readonly project: string;
  readonly kind: WorkNoteKind;
  readonly text?: string | undefined;
  /** What it is about; without one, the thread of the session. */
  readonly target?: string | undefined;
  readonly sessionId?: string | null | undefined;
  readonly by: "user" | "agent";
}

/** The work of projects: rules, decisions and threads, read from the ledger as it grows. */
export class Work {
  readonly #services: Services;
  readonly #mutex = new KeyedMutex();
  readonly #readers = new RecentMap<string, KeptReader>(READERS_KEPT);
  readonly #parsed = new RecentMap<string, { readonly stored: string; readonly reading: SessionReading }>(PARSED_KEPT);
  readonly #listeners: (() => void)[] = [];

  constructor(services: Services) {
    this.#services = services;
    services.events.listen((event) => {
      if (event.type !== "session.purged") return;
      this.#readers.delete(event.sessionId);
      this.#parsed.delete(event.sessionId);
    });
  }

  get #store(): Store {
    return this.#services.store;
  }

  /** Calls back whenever the work of some project may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Reads the new messages of a session. Never part of a capture: a failure here loses nothing. */
  async update(sessionId: string): Promise<void> {
    await this.#mutex.run(sessionId, async () => {
      const session = await this.#store.sessions.get(sessionId);
      if (session?.type !== "coding" || session.lineage === "subagent") return;
      const project = session.projectNormalized;
      const known = await this.#store.work.session(sessionId);
      if (project === null || isUpToDate(known, session, project)) return;
      const { reader, upTo } = await this.#readNew(session);
      await this.#storeReading(session, project, reader.read(), upTo);
    });
  }

  async #readNew(session: SessionRecord, until?: string): Promise<KeptReader> {
    const kept = (until === undefined && this.#readers.get(session.id)) || { reader: new SessionReader(), upTo: 0 };
    for (;;) {
      const query = { kinds: READ_KINDS, after: kept.upTo, limit: PAGE, until };
      const page = await this.#store.messages.list(session.id, query);
      for (const message of page) kept.reader.add(message);
      kept.upTo = page.at(-1)?.seq ?? kept.upTo;
      if (page.length < PAGE) break;
    }
    if (until === undefined) {
      kept.upTo = Math.max(kept.upTo, session.totalMessages);
      this.#readers.set(session.id, kept);
    }
    return kept;
  }

  async #storeReading(session: SessionRecord, project: string, read: SessionReading, upTo: number): Promise<void> {
    const reading = { ...read, files: read.files.map((file) => within(session.project, file)) };
    const { id: sessionId, startedAt, lastActivityAt: lastAt, parentId, lineage } = session;
    const rows = await this.#store.work.sessions(project, SESSIONS_READ);
    const parts = rows.filter(isOfThread).map((row) => this.#partOf(row));
    const before = parts.filter((part) => part.sessionId !== sessionId && part.lastAt <= startedAt);
    const notes = (await this.#store.work.notes(project)).filter(({ at }) => at <= startedAt);
    const finished = finishedThreads(before, notes, Date.parse(startedAt));
    const parent = parentId !== null && isCertain(lineage) ? parentId : undefined;
    const [continues, follows] = lineage === "clear" ? [undefined, parent] : [parent, undefined];
    const newcomer = { sessionId, startedAt, reading, finished, continues, follows };
    const thread = reading.isWork || (await this.#hasPlan(sessionId, project)) ? threadOf(newcomer, parts) : null;
    const row = { sessionId, project, thread, upTo, edition: EDITION, lastAt, reading: JSON.stringify(reading) };
    const statements = reading.statements.map(
      ({ kind, seq, by, text, core, at }): StatementRecord => ({
        // The id comes from the words, so that a withdrawn statement is recognised when the session is read again.
        ...{ id: `${sessionId}.${seq}.${sha256(text).slice(0, 8)}`, sessionId, kind, seq, by, text, core, at },
      }),
    );
    const each = [...new Map(statements.map((one) => [one.id, one])).values()];
    await this.#store.transaction((tables) => tables.work.putSession(row, each));
    this.#notify();
  }

  /** Whether a next step was recorded for the thread of a session: a plan makes it work. */
  async #hasPlan(sessionId: string, project: string): Promise<boolean> {
    const notes = await this.#store.work.notes(project);
    return notes.some((note) => note.sessionId === sessionId && note.target === null && note.kind === "next_step");
  }

  /** Reads unread sessions, the oldest first; returns how many. */
  async catchUp(project?: string, limit = UNREAD_AT_ONCE): Promise<number> {
    const unread = await this.#store.work.unread(EDITION, project, limit);
    for (const sessionId of unread.reverse()) await this.update(sessionId);
    return unread.length;
  }

  /** Drops the readings of a project, or of all, and reads the ledger again. */
  async rebuild(project?: string): Promise<number> {
    await this.#store.transaction((tables) => tables.work.clear(project));
    this.#readers.clear();
    this.#notify();
    let count = 0;
    for (;;) {
      const read = await this.catchUp(project, Number.MAX_SAFE_INTEGER);
      count += read;
      if (read === 0) return count;
    }
  }

  /**
   * The state of the work in a project. Of other live sessions only the rules count, each by its core sentence; their
   * threads are left out.
   */
  async state(project: string, live: ReadonlySet<string> = new Set()): Promise<WorkState> {
    const [rows, statements, notes, decisions] = await Promise.all([
      this.#store.work.sessions(project, SESSIONS_READ),
      this.#store.work.statements(project, STATEMENTS_READ),
      this.#store.work.notes(project),
      this.#decisions(project),
    ]);
    const ended = rows.filter(({ sessionId }) => !live.has(sessionId));
    const [parts, talks] = [ended.filter(isOfThread), ended.filter((row) => !isOfThread(row))];
    const usable = statements
      .filter(({ sessionId, kind }) => !live.has(sessionId) || kind === "rule")
      .map((one) => (live.has(one.sessionId) ? { ...one, text: one.core } : one));
    const read = (some: readonly WorkSessionRecord[]) => some.map((row) => this.#partOf(row));
    const sources = { parts: read(parts), talks: read(talks), statements: usable, notes, decisions };
    return workStateOf(sources, this.#services.clock.now());
  }

  #partOf(row: WorkSessionRecord): Part {
    const { sessionId, thread, lastAt } = row;
    return { sessionId, thread: thread ?? sessionId, lastAt, reading: this.#readingOf(row) };
  }

  /** Parsed once: every start needs the readings of all sessions of its project. */
  #readingOf(row: WorkSessionRecord): SessionReading {
    const known = this.#parsed.get(row.sessionId);
    if (known?.stored === row.reading) return known.reading;
    const reading = readingOf(row);
    this.#parsed.set(row.sessionId, { stored: row.reading, reading });
    return reading;
  }

  async #decisions(project: string): Promise<DecisionRecord[]> {
    const paths = await this.#store.projects.paths(project);
    const of = (path: string) => decisionsOf(this.#store, { project: path, limit: DECISIONS_READ, all: true });
    return (await Promise.all([...new Set([project, ...paths])].map(of))).flat();
  }

  /** The work of one session alone, optionally up to a time in its past. */
  async ofSession(session: SessionRecord, until?: string): Promise<WorkState> {
    const { reader } = await this.#readNew(session, until);
    const reading = reader.read();
    const { id: sessionId, lastActivityAt: lastAt } = session;
    const statements = reading.statements.map((one, index) => ({ ...one, id: `${index}`, sessionId }));
    const parts = [{ sessionId, thread: sessionId, lastAt, reading: { ...reading, isFinished: false } }];
    return workStateOf({ parts, talks: [], statements, notes: [], decisions: [] }, this.#services.clock.now());
  }

  /** The thread that a session belongs to, if it was read and is work. */
  async threadOfSession(sessionId: string): Promise<string | undefined> {
    return (await this.#store.work.session(sessionId))?.thread ?? undefined;
  }

  async record({ project, kind, text = "", target, sessionId = null, by }: NewNote): Promise<WorkNoteRecord> {
    const at = isoTime(this.#services.clock.now());
    const words = redact(text).replace(/\s+/g, " ").trim();
    const note = { id: newId(), project, kind, text: words, target: target ?? null, sessionId, by, at };
    await this.#store.transaction((tables) => tables.work.addNote(note));
    if (kind === "next_step" && sessionId !== null && target === undefined) await this.#openThread(sessionId);
    this.#notify();
    return note;
  }

  /** Gives a thread to a session that so far only talked. */
  async #openThread(sessionId: string): Promise<void> {
    await this.update(sessionId);
    await this.#mutex.run(sessionId, async () => {
      const session = await this.#store.sessions.get(sessionId);
      const known = await this.#store.work.session(sessionId);
      if (session && known && known.thread === null)
        await this.#storeReading(session, known.project, readingOf(known), known.upTo);
    });
  }

  async idle(): Promise<void> {
    await this.#mutex.idle();
  }
}

/** Whether it is work: other sessions only asked and were answered. */
const isOfThread = ({ thread }: WorkSessionRecord): boolean => thread !== null;

/** A path relative to the project, so that another clone has the same. */
const within = (folder: string | null, file: string): string =>
  folder !== null && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;

const isUpToDate = (known: WorkSessionRecord | undefined, session: SessionRecord, project: string): boolean =>
  known !== undefined && known.edition === EDITION && known.upTo >= session.totalMessages && known.project === project;
