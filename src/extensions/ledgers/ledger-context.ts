import type { Services } from "../../services.ts";
import type { Beads } from "./br/beads.ts";
import type { Br } from "./br/br.ts";
import type { Decisions } from "./decisions/decisions.ts";
import type { LedgerLock } from "./ledger-lock.ts";
import type { LedgerSync } from "./ledger-sync.ts";
import type { Tasks } from "./tasks/tasks.ts";
import type { Trajectory } from "./trajectory/trajectory.ts";
import type { WorkStates } from "./work-states.ts";

/** The parts that the ledgers share. */
export interface LedgerContext {
  readonly services: Services;
  readonly tasks: Tasks;
  readonly workStates: WorkStates;
  readonly decisions: Decisions;
  readonly trajectory: Trajectory;
  readonly br: Br;
  readonly beads: Beads;
  readonly sync: LedgerSync;
  readonly lock: LedgerLock;
}
