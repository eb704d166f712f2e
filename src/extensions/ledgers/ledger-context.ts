import type { Services } from "../../services.ts";
import type { Beads } from "./br/beads.ts";
import type { LedgerStores, LedgerSync } from "./ledger-sync.ts";

/** The parts that the ledgers share. */
export interface LedgerContext extends LedgerStores {
  readonly services: Services;
  readonly beads: Beads;
  readonly sync: LedgerSync;
}
