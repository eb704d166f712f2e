import type { Migration } from "./migration.ts";
import { columns, toDocuments } from "./to-documents.ts";

/* Receipts are documents. What the table of anchors held is found in the index of messages, where recall searches. */
export const receiptDocuments: Migration = {
  number: 24,
  sqlite: `${toDocuments({
    ...{ table: "receipts", collection: "receipts", id: "id", at: "distilled_at" },
    ...{ sessionId: "session_id", state: "agent" },
    value: {
      ...columns("id", "sessionId", "agent", "distilledAt", "reason", "messagesBefore", "messagesAfter"),
      ...columns("tokensBefore", "tokensAfter", "factsExtracted", "decisionsExtracted", "openItemsExtracted"),
      flushSucceeded: "json(iif(flush_succeeded, 'true', 'false'))",
      ...{ summary: "summary", items: "json(items)", errors: "json(errors)", warnings: "json(warnings)" },
      ...columns("fromSeq", "toSeq", "rangeHash", "anchors"),
      // Their hash covers them: json_object would round them.
      ...{ continuityScore: "json(exact_json(continuity_score))", summarizer: "summarizer", model: "model" },
      ...{ cost: "json(exact_json(cost))", ...columns("hash", "previousHash") },
    },
  })}
DROP TABLE anchors;
`,
};
