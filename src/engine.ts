import { homedir } from "node:os";
import { join } from "node:path";
import type { Ambient } from "./ambient.ts";
import { Checkpoints } from "./checkpoints/index.ts";
import { Agents, Conversation } from "./conversation/index.ts";
import {
  type Clock,
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
import { Distillation } from "./distillation/index.ts";
import { Across, Follower, HookDoor, Imports, Orphans } from "./harnesses/index.ts";
import { Memory } from "./memory/index.ts";
import { Recovery } from "./recovery/index.ts";
import { Reminders } from "./reminders/index.ts";
import { clearEphemeral, Sessions } from "./sessions/index.ts";
import { Signals } from "./signals/index.ts";
import {
  newIncident,
  type OpenedStore,
  Ownership,
  openSqliteStore,
  type SessionRecord,
  type Store,
} from "./store/index.ts";

export interface OpenOptions {
  /** The folder that holds everything; `$THROUGHLINE_HOME` or `~/.throughline` where none is given. */
  readonly home?: string | undefined;
  /** `memory` keeps nothing on disk and needs no home. */
  readonly store?: "sqlite" | "memory" | undefined;
  readonly clock?: Clock | undefined;
  /** Laid over the defaults; given, no configuration file is read. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly log?: Log | undefined;
  readonly ownerKind?: "daemon" | "library" | undefined;
}

const HOUR_MS = 3_600_000;
const BOOKKEEPING_KEPT_MS = 7 * 24 * HOUR_MS;

/** The engine: all rooms, wired. The daemon serves it, and agent builders use it in their own process. */
export class Throughline {
  readonly ambient: Ambient;
  readonly home: Home | undefined;
  readonly sessions: Sessions;
  readonly conversation: Conversation;
  readonly agents: Agents;
  readonly distillation: Distillation;
  readonly checkpoints: Checkpoints;
  readonly memory: Memory;
  readonly recovery: Recovery;
  readonly signals: Signals;
  readonly hooks: HookDoor;
  readonly imports: Imports;
  readonly across: Across;
  readonly #follower: Follower;
  readonly #orphans: Orphans;
  readonly #ownership: Ownership | undefined;
  #closing: Promise<void> | undefined;

  private constructor(ambient: Ambient, home: Home | undefined, ownership: Ownership | undefined) {
    this.ambient = ambient;
    this.home = home;
    this.#ownership = ownership;
    this.#follower = new Follower(
      ambient,
      () => this.checkpoints,
      ({ id }) => {
        this.memory.indexer.wakeSoon();
        this.signals.look(id);
      },
    );
    this.#orphans = new Orphans(ambient, () => this.checkpoints, this.#follower);
    this.sessions = new Sessions(ambient);
    this.checkpoints = new Checkpoints(ambient, (session) => this.#follower.catchUp(session));
    this.memory = new Memory(ambient);
    this.signals = new Signals(ambient, this.memory);
    this.distillation = new Distillation(ambient, {
      memory: this.memory,
      memoryFolder: (session) => home && memoryFolder(home, session),
    });
    this.agents = new Agents(ambient);
    this.conversation = new Conversation(ambient, {
      sessions: this.sessions,
      memory: this.memory,
      signals: this.signals,
      distiller: this.distillation,
    });
    this.recovery = new Recovery(ambient, (session) => this.#orphans.bringUpToDate(session));
    this.hooks = new HookDoor(ambient, {
      sessions: this.sessions,
      checkpoints: this.checkpoints,
      recovery: this.recovery,
      memory: this.memory,
      reminders: new Reminders(ambient, this.memory),
      signals: this.signals,
      follower: this.#follower,
    });
    this.across = new Across(ambient, {
      recovery: this.recovery,
      checkpoints: this.checkpoints,
      bringUpToDate: (session) => this.#orphans.bringUpToDate(session),
    });
    this.imports = new Imports(ambient, () => this.memory.indexer.wake());
    // A checkpoint is written beside everything else, at times when nothing else wakes the index.
    ambient.events.listen(({ type }) => {
      if (type === "checkpoint.created") this.memory.indexer.wakeSoon();
    });
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
      const ambient = ambientOf(opened.store, clock, config, log, options.config === undefined ? home : undefined);
      await noteOpening(ambient, opened);
      return new Throughline(ambient, home, ownership);
    } catch (error) {
      ownership?.release();
      throw error;
    }
  }

  /** False once another process may have taken the home: whoever serves it must leave. */
  get ownsHome(): boolean {
    return this.#ownership?.isHeld() ?? true;
  }

  /** What must happen every minute or so: what is new indexed, lost sessions found, due checkpoints written. */
  async tend(): Promise<void> {
    this.memory.indexer.wake();
    await this.#orphans.sweep();
    await this.checkpoints.sweep();
    await this.distillation.sweep();
  }

  /** What must happen every hour or so. */
  async maintain(): Promise<void> {
    await this.checkpoints.prune();
    await clearEphemeral(this.ambient);
    await this.ambient.store.capture.tidy(isoTime(this.ambient.clock.now() - BOOKKEEPING_KEPT_MS));
    await this.signals.prune();
  }

  /** Closing again changes nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.imports.stop();
    await this.hooks.idle();
    await this.#follower.idle();
    await this.distillation.idle();
    await this.signals.idle();
    await this.checkpoints.flush();
    await this.memory.indexer.close();
    await this.ambient.store.close();
    this.#ownership?.release();
  }
}

/** An agent has a folder of its own; what belongs to a project stands in the project. */
function memoryFolder(home: Home, { agent, projectNormalized }: SessionRecord): string {
  if (agent !== null) return join(home.agents, agent);
  const inHome = projectNormalized === null || projectNormalized === homedir();
  return inHome ? join(home.dir, "project") : join(projectNormalized, ".throughline");
}

function checkedConfig(given: Readonly<Record<string, unknown>>): Config {
  const result = configSchema.safeParse(given, { error: inOurWords });
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

function ambientOf(store: Store, clock: Clock, config: Config, log: Log, home: Home | undefined): Ambient {
  const projects =
    home &&
    new ProjectConfigs(config, home.config, (project, error) => {
      log.warn({ project, message: messageOf(error) }, "a project's configuration was refused");
      const detail = `${messageOf(error)}; the home's settings hold there instead`;
      store.accounts
        .addIncident(newIncident(clock.now(), "config_refused", detail))
        .catch((failure) => log.error({ err: failure }, "an incident could not be noted"));
    });
  const configFor = (project: string | null) => projects?.of(project) ?? Promise.resolve(config);
  return { store, clock, config, configFor, events: new EventBus(), log };
}

async function noteOpening({ log, store, clock }: Ambient, { migration, setAside }: OpenedStore): Promise<void> {
  if (migration.from !== migration.to) log.info(migration, "schema migrated");
  if (setAside === undefined) return;
  const detail = `the database was damaged; it was moved to ${setAside} and a new one begun`;
  log.error({ setAside }, detail);
  await store.accounts.addIncident(newIncident(clock.now(), "store_damaged", detail));
}

export const openThroughline = (options: OpenOptions = {}): Promise<Throughline> => Throughline.open(options);
