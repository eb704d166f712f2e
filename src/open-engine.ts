import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { incidents, newIncident } from "./audit/index.ts";
import {
  type Clock,
  type Config,
  configSchema,
  explain,
  type Home,
  homeAt,
  homeDir,
  inputErrorText,
  type Log,
  loadConfig,
  makeHome,
  messageOf,
  ProjectConfigs,
  resolveProject,
  silentLog,
  systemClock,
  ThroughlineError,
  workingFolder,
} from "./core/index.ts";
import { Events } from "./events/index.ts";
import { type ProjectLocation, placesOf } from "./project-files/index.ts";
import { Projects } from "./projects/index.ts";
import type { Services } from "./services.ts";
import { type OpenedStore, Ownership, openSqliteStore, type Store } from "./store/index.ts";

export interface OpenOptions {
  /** The data folder; `$THROUGHLINE_HOME` or `~/.throughline` by default. */
  readonly home?: string | undefined;
  /**
   * `memory` keeps nothing on disk and needs no home. Neither does a store of your own; closing the engine closes it.
   */
  readonly store?: "sqlite" | "memory" | Store | undefined;
  readonly clock?: Clock | undefined;
  /** Merged over the defaults; with it, no configuration file is read. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly log?: Log | undefined;
  readonly ownerKind?: "daemon" | "library" | undefined;
}

/** What an engine is built on. */
export interface Foundation {
  readonly services: Services;
  readonly events: Events;
  readonly home: Home | undefined;
  readonly ownership: Ownership | undefined;
}

/** Takes the home, reads the configuration and opens the store; `build` makes an engine of it. */
export async function openEngine<Engine>(
  options: OpenOptions,
  build: (foundation: Foundation) => Engine,
): Promise<Engine> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog();
  const given = typeof options.store === "object" ? options.store : undefined;
  const needsHome = given ? options.home !== undefined : options.store !== "memory";
  const home = needsHome ? homeAt(options.home ?? homeDir()) : undefined;
  const config = await configOf(options, home);
  if (config.store.url !== "sqlite") {
    const message = "store.url: only the embedded store is there yet, PostgreSQL is not";
    throw new ThroughlineError("bad_config", message, "Remove the setting, or write: store: { url: sqlite }");
  }
  if (home) makeHome(home);
  const ownership = home && Ownership.take(home, options.ownerKind ?? "library", clock.now());
  try {
    const now = new Date(clock.now());
    const opened = given
      ? { store: given }
      : openSqliteStore(home?.database ?? ":memory:", { backups: home?.backups, now });
    const isConfigured = options.config !== undefined;
    const events = await Events.open({ store: opened.store, clock, config, log }, home?.events);
    const services = servicesOf(events, { clock, config, log, home, isConfigured });
    await noteOpening(services, opened);
    return build({ services, events, home, ownership });
  } catch (error) {
    ownership?.release();
    throw error;
  }
}

/** The folder for Throughline's files of a project; those of the user's home folder are in the data folder. */
export const ownFolder = (home: Home, root: string): string =>
  root === homedir() ? join(home.dir, "project") : join(root, ".throughline");

function checkedConfig(settings: Readonly<Record<string, unknown>>): Config {
  const result = configSchema.safeParse(settings, { error: inputErrorText });
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

interface Opening {
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
  readonly home: Home | undefined;
  /** The configuration came as an object: no file is read. */
  readonly isConfigured: boolean;
}

function servicesOf({ store, bus }: Events, { clock, config, log, home, isConfigured }: Opening): Services {
  const configs =
    home &&
    !isConfigured &&
    new ProjectConfigs(config, home.config, (project, error) => {
      log.warn({ project, message: messageOf(error) }, "a project's configuration was refused");
      const detail = `${messageOf(error)}; the home's settings apply there instead`;
      incidents(store)
        .add(newIncident(clock.now(), "config_refused", detail))
        .catch((failure) => log.error({ err: failure }, "an incident could not be noted"));
    });
  const known = configs || undefined;
  const configFor = (project: string | null) => known?.of(project) ?? Promise.resolve(config);
  const rulesFor = (project: string) => known?.strictlyOf(project) ?? Promise.resolve(config);
  const refusedConfigs = async () => ((await known?.refusals()) ?? []).map(messageOf);
  const locationOf = async (path: string): Promise<ProjectLocation> => {
    const { normalized } = resolveProject(path);
    const root = workingFolder(path);
    const { layout } = await configFor(normalized);
    const places = home && existsSync(root) ? placesOf(root, ownFolder(home, root), layout) : undefined;
    return { project: normalized, root, places };
  };
  const projects = new Projects({ store, log });
  const configured = { config, configFor, rulesFor, refusedConfigs };
  return { store, projects, clock, ...configured, locationOf, events: bus, log };
}

async function noteOpening(
  { log, store, clock }: Services,
  { migration, setAside }: Partial<OpenedStore>,
): Promise<void> {
  if (migration && migration.from !== migration.to) log.info(migration, "schema migrated");
  if (setAside === undefined) return;
  const detail = `the database was damaged; it was moved to ${setAside} and a new one begun`;
  log.error({ setAside }, detail);
  await incidents(store).add(newIncident(clock.now(), "store_damaged", detail));
}
