import { afterEach, beforeEach, describe } from "vitest";
import { accountsContract } from "./accounts.ts";
import { agentsContract } from "./agents.ts";
import { captureContract } from "./capture.ts";
import { checkpointChainContract } from "./checkpoint-chain.ts";
import { checkpointsContract } from "./checkpoints.ts";
import { compactionsContract } from "./compactions.ts";
import { durabilityContract } from "./durability.ts";
import { governedContract } from "./governed.ts";
import type { OpenedForContract } from "./kit.ts";
import { ledgersContract } from "./ledgers.ts";
import { memoriesContract } from "./memories.ts";
import { memoryHistoryContract } from "./memory-history.ts";
import { messageLedgerContract } from "./message-ledger.ts";
import { messagesContract } from "./messages.ts";
import { passageBatchesContract } from "./passage-batches.ts";
import { passageRemovalContract } from "./passage-removal.ts";
import { passageScopesContract } from "./passage-scopes.ts";
import { passagesContract } from "./passages.ts";
import { projectsContract } from "./projects.ts";
import { safetyContract } from "./safety.ts";
import { sessionsContract } from "./sessions.ts";
import { signalsContract } from "./signals.ts";
import { transactionsContract } from "./transactions.ts";
import { webhooksContract } from "./webhooks.ts";
import { workContract } from "./work.ts";

export type { OpenedForContract } from "./kit.ts";

/** What every store must do, whatever its database. Each test gets an empty store of its own. */
export function storeContract(name: string, open: () => Promise<OpenedForContract>): void {
  describe(`the store's contract: ${name}`, () => {
    let opened: OpenedForContract;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const store = () => opened.store;

    describe("sessions", () => sessionsContract(store));
    describe("projects", () => projectsContract(store));
    describe("messages", () => messagesContract(store));
    describe("ledger", () => messageLedgerContract(store));
    describe("checkpoints", () => checkpointsContract(store));
    describe("checkpoint chain", () => checkpointChainContract(store));
    describe("memories", () => memoriesContract(store));
    describe("memory history", () => memoryHistoryContract(store));
    describe("passages", () => passagesContract(store));
    describe("passages: scopes", () => passageScopesContract(store));
    describe("passages: indexing", () => passageBatchesContract(store));
    describe("passages: removal", () => passageRemovalContract(store));
    describe("capture", () => captureContract(store));
    describe("accounts", () => accountsContract(store));
    describe("signals", () => signalsContract(store));
    describe("webhooks", () => webhooksContract(store));
    describe("compactions", () => compactionsContract(store));
    describe("sessions with a task", () => governedContract(store));
    describe("safety and fixers", () => safetyContract(store));
    describe("tasks, decisions and trajectory", () => ledgersContract(store));
    describe("the work of projects", () => workContract(store));
    describe("agents and receipts", () => agentsContract(store));
    describe("transactions", () => transactionsContract(store));
    describe("durability", () => durabilityContract(() => opened));
  });
}
