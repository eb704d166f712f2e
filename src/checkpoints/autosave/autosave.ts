import { activityOf, newestSpoken, type Spoken } from "../../capture/index.ts";
import { type Config, isoTime, KeyedMutex, ThroughlineError } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { Liveness } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { workIn } from "../named/draft-from-conversation.ts";
import { type ProjectFolder, readText, writeText } from "../named/project-folder.ts";
import { findSessionByLabel, sessionLabel } from "../named/session-state-owner.ts";
import { NO_TASKS, type TaskSource } from "../task-source.ts";
import { appendText, archive, keepOutOfGit } from "./history-files.ts";
import { applyCleaning, cleanedFiles, goneFolder, leftFiles, leftTranscript } from "./purge-files.ts";
import { lastAutosave, type SavedCheckpoint, savedCheckpoints } from "./saved-checkpoints.ts";
import { WriteAhead } from "./state/write-ahead.ts";
import { isFarewell, type Reason, type Usage, usageOf } from "./when-to-save.ts";
import {
  BUFFER_HEAD,
  type BufferEntry,
  type BufferInput,
  DANGER_PERCENT,
  formatBufferEntry,
  readBuffer,
} from "./working-buffer.ts";

export interface AutosaveParts {
  readonly liveness: Liveness;
  /** Captures the newest messages before anything is built from them. */
  readonly catchUp: (session: SessionRecord) => Promise<void>;
}

const MINUTE_MS = 60_000;
/** An open session that was silent for longer than this is left as it is. */
const LONGEST_IDLE_MS = 24 * 60 * MINUTE_MS;
const IDLE_SEEN = 1000;
const MOST_IDLE = 200;
const LARGEST_BUFFER = 200_000;
/** How long new sessions are offered a checkpoint; after that it can still be listed. */
const OFFERED_MS = 14 * 24 * 60 * MINUTE_MS;

/** What a project's files offer to a session that starts there. */
export interface ResumeOffers {
  /** Checkpoints that can be resumed, newest first. */
  readonly open: readonly SavedCheckpoint[];
  /** Exchanges from a time when a context was nearly full. */
  readonly buffered: readonly BufferEntry[];
}

export const NO_OFFERS: ResumeOffers = { open: [], buffered: [] };

/** A session with the folder, settings and context usage that a save needs. */
interface Here {
  readonly place: ProjectFolder;
  readonly config: Config;
  readonly session: SessionRecord;
  readonly usage: Usage;
}

/** Whether the conversation since the last prompt edited a file, ran a command or decided something. */
function hasTurnChanged(messages: readonly Spoken[]): boolean {
  const prompt = messages.findLastIndex(({ kind }) => kind === "prompt");
  const turn = messages.slice(Math.max(0, prompt));
  const { edited, runs } = workIn(turn);
  return edited.size + runs.length + activityOf(turn).decisions.length > 0;
}

/** Saves a session automatically, after the hook was answered. Errors are logged and block nothing. */
export class Autosave {
  #tasks: TaskSource = NO_TASKS;
  readonly #writeAhead: WriteAhead;
  readonly #turns = new KeyedMutex();
  /** The last activity after which an idle session was looked at. */
  readonly #idleSince = new Map<string, string>();

  readonly #services: Services;
  readonly #parts: AutosaveParts;

  constructor(services: Services, parts: AutosaveParts) {
    this.#services = services;
    this.#parts = parts;
    this.#writeAhead = new WriteAhead(services, parts.liveness);
  }

  findTasksIn(source: TaskSource): void {
    this.#tasks = source;
  }

