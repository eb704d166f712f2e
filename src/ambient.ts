import type { Clock, Config, EventBus, Log } from "./core/index.ts";
import type { Store } from "./store/index.ts";

/** What every room works with: handed in, never reached for. */
export interface Ambient {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  /** The configuration as it holds in a project. */
  configFor(project: string | null): Promise<Config>;
  readonly events: EventBus;
  readonly log: Log;
}
