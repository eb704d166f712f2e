import type { Migration } from "./migration.ts";
import { columns, toDocuments } from "./to-documents.ts";

/** JSON in a column, which must not stop the migration where it is damaged. */
const json = (column: string, otherwise: string): string =>
  `json(iif(json_valid(${column}), ${column}, '${otherwise}'))`;

/* What the parts of the engine keep in collections of documents; each had tables of its own. */
export const engineDocuments: Migration = {
  number: 21,
  sqlite: [
    toDocuments({
      ...{ table: "calibrations", collection: "calibrations", id: "model", at: "updated_at" },
      value: columns("model", "factor", "samples", "updatedAt"),
    }),
    toDocuments({
      ...{ table: "model_calls", collection: "model-calls", id: "id", at: "created_at" },
      value: {
        ...columns("id", "createdAt", "purpose", "provider", "model"),
        ...columns("inputTokens", "outputTokens", "cost", "outcome", "durationMs"),
      },
    }),
    toDocuments({
      ...{ table: "compactions", collection: "compactions", id: "id", sessionId: "session_id", at: "announced_at" },
      state: `CASE WHEN happened_at IS NULL THEN 'announced' ELSE
        iif(given_at IS NULL, 'due', 'given') || iif(needed IS NULL, '', ', settled') END`,
      value: {
        ...columns("id", "sessionId", "trigger", "upTo", "announcedAt", "happenedAt", "summary"),
        ...{
          things: json("things", "null"),
          ...columns("given", "givenAt"),
          needed: json("needed", "null"),
          score: "score",
        },
      },
    }),
    toDocuments({
      ...{ table: "injections", collection: "injections", id: "id", sessionId: "session_id", at: "created_at" },
      state: "hook_id",
      value: columns("id", "sessionId", "event", "hookId", "reason", "text", "createdAt"),
    }),
    toDocuments({
      ...{ table: "incidents", collection: "incidents", id: "id", at: "created_at" },
      value: columns("id", "sessionId", "kind", "detail", "createdAt"),
    }),
    toDocuments({
      ...{ table: "agents", collection: "agents", id: "agent", at: "created_at" },
      value: {
        ...{ ...columns("agent", "systemPrompt"), toolDefinitions: json("tool_definitions", "[]"), model: "model" },
        ...columns("profileTokens", "workingState", "workingStateAt", "relationship", "relationshipAt"),
        ...columns("carriedTokens", "createdAt"),
      },
    }),
    toDocuments({
      ...{ table: "agent_notes", collection: "agent-notes", id: "id", at: "created_at", state: "agent" },
      value: columns("id", "agent", "category", "content", "createdAt"),
    }),
    toDocuments({
      ...{ table: "transcripts", collection: "transcript-cursors", id: "path", sessionId: "session_id" },
      at: "updated_at",
      value: columns("path", "sessionId", "byteOffset", "fileId", "tail", "brokenLines", "updatedAt"),
    }),
    toDocuments({
      ...{ table: "history_marks", collection: "history-marks", id: "session_id || ' ' || path" },
      ...{ sessionId: "session_id", at: "updated_at", value: columns("sessionId", "path", "mark", "updatedAt") },
    }),
    toDocuments({
      ...{ table: "followed_places", collection: "followed-places", id: "harness", at: "looked_at" },
      value: { ...columns("harness", "userHome"), env: json("env", "{}"), ...columns("lookedAt") },
    }),
    `
INSERT INTO documents (collection, id, session_id, at, value)
  SELECT 'handed-over', session_id, session_id, started_at,
    json_object('sessionId', session_id, 'sourceIds', json_group_array(source_id), 'at', started_at)
  FROM handed_over JOIN sessions ON sessions.id = session_id GROUP BY session_id;
DROP TABLE handed_over;
`,
    toDocuments({
      ...{ table: "purged_sessions", collection: "purged-sessions", id: "harness || ' ' || key", at: "purged_at" },
      value: columns("harness", "key", "purgedAt"),
    }),
    toDocuments({
      ...{ table: "provisional_entries", collection: "provisional-entries", id: "session_id || ' ' || source_id" },
      ...{ sessionId: "session_id", at: "created_at", state: "source_id" },
      value: { ...columns("sessionId", "sourceId", "createdAt"), entry: "json(entry)" },
    }),
    toDocuments({
      ...{ table: "seen_hooks", collection: "seen-hooks", id: "id", at: "seen_at" },
      value: { id: "id", at: "seen_at" },
    }),
    toDocuments({
      ...{ table: "tool_calls", collection: "tool-calls", id: "tool_use_id", sessionId: "session_id" },
      ...{ at: "created_at", value: { ...columns("toolUseId", "sessionId"), at: "created_at" } },
    }),
    toDocuments({
      ...{ table: "served", collection: "served", id: "pk", sessionId: "session_id", at: "served_at" },
      state: "way || iif(used_at IS NULL, ' unused', ' used')",
      value: {
        ...{ id: "CAST(pk AS TEXT)", ...columns("itemId", "itemKind", "sessionId", "servedAt", "way", "rank") },
        ...columns("score", "features", "marks", "usedAt"),
      },
    }),
    toDocuments({
      ...{ table: "session_signals", collection: "session-signals", id: "session_id", sessionId: "session_id" },
      ...{ at: "updated_at", state: "start" },
      value: columns("sessionId", "start", "novel", "named", "lookedSeq", "updatedAt"),
    }),
  ].join(""),
};