  /** `resumes`: the user asked to continue earlier work. */
  atPrompt(session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    return this.#with(session, async (here) => {
      const isClosing = isFarewell(prompt);
      if (!isClosing) await this.#writeAhead.record(here.place, here.session, prompt, resumes);
      await this.#log(here, "User", prompt);
      const reason = this.#full(here) ?? (isClosing ? { kind: "closing" as const } : undefined);
      if (reason) await this.#save(here, reason);
    });
  }

  atTurnEnd(session: SessionRecord, reply: string | undefined): Promise<void> {
    return this.#with(session, async (here) => {
      if (reply !== undefined) await this.#log(here, "Agent", reply);
      const isChanged = hasTurnChanged(await newestSpoken(this.#services.store, session.id));
      const reason = this.#full(here) ?? (isChanged ? { kind: "turn" as const } : undefined);
      if (reason) await this.#save(here, reason);
    });
  }

  /** A single turn can be long enough to fill a context. */
  async afterTool(session: SessionRecord): Promise<void> {
    const { models, autosave } = await this.#services.configFor(session.projectNormalized);
    if (usageOf(session, models).percent <= autosave.contextPercent) return;
    await this.#with(session, async (here) => {
      const last = lastAutosave(here.place)?.at ?? 0;
      const reason = this.#full(here);
      if (reason && this.#services.clock.now() - last >= autosave.minMinutesBetween * MINUTE_MS)
        await this.#save(here, reason);
    });
  }

  /** Saves idle sessions, once per idle period. */
  async sweep(): Promise<void> {
    const before = isoTime(this.#services.clock.now() - MINUTE_MS);
    const states = ["init", "active", "suspended"] as const;
    const listed = await this.#services.store.sessions.list({ type: "coding", states, before, limit: MOST_IDLE });
    for (const session of listed) {
      const silence = this.#services.clock.now() - Date.parse(session.lastActivityAt);
      if (silence > LONGEST_IDLE_MS) return;
      if (session.lineage === "subagent" || this.#idleSince.get(session.id) === session.lastActivityAt) continue;
      await this.#sweepOne(session, Math.floor(silence / MINUTE_MS));
    }
  }

  async #sweepOne(session: SessionRecord, minutes: number): Promise<void> {
    const { autosave } = await this.#services.configFor(session.projectNormalized);
    if (minutes < autosave.idleMinutes) return;
    if (this.#idleSince.size >= IDLE_SEEN) this.#idleSince.clear();
    this.#idleSince.set(session.id, session.lastActivityAt);
    await this.#with(session, async (here) => {
      // Saved since, by this session or by one that came after it.
      if ((lastAutosave(here.place)?.at ?? 0) >= Date.parse(session.lastActivityAt)) return;
      await this.#save(here, { kind: "idle", minutes });
    });
  }

  /** The state of an ended session stays for the next one, unless its task is complete. */
  atEnd(session: SessionRecord): Promise<void> {
    return this.#with(session, async ({ place, session: current }) => {
      if (current.task === null || current.project === null) return;
      const tasks = await this.#tasks.tasks(await this.#services.locationOf(current.project));
      if (tasks.find(({ slug }) => slug === current.task)?.status === "complete")
        await this.#writeAhead.clear(place, current);
    });
  }

  /** What a project's files offer to a session that starts there, without the work of sessions that are still live. */
  async resumeOffers(project: string | null, session?: SessionRecord): Promise<ResumeOffers> {
    const place = await this.#placeOf({ project });
    if (!place) return NO_OFFERS;
    const isOffered = async ({ isAutosave, session: owner, at }: SavedCheckpoint): Promise<boolean> =>
      this.#services.clock.now() - at <= OFFERED_MS &&
      (!isAutosave || (owner !== (session && sessionLabel(session)) && !(await this.#isUnderWay(owner))));
    const open: SavedCheckpoint[] = [];
    for (const saved of savedCheckpoints(place)) if (await isOffered(saved)) open.push(saved);
    return { open, buffered: (await this.#readBuffer(place, session)).ours };
  }

  /** The session was shown the buffer: move it to the history. */
  consume(session: SessionRecord): Promise<void> {
    return this.#with(session, ({ place }) => this.#archiveBuffer(place, session));
  }

  async #archiveBuffer(place: ProjectFolder, session: SessionRecord): Promise<void> {
    const { ours, theirs } = await this.#readBuffer(place, session);
    if (ours.length === 0) return;
    archive(
      place,
      "working-buffer.md",
      ours.map(({ raw }) => raw.replace(/^## /, "### ")).join(""),
      this.#services.clock.now(),
    );
    writeText(place, place.places.workingBuffer, `${BUFFER_HEAD}${theirs.map(({ raw }) => raw).join("")}`);
  }

  async #readBuffer(
    place: ProjectFolder,
    session?: SessionRecord,
  ): Promise<{ ours: BufferEntry[]; theirs: BufferEntry[] }> {
    const all = readBuffer(readText(place, place.places.workingBuffer) ?? "");
    const others = new Set<string>();
    for (const name of new Set(all.map((one) => one.session)))
      if (name !== undefined && name !== (session && sessionLabel(session)) && (await this.#isUnderWay(name)))
        others.add(name);
    const isTheirs = (one: BufferEntry): boolean => one.session !== undefined && others.has(one.session);
    return { ours: all.filter((one) => !isTheirs(one)), theirs: all.filter(isTheirs) };
  }

  async #isUnderWay(name: string): Promise<boolean> {
    const session = await findSessionByLabel(this.#services.store, name);
    return session !== undefined && this.#parts.liveness.isLive(session);
  }

  /**
   * Removes the text of a purged session from our files, in every known folder of its project: it may have been moved
   * or copied since. `left` are those that may hold some of it and stay. Without `isSure`, it only lists what would
   * change.
   */
  async purge(session: SessionRecord, isSure: boolean) {
    const places = await this.#placesOf(session);
    const cleaned: string[] = [];
    const left = places.length === 0 ? goneFolder(session) : [];
    for (const place of places)
      await this.#turns.run(place.root, async () => {
        if (await this.#writeAhead.erase(place, session, isSure)) cleaned.push(place.places.sessionState);
        const files = cleanedFiles(place, session);
        if (isSure) applyCleaning(place, files);
        cleaned.push(...files.map(({ path }) => path));
        left.push(...leftFiles(place, session));
      });
    return { cleaned, left: [...left, ...leftTranscript(session)] };
  }

  /** The folders that may hold a session's files; another project may be at its path by now. */
  async #placesOf({ project, projectNormalized }: SessionRecord): Promise<ProjectFolder[]> {
    const known = await this.#services.store.projects.folders();
    const ids = new Set(known.filter(({ path }) => path === projectNormalized).map((folder) => folder.project));
    const paths = known.filter((folder) => ids.has(folder.project)).map(({ path }) => path);
    const places = new Map<string, ProjectFolder>();
    for (const path of [project, ...paths]) {
      const place = await this.#placeOf({ project: path });
      if (place) places.set(place.root, place);
    }
    return [...places.values()];
  }

  /** The autosave of the project that a session works in. */
  async last(session: SessionRecord): Promise<SavedCheckpoint | undefined> {
    const place = await this.#placeOf(session);
    return place && lastAutosave(place);
  }

  async #placeOf({ project }: Pick<SessionRecord, "project">): Promise<ProjectFolder | undefined> {
    if (project === null) return undefined;
    const { root, places } = await this.#services.locationOf(project);
    return places && { root, places };
  }

  async idle(): Promise<void> {
    await this.#turns.idle();
  }

  #full({ usage, config }: Here): Reason | undefined {
    return usage.percent > config.autosave.contextPercent ? { kind: "context", usage } : undefined;
  }

  async #log({ place, session, usage }: Here, speaker: BufferInput["speaker"], text: string): Promise<void> {
    if (usage.percent <= DANGER_PERCENT || text.trim() === "") return;
    keepOutOfGit(place);
    const { workingBuffer } = place.places;
    if ((readText(place, workingBuffer)?.length ?? 0) > LARGEST_BUFFER) await this.#archiveBuffer(place, session);
    const entry = {
      session: sessionLabel(session),
      at: this.#services.clock.now(),
      percent: usage.percent,
      speaker,
      text,
    };
    appendText(place, workingBuffer, formatBufferEntry(entry), BUFFER_HEAD);
  }

  async #save({ place, config, session }: Here, reason: Reason): Promise<void> {
    await this.#parts.catchUp(session);
    const current = (await this.#services.store.sessions.get(session.id)) ?? session;
    // It reads Markdown, which a daemon that only captures does without.
    const { writeAutosave } = await import("./write-autosave.ts");
    const location = current.project === null ? undefined : await this.#services.locationOf(current.project);
    const path = await writeAutosave(this.#services.store, place, {
      ...{
        session: current,
        reason,
        now: this.#services.clock.now(),
        minMinutesBetween: config.autosave.minMinutesBetween,
      },
      decisions: location ? await this.#tasks.decisions(location) : [],
      tasks: location ? await this.#tasks.tasks(location) : [],
    });
    if (path === undefined) return;
    const event = { type: "autosave.written", sessionId: current.id, reason: reason.kind, path } as const;
    await this.#services.store.transaction(async ({ emit }) => emit(event));
  }

  /** One at a time per project; does nothing where continuity is off or no files are kept. */
  async #with(session: SessionRecord, work: (here: Here) => Promise<void>): Promise<void> {
    const config = await this.#services.configFor(session.projectNormalized);
    const place = config.continuity.enabled ? await this.#placeOf(session) : undefined;
    if (!place) return;
    await this.#turns
      .run(place.root, async () => {
        const current = (await this.#services.store.sessions.get(session.id)) ?? session;
        await work({ place, config, session: current, usage: usageOf(current, config.models) });
      })
      .catch((error) => {
        // A read-only folder or broken markers are for a person to fix, not an error of ours.
        const level = error instanceof ThroughlineError ? "warn" : "error";
        this.#services.log[level]({ err: error, sessionId: session.id }, "autosave failed");
      });
  }
}
