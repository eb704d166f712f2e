import { homedir } from "node:os";
import { join } from "node:path";
import { Agents, Conversation } from "./agents/index.ts";
import {
  Autosave,
  Checkpoints,
  type NamedCheckpoints,
  NO_TASKS,
  openNamed,
  type TaskSource,
  usageOf,
} from "./checkpoints/index.ts";
import { Components, type Config, type Home, refused } from "./core/index.ts";
import { ContextBudget, Distillation } from "./distillation/index.ts";
import { type EngineExtension, switchedOff } from "./engine-extension.ts";
import type { Events } from "./events/index.ts";
import { forgetHooks, HookHandler, Imports, Orphans, SessionTransfer, TranscriptTailer } from "./harnesses/index.ts";
import { Memory } from "./memory/index.ts";
import { type Foundation, ownFolder } from "./open-engine.ts";
import type { Projects } from "./projects/index.ts";
import { Recovery } from "./recovery/index.ts";
import { Reminders } from "./reminders/index.ts";
import type { Services } from "./services.ts";
import { clearEphemeral, Liveness, Sessions } from "./sessions/index.ts";
import { Signals } from "./signals/index.ts";
import type { Ownership, SessionRecord } from "./store/index.ts";
import { Work, WorkNotices } from "./work/index.ts";

/** After these events the agent's folder may have a first commit, or a remote. */
const CHANGES_FOLDERS: ReadonlySet<string> = new Set(["checkpoint.created", "session.end", "session.orphaned"]);

/** An extension is made with the engine that it adds to. */
export type ExtensionKind<Kind extends EngineExtension = EngineExtension> = new (engine: Engine) => Kind;

/** The engine: its parts, wired, and the extensions that it was given. */
export class Engine {
  readonly services: Services;
  readonly home: Home | undefined;
  readonly projects: Projects;
  readonly sessions: Sessions;
  readonly conversation: Conversation;
  readonly agents: Agents;
  readonly distillation: Distillation;
  readonly checkpoints: Checkpoints;
  readonly autosave: Autosave;
  readonly memory: Memory;
  readonly work: Work;
  readonly notices: WorkNotices;
  readonly recovery: Recovery;
  readonly signals: Signals;
  readonly hooks: HookHandler;
  readonly imports: Imports;
  readonly transfer: SessionTransfer;
  readonly events: Events;
  readonly liveness: Liveness;
  readonly #extensions: EngineExtension[] = [];
  readonly #tailer: TranscriptTailer;
  readonly #orphans: Orphans;
  readonly #components: Components;
  readonly #ownership: Ownership | undefined;
  #tasks: TaskSource = NO_TASKS;
  #named: Promise<NamedCheckpoints> | undefined;
  #closing: Promise<void> | undefined;

