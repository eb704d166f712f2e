import type { Clock, Config, Log } from "../core/index.ts";
import type { Store } from "../store/index.ts";

/** What publishing works with. Its own transactions emit nothing. */
export interface EventParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
}
