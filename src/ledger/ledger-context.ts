import type { Services } from "../services.ts";
import type { Beads } from "./br/beads.ts";
import type { Br } from "./br/br.ts";
import type { Decisions } from "./decisions/decisions.ts";
import type { Entering } from "./ledger-lock.ts";
import type { Keeping } from "./ledger-sync.ts";
import type { Tasks } from "./tasks/tasks.ts";
import type { Trajectory } from "./trajectory/trajectory.ts";
import type { Standings } from "./work-states.ts";

/** All that the ledgers are kept in. */
export interface Books {
  readonly services: Services;
  readonly tasks: Tasks;
  readonly standings: Standings;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;
  readonly br: Br;
  readonly beads: Beads;
  readonly keeping: Keeping;
  readonly entering: Entering;
}
