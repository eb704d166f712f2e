import { type Config, isoTime, ThroughlineError, Turns } from "../../core/index.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { Services } from "../../services.ts";
import type { Liveness } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type OnDisk, textAt } from "../named/project-text.ts";
import { nameOf, sessionNamed } from "../named/state-owner.ts";
import { BUFFER_HEAD, type Buffered, bufferText, DANGER_PERCENT, readBuffer, type SaidInDanger } from "./buffer.ts";
import { closes } from "./close-words.ts";
import type { PurgedFiles } from "./purging.ts";
import type { Reason } from "./reasons.ts";
import type { Saved } from "./saved.ts";
import { WriteAhead } from "./state/write-ahead.ts";
import { type Usage, usageOf } from "./usage.ts";

export interface AutosaveParts {
  readonly ledger: Ledger;
  readonly liveness: Liveness;
  /** Brings the ledger of messages up to date before anything is made from it. */
  readonly catchUp: (session: SessionRecord) => Promise<void>;
}

const MINUTE_MS = 60_000;
/** An open session that was silent for longer than this is left as it is. */
const LONGEST_IDLE_MS = 24 * 60 * MINUTE_MS;
const IDLE_SEEN = 1000;
const MOST_IDLE = 200;
const LARGEST_BUFFER = 200_000;
/**
 * How long a checkpoint is offered to whoever starts; it stays, and can be listed, for as long as nobody deletes it.
 */
const OFFERED_MS = 14 * 24 * 60 * MINUTE_MS;

/** What lies in a project's files for whoever starts there. */
export interface ResumeOffers {
  /** Checkpoints that can be resumed, newest first. */
  readonly open: readonly Saved[];
  /** What was said while a context was nearly full. */
  readonly buffered: readonly Buffered[];
}

export const NO_OFFERS: ResumeOffers = { open: [], buffered: [] };

/** Where a session's files are kept, and what its project's settings say. */
interface Here {
  readonly place: OnDisk;
  readonly config: Config;
  readonly session: SessionRecord;
  readonly usage: Usage;
}

/**
 * Saves a session's place without being asked: silently, after the hook that gave the occasion was answered. Whatever
 * goes wrong here is logged and holds up nobody.
 */
export class Autosave {
  readonly #services: Services;
  readonly #parts: AutosaveParts;
  readonly #writeAhead: WriteAhead;
  readonly #turns = new Turns();
  /** The last activity after which an idle session was looked at. */
  readonly #idleSince = new Map<string, string>();

  constructor(services: Services, parts: AutosaveParts) {
    this.#services = services;
    this.#parts = parts;
    this.#writeAhead = new WriteAhead(services, parts.liveness);
  }