  constructor({ services, events, home, ownership }: Foundation, kinds: readonly ExtensionKind[] = []) {
    this.services = services;
    this.home = home;
    this.#ownership = ownership;
    this.projects = services.projects;
    this.events = events;
    this.sessions = new Sessions(services);
    this.memory = new Memory(services);
    this.signals = new Signals(services, this.memory);
    this.checkpoints = new Checkpoints(services);
    this.#tailer = new TranscriptTailer(services, this.checkpoints, (session) => this.#transcriptGrew(session));
    const catchUp = (session: SessionRecord) => this.#tailer.catchUp(session);
    this.checkpoints.catchUpWith(catchUp);
    this.liveness = new Liveness(services, catchUp);
    const parts = { checkpoints: this.checkpoints, tailer: this.#tailer, liveness: this.liveness };
    this.#orphans = new Orphans(services, parts);
    const bringUpToDate = (session: SessionRecord) => this.#orphans.bringUpToDate(session);
    this.autosave = new Autosave(services, { liveness: this.liveness, catchUp });
    this.distillation = new Distillation(services, {
      memory: this.memory,
      memoryFolder: (session) => home && memoryFolder(home, session),
    });
    this.agents = new Agents(services);
    this.conversation = new Conversation(services, {
      sessions: this.sessions,
      memory: this.memory,
      signals: this.signals,
      distiller: this.distillation,
      budget: new ContextBudget(services, this.checkpoints),
    });
    this.work = new Work(services);
    this.notices = new WorkNotices(services, {
      work: this.work,
      percentUsed: (session, models) => usageOf(session, models).percent,
    });
    this.recovery = new Recovery(services, {
      work: this.work,
      bringUpToDate,
      liveness: this.liveness,
      resumeOffers: (project, session) => this.autosave.resumeOffers(project, session),
    });
    this.transfer = new SessionTransfer(services, {
      recovery: this.recovery,
      checkpoints: this.checkpoints,
      bringUpToDate,
    });
    this.imports = new Imports(services, () => this.memory.indexer.wake());
    // Each may use those before it.
    for (const Kind of kinds) this.#extensions.push(new Kind(this));
    const wired = this.#extensions.map((one) => (isOn(services.config, one) ? one : switchedOff(one)));
    this.#wire(wired);
    const { sessions, autosave, recovery, memory, signals, notices } = this;
    const reminders = new Reminders(services, memory);
    this.hooks = new HookHandler(
      services,
      { ...parts, sessions, autosave, recovery, memory, signals, notices, reminders },
      wired.flatMap(({ interceptors = [] }) => interceptors).sort((a, b) => a.order - b.order),
    );
    this.#components = new Components([
      { name: "ownership of the home", stop: () => ownership?.release() },
      { name: "store", stop: () => services.store.close() },
      { name: "bookkeeping", maintain: () => forgetHooks(services) },
      { name: "throwaway sessions", maintain: () => clearEphemeral(services) },
      { name: "events", maintain: () => this.events.maintain(), stop: () => this.events.close() },
      { name: "index", sweep: () => this.memory.indexer.wake(), stop: () => this.memory.indexer.close() },
      { name: "orphans", sweep: () => this.#orphans.sweep() },
      ...wired.flatMap(({ components = [] }) => components),
      {
        name: "checkpoints",
        sweep: () => this.checkpoints.sweep(),
        maintain: () => this.checkpoints.prune(),
        stop: () => this.checkpoints.flush(),
      },
      { name: "signals", maintain: () => this.signals.prune(), stop: () => this.signals.idle() },
      { name: "distillation", sweep: () => this.distillation.sweep(), stop: () => this.distillation.idle() },
      { name: "autosave", sweep: () => this.autosave.sweep(), stop: () => this.autosave.idle() },
      { name: "transcripts", stop: () => this.#tailer.idle() },
      { name: "projects", stop: () => this.projects.idle() },
      { name: "hooks", stop: () => this.hooks.idle() },
      { name: "imports", sweep: () => this.imports.follow(), stop: () => this.imports.stop() },
      { name: "work", sweep: () => this.work.catchUp() },
    ]);
    // A checkpoint may be written when nothing else wakes the index.
    services.events.listen((event) => {
      if (event.type === "checkpoint.created") this.memory.indexer.wakeSoon();
      if (CHANGES_FOLDERS.has(event.type) && "sessionId" in event && event.sessionId !== null)
        this.projects.lookSoon(event.sessionId);
    });
  }

  #wire(extensions: readonly EngineExtension[]): void {
    for (const { checkpointEnrichers = [], recoverySections = [], taskSource } of extensions) {
      for (const enrich of checkpointEnrichers) this.checkpoints.enrichWith(enrich);
      for (const section of recoverySections) this.recovery.addSection(section);
      if (taskSource === undefined) continue;
      this.#tasks = taskSource;
      this.autosave.findTasksIn(taskSource);
    }
  }

  #transcriptGrew({ id }: SessionRecord): void {
    this.memory.indexer.wakeSoon();
    this.signals.look(id);
    this.hooks.transcriptGrew(id);
  }

  /** An extension of this engine, if it has it. */
  find<Kind extends EngineExtension>(kind: ExtensionKind<Kind>): Kind | undefined {
    return this.#extensions.find((one): one is Kind => one instanceof kind);
  }

  /** The same where nothing can be done without it. */
  extension<Kind extends EngineExtension>(kind: ExtensionKind<Kind>): Kind {
    const found = this.find(kind);
    if (found) return found;
    throw refused(`this engine was opened without ${kind.name}`, "Add it to `extensions` of `openThroughline`.");
  }

  /** Reads what a session's client has written since, before its work is described. */
  async bringUpToDate(session: SessionRecord): Promise<void> {
    await this.#tailer.catchUp(session);
    await this.work.update(session.id);
  }

  /** Checkpoints that are saved under a name. */
  named(): Promise<NamedCheckpoints> {
    this.#named ??= openNamed(this.services, {
      catchUp: (session) => this.#tailer.catchUp(session),
      tasks: this.#tasks,
    });
    return this.#named;
  }

  /** False once another process may have taken the home: this one must stop serving it. */
  get ownsHome(): boolean {
    return this.#ownership?.isHeld() ?? true;
  }

  /** Call it every few seconds. True when `runDueWork` should not wait: the machine slept, or a session fell silent. */
  look(): boolean {
    return this.#orphans.look();
  }

  /** Due work of every minute or so: indexing, lost sessions, checkpoints, distillations. */
  runDueWork(): Promise<void> {
    return this.#components.sweep();
  }

  /** The former name of `runDueWork`, for programs that call it. */
  tend(): Promise<void> {
    return this.runDueWork();
  }

  /** Due work of every hour or so. */
  maintain(): Promise<void> {
    return this.#components.maintain();
  }

  /** Closing again changes nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#components.stop();
    return this.#closing;
  }
}

const isOn = ({ extensions }: Config, { name }: EngineExtension): boolean =>
  Object.entries(extensions).every(([known, isEnabled]) => known !== name || isEnabled);

/** Memory files are in the agent's own folder, or in the project. */
function memoryFolder(home: Home, { agent, projectNormalized }: SessionRecord): string {
  if (agent !== null) return join(home.agents, agent);
  return ownFolder(home, projectNormalized ?? homedir());
}
