import { KeyedMutex } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { receipts } from "../../store/index.ts";
import type { Ledger } from "./ledger.ts";

/** Logs distillations of sessions in the trajectory. Only in projects with ledgers. */
export class TrajectoryListener {
  readonly #services: Services;
  readonly #ledger: Ledger;
  readonly #turns = new KeyedMutex();

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
    services.events.listen((event) => {
      if (event.type !== "distillation.done") return;
      const { sessionId, receiptId } = event;
      this.#turns
        .run(sessionId, () => this.#distilled(sessionId, receiptId))
        .catch((error) => services.log.warn({ err: error, sessionId }, "a distillation was not logged"));
    });
  }

  async #distilled(sessionId: string, receiptId: string): Promise<void> {
    const { store } = this.#services;
    const session = await store.sessions.get(sessionId);
    const receipt = await receipts(store).get(receiptId);
    if (!session?.project || !receipt) return;
    const ground = await this.#ledger.at(session.project);
    if (!(await this.#ledger.isKept(ground))) return;
    const fields = {
      ...{ receipt_id: receiptId, reason: receipt.reason, range_hash: receipt.rangeHash },
      ...{ messages_before: receipt.messagesBefore, messages_after: receipt.messagesAfter },
      ...{ tokens_before: receipt.tokensBefore, tokens_after: receipt.tokensAfter },
      ...{
        facts: receipt.factsExtracted,
        decisions: receipt.decisionsExtracted,
        open_items: receipt.openItemsExtracted,
      },
    };
    await this.#ledger.trajectory.add(ground, { phase: "distillation", session, fields });
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }
}
