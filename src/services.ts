import type { Clock, Config, DomainEvents, Log, PublicEvent } from "./core/index.ts";
import type { ProjectLocation } from "./project-files/index.ts";
import type { Projects } from "./projects/index.ts";
import type { Store, Tables } from "./store/index.ts";

/** The tables inside a transaction. */
export interface Transaction extends Tables {
  /** The event is stored with what it announces, and published after the commit; a rollback takes it back. */
  emit(event: PublicEvent): void;
  /** Called after the commit, and not after a rollback: for what must not wait for files while others wait for it. */
  afterCommit(work: () => void): void;
}

/** A store whose transactions emit events: the only way to publish any. */
export interface EventfulStore extends Store {
  transaction<Result>(work: (tables: Transaction) => Promise<Result>): Promise<Result>;
}

/** What every part of the engine works with. */
export interface Services {
  readonly store: EventfulStore;
  readonly projects: Projects;
  readonly clock: Clock;
  readonly config: Config;
  /** The configuration as it holds in a project. */
  configFor(project: string | null): Promise<Config>;
  /** The same for checks: fails where the project's own file is refused, and names file, line and key. */
  rulesFor(project: string): Promise<Config>;
  /** What is wrong with the files of projects that were asked for. */
  refusedConfigs(): Promise<string[]>;
  /** Where a project is on disk, and where its files go. */
  locationOf(path: string): Promise<ProjectLocation>;
  readonly events: DomainEvents;
  readonly log: Log;
}