  get #now(): number {
    return this.#services.clock.now();
  }

  /** The user said something; `resumes` where they asked to go on with earlier work. */
  atPrompt(session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    return this.#with(session, async (here) => {
      const isClosing = closes(prompt);
      if (!isClosing) await this.#writeAhead.take(here.place, here.session, prompt, resumes);
      await this.#log(here, "User", prompt);
      const reason = this.#full(here) ?? (isClosing ? { kind: "closing" as const } : undefined);
      if (reason) await this.#save(here, reason);
    });
  }

  atTurnEnd(session: SessionRecord, reply: string | undefined): Promise<void> {
    return this.#with(session, async (here) => {
      if (reply !== undefined) await this.#log(here, "Agent", reply);
      const { lastTurnChanged } = await import("./turn.ts");
      const isChanged = await lastTurnChanged(this.#services.store, session.id);
      const reason = this.#full(here) ?? (isChanged ? { kind: "turn" as const } : undefined);
      if (reason) await this.#save(here, reason);
    });
  }

  /** After a tool was used: a turn may be long enough to fill a context. */
  async afterTool(session: SessionRecord): Promise<void> {
    const { models, autosave } = await this.#services.configFor(session.projectNormalized);
    if (usageOf(session, models).percent <= autosave.contextPercent) return;
    await this.#with(session, async (here) => {
      const { lastAutosave } = await import("./saved.ts");
      const last = lastAutosave(here.place)?.at ?? 0;
      const reason = this.#full(here);
      if (reason && this.#now - last >= autosave.minMinutesBetween * MINUTE_MS) await this.#save(here, reason);
    });
  }

  /** Saves the sessions in which nobody has said anything for a while, once for each silence. */
  async sweep(): Promise<void> {
    const before = isoTime(this.#now - MINUTE_MS);
    const states = ["init", "active", "suspended"] as const;
    const listed = await this.#services.store.sessions.list({ type: "coding", states, before, limit: MOST_IDLE });
    for (const session of listed) {
      const silence = this.#now - Date.parse(session.lastActivityAt);
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
      const { lastAutosave } = await import("./saved.ts");
      // Saved since, by this session or by one that came after it.
      if ((lastAutosave(here.place)?.at ?? 0) >= Date.parse(session.lastActivityAt)) return;
      await this.#save(here, { kind: "idle", minutes });
    });
  }

  /** A session is over. What it worked on stands there for the next one, unless its task is complete. */
  atEnd(session: SessionRecord): Promise<void> {
    return this.#with(session, async ({ place, session: current }) => {
      if (current.task === null || current.project === null) return;
      const tasks = await this.#parts.ledger.tasks(await this.#parts.ledger.at(current.project));
      if (tasks.find(({ slug }) => slug === current.task)?.status === "complete")
        await this.#writeAhead.clear(place, current);
    });
  }

  /** What the files of a project hold for a session that starts there; what others are still working on is theirs. */
  async resumeOffers(project: string | null, session?: SessionRecord): Promise<ResumeOffers> {
    const place = await this.#placeOf({ project });
    if (!place) return NO_OFFERS;
    const { savedIn } = await import("./saved.ts");
    const isOffered = async ({ isAutosave, session: owner, at }: Saved): Promise<boolean> =>
      this.#now - at <= OFFERED_MS &&
      (!isAutosave || (owner !== (session && nameOf(session)) && !(await this.#isUnderWay(owner))));
    const open: Saved[] = [];
    for (const saved of savedIn(place)) if (await isOffered(saved)) open.push(saved);
    return { open, buffered: (await this.#readBuffer(place, session)).ours };
  }

  /** It was told: it is put away, not lost. */
  consume(session: SessionRecord): Promise<void> {
    return this.#with(session, ({ place }) => this.#putAwayBuffer(place, session));
  }

  async #putAwayBuffer(place: OnDisk, session: SessionRecord): Promise<void> {
    const { ours, theirs } = await this.#readBuffer(place, session);
    if (ours.length === 0) return;
    const [{ putAway }, { putText }] = await Promise.all([import("./files.ts"), import("../named/project-text.ts")]);
    putAway(place, "working-buffer.md", ours.map(({ raw }) => raw.replace(/^## /, "### ")).join(""), this.#now);
    putText(place, place.places.workingBuffer, `${BUFFER_HEAD}${theirs.map(({ raw }) => raw).join("")}`);
  }

  async #readBuffer(place: OnDisk, session?: SessionRecord): Promise<{ ours: Buffered[]; theirs: Buffered[] }> {
    const all = readBuffer(textAt(place, place.places.workingBuffer) ?? "");
    const others = new Set<string>();
    for (const name of new Set(all.map((one) => one.session)))
      if (name !== undefined && name !== (session && nameOf(session)) && (await this.#isUnderWay(name)))
        others.add(name);
    const isTheirs = (one: Buffered): boolean => one.session !== undefined && others.has(one.session);
    return { ours: all.filter((one) => !isTheirs(one)), theirs: all.filter(isTheirs) };
  }

  /** Whether somebody works in the session of this name right now. */
  async #isUnderWay(name: string): Promise<boolean> {
    const session = await sessionNamed(this.#services.store, name);
    return session !== undefined && this.#parts.liveness.isLive(session);
  }

  /**
   * Takes the words of a session that is removed for good out of our files, in every folder that its project is known
   * under: it may have been moved or copied since. Not `isSure`, it only tells.
   */
  async purge(session: SessionRecord, isSure: boolean): Promise<PurgedFiles> {
    const { applyCleaning, cleanedFiles, goneFolder, leftFiles, leftTranscript } = await import("./purging.ts");
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

  /** Where the files of a session may lie; another project may be at the path by now. */
  async #placesOf({ project, projectNormalized }: SessionRecord): Promise<OnDisk[]> {
    const known = await this.#services.store.projects.folders();
    const ids = new Set(known.filter(({ path }) => path === projectNormalized).map((folder) => folder.project));
    const paths = known.filter((folder) => ids.has(folder.project)).map(({ path }) => path);
    const places = new Map<string, OnDisk>();
    for (const path of [project, ...paths]) {
      const place = await this.#placeOf({ project: path });
      if (place) places.set(place.root, place);
    }
    return [...places.values()];
  }

  /** The autosave of the project that a session works in. */
  async last(session: SessionRecord): Promise<Saved | undefined> {
    const place = await this.#placeOf(session);
    return place && (await import("./saved.ts")).lastAutosave(place);
  }

  async #placeOf({ project }: Pick<SessionRecord, "project">): Promise<OnDisk | undefined> {
    if (project === null) return undefined;
    const { root, places } = await this.#parts.ledger.at(project);
    return places && { root, places };
  }

  async idle(): Promise<void> {
    await this.#turns.idle();
  }

  #full({ usage, config }: Here): Reason | undefined {
    return usage.percent > config.autosave.contextPercent ? { kind: "context", usage } : undefined;
  }

  async #log({ place, session, usage }: Here, speaker: SaidInDanger["speaker"], text: string): Promise<void> {
    if (usage.percent <= DANGER_PERCENT || text.trim() === "") return;
    const { appendText, keepOutOfGit } = await import("./files.ts");
    keepOutOfGit(place);
    const { workingBuffer } = place.places;
    if ((textAt(place, workingBuffer)?.length ?? 0) > LARGEST_BUFFER) await this.#putAwayBuffer(place, session);
    const said = { session: nameOf(session), at: this.#now, percent: usage.percent, speaker, text };
    appendText(place, workingBuffer, bufferText(said), BUFFER_HEAD);
  }

  async #save({ place, config, session }: Here, reason: Reason): Promise<void> {
    await this.#parts.catchUp(session);
    const current = (await this.#services.store.sessions.get(session.id)) ?? session;
    const { saveNow } = await import("./saving.ts");
    const { minMinutesBetween } = config.autosave;
    const { ledger } = this.#parts;
    const ground = current.project === null ? undefined : await ledger.at(current.project);
    const decisions = ground ? await ledger.decided(ground) : [];
    const tasks = ground ? (await ledger.tasks(ground)).map(({ slug, title }) => ({ name: slug, title })) : [];
    const saving = { session: current, reason, now: this.#now, minMinutesBetween, decisions, tasks };
    const path = await saveNow(this.#services.store, place, saving);
    if (path === undefined) return;
    this.#services.events.emit({ type: "autosave.written", sessionId: current.id, reason: reason.kind, path });
  }

  /** One after the other in a project; where continuity is off, or no files are kept, nothing. */
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
        // A folder that cannot be written, a file whose markers are cut open: a person's to mend, and no fault of the
        // session's.
        const level = error instanceof ThroughlineError ? "warn" : "error";
        this.#services.log[level]({ err: error, sessionId: session.id }, "a session could not be saved by itself");
      });
  }
}
