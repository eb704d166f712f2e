import { homedir } from "node:os";
import { join } from "node:path";
import { Agents, Conversation } from "./agents/index.ts";
import { Autosave, Checkpoints, type NamedCheckpoints, openNamed, usageOf } from "./checkpoints/index.ts";
import {
  type Clock,
  Components,
  type Config,
  configSchema,
  EventBus,
  explain,
  type Home,
  homeAt,
  homeDir,
  inOurWords,
  isoTime,
  type Log,
  loadConfig,
  makeHome,
  messageOf,
  ProjectConfigs,
  silentLog,
  systemClock,
  ThroughlineError,
} from "./core/index.ts";
import { ContextBudget, Distillation } from "./distillation/index.ts";
import { Events } from "./events/index.ts";
import { Governance, Retries, Safety, withMetrics } from "./governance/index.ts";
import { AcceptedGhosts, findGhosts, Grounding, Synthesis } from "./grounding/index.ts";
import { HookHandler, Imports, Orphans, SessionTransfer, TranscriptTailer, traitsOf } from "./harnesses/index.ts";
import { ConflictWatch, Delta, type Ground, Ledger, TrajectoryListener } from "./ledger/index.ts";
import { Memory } from "./memory/index.ts";
import { Projects } from "./projects/index.ts";
import { Recovery } from "./recovery/index.ts";
import { Reminders } from "./reminders/index.ts";
import type { Services } from "./services.ts";
import { clearEphemeral, isOpen, Liveness, Sessions } from "./sessions/index.ts";
import { Signals } from "./signals/index.ts";
import {
  newIncident,
  type OpenedStore,
  Ownership,
  openSqliteStore,
  type SessionRecord,
  type Store,
} from "./store/index.ts";
import { Work, WorkNotices } from "./work/index.ts";

