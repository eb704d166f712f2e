import type { ClientTraits, Clock, Config, EventBus, Log } from "./core/index.ts";
import type { Projects } from "./projects/index.ts";
import type { Store } from "./store/index.ts";

/** What every part of the engine works with. */
export interface Services {
  readonly store: Store;
  readonly projects: Projects;
  readonly clock: Clock;
  readonly config: Config;
  /** The configuration as it holds in a project. */
  configFor(project: string | null): Promise<Config>;
  /** The same for checks: fails where the project's own file is refused, and names file, line and key. */
  rulesFor(project: string): Promise<Config>;
  /** What is wrong with the files of projects that were asked for. */
  refusedConfigs(): Promise<string[]>;
  /** What is particular to a client, by its name. */
  clientTraits(harness: string): ClientTraits;
  readonly events: EventBus;
  readonly log: Log;
}
