/* `throughline/store-contract`: the tests that every store passes. They run in vitest. */
import { afterEach, beforeEach, describe } from "vitest";
import { agentsContract } from "./agents.ts";
import { checkpointChainContract } from "./checkpoint-chain.ts";
import { checkpointsContract } from "./checkpoints.ts";
import { documentsContract } from "./documents.ts";
import { durabilityContract } from "./durability.ts";
import type { OpenedForContract } from "./kit.ts";
import { memoriesContract } from "./memories.ts";
import { memoryHistoryContract } from "./memory-history.ts";
import { messageLedgerContract } from "./message-ledger.ts";
import { messagesContract } from "./messages.ts";
import { passageBatchesContract } from "./passage-batches.ts";
import { passageRemovalContract } from "./passage-removal.ts";
import { passageScopesContract } from "./passage-scopes.ts";
import { passagesContract } from "./passages.ts";
import { projectsContract } from "./projects.ts";
import { sessionsContract } from "./sessions.ts";
import { transactionsContract } from "./transactions.ts";
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
    describe("the work of projects", () => workContract(store));
    describe("documents", () => documentsContract(store));
    describe("agents' sessions and receipts", () => agentsContract(store));
    describe("transactions", () => transactionsContract(store));
    describe("durability", () => durabilityContract(() => opened));
  });
}