export interface OpenOptions {
  /** The data folder; `$THROUGHLINE_HOME` or `~/.throughline` by default. */
  readonly home?: string | undefined;
  /** `memory` keeps nothing on disk and needs no home. */
  readonly store?: "sqlite" | "memory" | undefined;
  readonly clock?: Clock | undefined;
  /** Merged over the defaults; with it, no configuration file is read. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly log?: Log | undefined;
  readonly ownerKind?: "daemon" | "library" | undefined;
}

/** After these events the agent's folder may have a first commit, or a remote. */
const CHANGES_FOLDERS: ReadonlySet<string> = new Set(["checkpoint.created", "session.end", "session.orphaned"]);
const HOUR_MS = 3_600_000;
const BOOKKEEPING_KEPT_MS = 7 * 24 * HOUR_MS;

/** The engine: all parts, wired. The daemon serves it, and agent builders use it in their own process. */
export class Throughline {
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
  readonly ledger: Ledger;
  readonly forks: ConflictWatch;
  readonly delta: Delta;
  readonly grounding: Grounding;
  readonly synthesis: Synthesis;
  readonly governance: Governance;
  readonly events: Events;
  readonly safety: Safety;
  readonly retries: Retries;
  readonly acceptedGhosts: AcceptedGhosts;
  readonly #tailer: TranscriptTailer;
  readonly #orphans: Orphans;
  readonly #components: Components;
  readonly #ownership: Ownership | undefined;
  #named: Promise<NamedCheckpoints> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(services: Services, home: Home | undefined, ownership: Ownership | undefined) {
    const { log } = services;
    this.services = services;
    this.home = home;
    this.projects = services.projects;
    this.events = new Events(services, home?.events);
    this.#ownership = ownership;
    this.#tailer = new TranscriptTailer(
      services,
      () => this.checkpoints,
      ({ id }) => {
        this.memory.indexer.wakeSoon();
        this.signals.look(id);
        this.forks.look(id).catch((error) => log.warn({ err: error, sessionId: id }, "forks could not be looked for"));
      },
    );
    const liveness = new Liveness(services, (session) => this.#tailer.catchUp(session));
    this.#orphans = new Orphans(services, {
      checkpoints: () => this.checkpoints,
      tailer: this.#tailer,
      liveness,
    });
    this.sessions = new Sessions(services);
    this.checkpoints = new Checkpoints(
      services,
      (session) => this.#tailer.catchUp(session),
      async (session, trigger, known, because) => {
        const state = known ?? (await this.governance.structure(session, trigger, because));
        return withMetrics(state, await this.safety.atCheckpoint(session, trigger));
      },
    );
    this.memory = new Memory(services);
    this.signals = new Signals(services, this.memory);
    this.ledger = new Ledger(services, { memory: this.memory, ownFolder: (root) => home && ownFolder(home, root) });
    this.safety = new Safety(services, this.ledger);
    this.retries = new Retries(services);
    this.autosave = new Autosave(services, {
      ledger: this.ledger,
      liveness,
      catchUp: (session) => this.#tailer.catchUp(session),
    });
    this.forks = new ConflictWatch(services, this.ledger);
    this.delta = new Delta(services, this.ledger, {
      checkpoint: (session) => this.checkpoints.write({ session, trigger: "delta_sync" }),
    });
    const trajectory = new TrajectoryListener(services, this.ledger);
    this.grounding = new Grounding(services, this.ledger);
    this.acceptedGhosts = new AcceptedGhosts(this.ledger);
    const ghostly = { ghosts: async (root: string) => (await findGhosts(root)).ghosts, accepted: this.acceptedGhosts };
    this.synthesis = new Synthesis(services, { ledger: this.ledger, grounding: this.grounding, ...ghostly });
    this.governance = new Governance(services, {
      sessions: this.sessions,
      liveness,
      checkpoints: () => this.checkpoints,
      ledger: this.ledger,
      memory: this.memory,
    });
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
      budget: new ContextBudget(services, () => this.checkpoints),
    });
    this.work = new Work(services);
    this.notices = new WorkNotices(services, {
      work: this.work,
      percentUsed: (session, models) => usageOf(session, models).percent,
    });
    this.recovery = new Recovery(services, {
      work: this.work,
      bringUpToDate: (session) => this.#orphans.bringUpToDate(session),
      liveness,
      resumeOffers: (project, session) => this.autosave.resumeOffers(project, session),
      fromLedgers: (folder, session, heading, about) => this.ledger.preserved(folder, session, heading, about),
    });
    this.hooks = new HookHandler(services, {
      sessions: this.sessions,
      checkpoints: this.checkpoints,
      autosave: this.autosave,
      recovery: this.recovery,
      memory: this.memory,
      reminders: new Reminders(services, this.memory),
      signals: this.signals,
      forks: this.forks,
      delta: this.delta,
      synthesis: this.synthesis,
      sandbox: this.safety.sandbox,
      retries: this.retries,
      tailer: this.#tailer,
      governance: this.governance,
      notices: this.notices,
    });
    this.transfer = new SessionTransfer(services, {
      recovery: this.recovery,
      checkpoints: this.checkpoints,
      bringUpToDate: (session) => this.#orphans.bringUpToDate(session),
    });
    this.imports = new Imports(services, () => this.memory.indexer.wake());
    this.#components = new Components([
      { name: "ownership of the home", stop: () => ownership?.release() },
      { name: "store", stop: () => services.store.close() },
      { name: "bookkeeping", maintain: () => forgetBookkeeping(services) },
      { name: "throwaway sessions", maintain: () => clearEphemeral(services) },
      { name: "events", maintain: () => this.events.maintain(), stop: () => this.events.close() },
      { name: "index", sweep: () => this.memory.indexer.wake(), stop: () => this.memory.indexer.close() },
      { name: "safety", stop: () => this.safety.idle() },
      { name: "orphans", sweep: () => this.#orphans.sweep() },
      { name: "governance", sweep: () => this.governance.runDueWork(), stop: () => this.governance.idle() },
      {
        name: "checkpoints",
        sweep: () => this.checkpoints.sweep(),
        maintain: () => this.checkpoints.prune(),
        stop: () => this.checkpoints.flush(),
      },
      { name: "signals", maintain: () => this.signals.prune(), stop: () => this.signals.idle() },
      { name: "trajectory", stop: () => trajectory.idle() },
      { name: "distillation", sweep: () => this.distillation.sweep(), stop: () => this.distillation.idle() },
      { name: "retries", sweep: () => this.retries.sweep() },
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

  /** Reads what a session's client has written since, before its work is described. */
  async bringUpToDate(session: SessionRecord): Promise<void> {
    await this.#tailer.catchUp(session);
    await this.work.update(session.id);
  }

  /** Checkpoints that are saved under a name. */
  named(): Promise<NamedCheckpoints> {
    this.#named ??= openNamed(this.services, {
      catchUp: (session) => this.#tailer.catchUp(session),
      tasks: (ground) => this.#openTasks(ground),
      decisions: (ground) => this.ledger.decided(ground),
    });
    return this.#named;
  }

  /** The incomplete tasks of the ledgers, and the tasks of open sessions. */
  async #openTasks(ground: Ground) {
    const tasks = (await this.ledger.tasks(ground)).filter(({ status }) => status !== "complete");
    const sessions = await this.services.store.sessions.list({ project: ground.project });
    const ofSessions = sessions.flatMap((one) => (isOpen(one) && one.task !== null ? [one.task] : []));
    return [
      ...tasks.map(({ slug, title }) => ({ name: slug, title })),
      ...ofSessions.map((task) => ({ name: task, title: task })),
    ];
  }

  static async open(options: OpenOptions = {}): Promise<Throughline> {
    const clock = options.clock ?? systemClock;
    const log = options.log ?? silentLog();
    const inMemory = options.store === "memory";
    const home = inMemory ? undefined : homeAt(options.home ?? homeDir());
    const config = await configOf(options, home);
    if (config.store.url !== "sqlite") {
      const message = "store.url: only the embedded store is there yet, PostgreSQL is not";
      throw new ThroughlineError("bad_config", message, "Remove the setting, or write: store: { url: sqlite }");
    }
    if (home) makeHome(home);
    const ownership = home && Ownership.take(home, options.ownerKind ?? "library", clock.now());
    try {
      const now = new Date(clock.now());
      const opened = openSqliteStore(home?.database ?? ":memory:", { backups: home?.backups, now });
      const services = servicesOf(opened.store, clock, config, log, options.config === undefined ? home : undefined);
      await noteOpening(services, opened);
      return new Throughline(services, home, ownership);
    } catch (error) {
      ownership?.release();
      throw error;
    }
  }

  /** False once another process may have taken the home: this one must stop serving it. */
  get ownsHome(): boolean {
    return this.#ownership?.isHeld() ?? true;
  }

  /** Call it every few seconds. True when `tend` should not wait: the machine slept, or a session fell silent. */
  look(): boolean {
    return this.#orphans.look();
  }

  /** Due work of every minute or so: indexing, lost sessions, checkpoints, distillations. */
  tend(): Promise<void> {
    return this.#components.sweep();
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

const forgetBookkeeping = ({ store, clock }: Services): Promise<void> =>
  store.capture.tidy(isoTime(clock.now() - BOOKKEEPING_KEPT_MS));

/** Memory files are in the agent's own folder, or in the project. */
function memoryFolder(home: Home, { agent, projectNormalized }: SessionRecord): string {
  if (agent !== null) return join(home.agents, agent);
  return ownFolder(home, projectNormalized ?? homedir());
}

/** The folder for Throughline's files of a project; those of the user's home folder are in the data folder. */
const ownFolder = (home: Home, root: string): string =>
  root === homedir() ? join(home.dir, "project") : join(root, ".throughline");

function checkedConfig(settings: Readonly<Record<string, unknown>>): Config {
  const result = configSchema.safeParse(settings, { error: inOurWords });
  if (result.success) return result.data;
  throw new ThroughlineError(
    "bad_config",
    `config: ${explain(result.error)}`,
    "docs/configuration.md lists each setting.",
  );
}

async function configOf(options: OpenOptions, home: Home | undefined): Promise<Config> {
  if (options.config !== undefined) return checkedConfig(options.config);
  return home ? loadConfig({ homeConfig: home.config }) : configSchema.parse({});
}

function servicesOf(store: Store, clock: Clock, config: Config, log: Log, home: Home | undefined): Services {
  const configs =
    home &&
    new ProjectConfigs(config, home.config, (project, error) => {
      log.warn({ project, message: messageOf(error) }, "a project's configuration was refused");
      const detail = `${messageOf(error)}; the home's settings apply there instead`;
      store.accounts
        .addIncident(newIncident(clock.now(), "config_refused", detail))
        .catch((failure) => log.error({ err: failure }, "an incident could not be noted"));
    });
  const configFor = (project: string | null) => configs?.of(project) ?? Promise.resolve(config);
  const rulesFor = (project: string) => configs?.strictlyOf(project) ?? Promise.resolve(config);
  const refusedConfigs = async () => ((await configs?.refusals()) ?? []).map(messageOf);
  const projects = new Projects({ store, log });
  const events = new EventBus();
  return { store, projects, clock, config, configFor, rulesFor, refusedConfigs, clientTraits: traitsOf, events, log };
}

async function noteOpening({ log, store, clock }: Services, { migration, setAside }: OpenedStore): Promise<void> {
  if (migration.from !== migration.to) log.info(migration, "schema migrated");
  if (setAside === undefined) return;
  const detail = `the database was damaged; it was moved to ${setAside} and a new one begun`;
  log.error({ setAside }, detail);
  await store.accounts.addIncident(newIncident(clock.now(), "store_damaged", detail));
}

export const openThroughline = (options: OpenOptions = {}): Promise<Throughline> => Throughline.open(options);
