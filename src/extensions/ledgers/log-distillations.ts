import { KeyedMutex } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { receipts } from "../../store/index.ts";
import type { Ledger } from "./ledger.ts";

/** Logs distillations of sessions in the trajectory, only in projects with ledgers. Returns the work under way. */
export function logDistillations(services: Services, ledger: Ledger): KeyedMutex {
  const turns = new KeyedMutex();
  services.events.listen((event) => {
    if (event.type !== "distillation.done") return;
    const { sessionId, receiptId } = event;
    turns
      .run(sessionId, () => logDistillation(services, ledger, sessionId, receiptId))
      .catch((error) => services.log.warn({ err: error, sessionId }, "a distillation was not logged"));
  });
  return turns;
}

async function logDistillation({ store }: Services, ledger: Ledger, sessionId: string, receiptId: string) {
  const session = await store.sessions.get(sessionId);
  const receipt = await receipts(store).get(receiptId);
  if (!session?.project || !receipt) return;
  const location = await ledger.at(session.project);
  if (!(await ledger.isKept(location))) return;
  const fields = {
    ...{ receipt_id: receiptId, reason: receipt.reason, range_hash: receipt.rangeHash },
    ...{ messages_before: receipt.messagesBefore, messages_after: receipt.messagesAfter },
    ...{ tokens_before: receipt.tokensBefore, tokens_after: receipt.tokensAfter },
    ...{ facts: receipt.factsExtracted, decisions: receipt.decisionsExtracted, open_items: receipt.openItemsExtracted },
  };
  await ledger.trajectory.add(location, { phase: "distillation", session, fields });
}
