import type { Migration } from "./migration.ts";

/* Pending webhook deliveries and the status of each webhook are documents. */
export const webhookDocuments: Migration = {
  number: 23,
  name: "webhook documents",
  sqlite: `
INSERT INTO documents (collection, id, session_id, project, state, at, value)
SELECT
  'webhook-deliveries',
  id,
  (SELECT sessions.id FROM sessions WHERE sessions.id = webhook_deliveries.session_id),
  NULL,
  hook,
  printf('%016d', json_extract(body, '$.id')),
  json_object('id', id, 'hook', hook, 'event', json(body))
FROM webhook_deliveries
ORDER BY pk;
DROP TABLE webhook_deliveries;

INSERT INTO documents (collection, id, session_id, project, state, at, value)
SELECT
  'webhooks',
  hook,
  NULL,
  NULL,
  hook,
  '',
  json_object(
    'hook', hook,
    'failures', failures,
    'failingSince', failing_since,
    'lastDeliveryAt', last_delivery_at,
    'lastFailureAt', last_failure_at,
    'lastError', last_error,
    'delivered', delivered,
    'givenUp', given_up
  )
FROM webhook_states;
DROP TABLE webhook_states;
`,
};
