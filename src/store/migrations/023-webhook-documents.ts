import type { Migration } from "./migration.ts";
import { columns, toDocuments } from "./to-documents.ts";

/* Pending webhook deliveries and the status of each webhook are documents. */
export const webhookDocuments: Migration = {
  number: 23,
  sqlite: [
    toDocuments({
      ...{ table: "webhook_deliveries", collection: "webhook-deliveries", id: "id", state: "hook" },
      sessionId: "(SELECT sessions.id FROM sessions WHERE sessions.id = webhook_deliveries.session_id)",
      at: "printf('%016d', json_extract(body, '$.id'))",
      value: { id: "id", hook: "hook", event: "json(body)" },
    }),
    toDocuments({
      ...{ table: "webhook_states", collection: "webhooks", id: "hook", state: "hook", at: "''" },
      value: {
        ...columns("hook", "failures", "failingSince", "lastDeliveryAt", "lastFailureAt", "lastError"),
        ...columns("delivered", "givenUp"),
      },
    }),
  ].join(""),
};
