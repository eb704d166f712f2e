import type { Migration } from "./migration.ts";
import { columns, toDocuments } from "./to-documents.ts";

/** Ids of tasks and decisions are a project's own. */
const KEY = "project || char(10) || id";

/** The former texts of a decision, oldest first. */
const VERSIONS = `json((SELECT json_group_array(json_object('content', json(content), 'replacedAt', replaced_at))
  FROM (SELECT content, replaced_at FROM decision_versions AS former
    WHERE former.project = decisions.project AND former.decision_id = decisions.id ORDER BY replaced_at, rowid)))`;

/* What only extensions read and write needs no tables of the store: its rows become documents. */
export const extensionDocuments: Migration = {
  number: 20,
  sqlite: [
    `
-- With the time, because SQLite otherwise reads the whole collection in its order.
DROP INDEX documents_by_session;
CREATE INDEX documents_by_session ON documents (session_id, collection, at) WHERE session_id IS NOT NULL;
-- Otherwise the last entry of a kind is looked for among all the entries of a project.
CREATE INDEX documents_by_project_and_state ON documents (collection, project, state, at)
  WHERE project IS NOT NULL AND state IS NOT NULL;
`,
    toDocuments({
      ...{ table: "fixers", collection: "fixers", id: "id", sessionId: "session_id", at: "opened_at" },
      state: "iif(closed_at IS NULL, 'open', NULL)",
      value: {
        ...columns("id", "sessionId", "step", "kind", "failures", "brief"),
        ...columns("openedAt", "deadlineAt", "closedAt", "outcome", "note"),
      },
    }),
    toDocuments({
      ...{ table: "sandboxes", collection: "sandboxes", id: "id", sessionId: "session_id", at: "entered_at" },
      state: "iif(lifted_at IS NULL, 'open', NULL)",
      value: columns("id", "sessionId", "cause", "reason", "enteredAt", "liftedAt", "liftedReason", "liftedSeq"),
    }),
    toDocuments({
      ...{ table: "safety_samples", collection: "safety-samples", id: "id", sessionId: "session_id", at: "sampled_at" },
      value: {
        ...columns("id", "sessionId", "occasion", "sampledAt", "refusalRateWindow", "baselineRefusalRate", "delta"),
        ...columns("action", "severity", "judgedBy"),
        // They were redacted as a text, which may have left one that is no JSON.
        findings: "json(iif(json_valid(findings), findings, '[]'))",
      },
    }),
    toDocuments({
      ...{ table: "governed_sessions", collection: "governed-sessions", id: "session_id", sessionId: "session_id" },
      ...{ project: "project", at: "begun_at" },
      state: `CASE
        WHEN smoke = 'running' OR closing IS NOT NULL THEN iif(is_waiting, 'waiting, unfinished', 'unfinished')
        WHEN is_waiting THEN 'waiting' END`,
      value: {
        ...columns("sessionId", "project", "root", "task", "goal", "begunAt", "resumedFrom", "fromGate"),
        ...{ base: "json(base)", isWaiting: "json(iif(is_waiting, 'true', 'false'))", steps: "json(steps)" },
        ...columns("smoke", "smokeCommand", "smokeOutput", "smokeAt", "overrideReason"),
        ...{ ...columns("outcome", "nextHint", "closedAt", "closedSeq"), closing: "json(closing)" },
      },
    }),
    toDocuments({
      ...{ table: "tasks", collection: "tasks", id: KEY, project: "project", at: "created_at" },
      value: {
        ...columns("id", "project", "slug", "title", "status", "priority", "createdAt", "updatedAt"),
        state: "json(state)",
      },
    }),
    toDocuments({
      ...{ table: "decisions", collection: "decisions", id: KEY, project: "project", at: "ts" },
      state: "iif(withdrawn_at IS NULL, 'active', 'withdrawn')",
      value: {
        ...{ ...columns("id", "project", "task", "ts"), content: "json(content)", versions: VERSIONS },
        ...columns("sessionId", "source", "memoryId", "withdrawnAt"),
      },
    }),
    "DROP TABLE decision_versions;",
    toDocuments({
      ...{ table: "continuities", collection: "work-states", id: "project", project: "project", at: "updated_at" },
      value: { ...columns("project", "updatedAt"), state: "json(state)" },
    }),
    toDocuments({
      ...{ table: "ledger_files", collection: "ledger-files", id: "path", project: "project", at: "agreed_at" },
      value: { ...columns("path", "project", "base", "agreedAt"), copy: "iif(copy IS NULL, NULL, lower(hex(copy)))" },
    }),
    toDocuments({
      ...{ table: "clashes", collection: "file-conflicts", id: "id", project: "project", at: "found_at" },
      value: columns("id", "project", "path", "place", "inFile", "inStore", "foundAt"),
    }),
    toDocuments({
      // Those of one time stay in their order.
      ...{ table: "trajectory", collection: "trajectory", id: "printf('%020d', pk)", project: "project", at: "ts" },
      state: "phase",
      value: {
        ...{ id: "printf('%020d', pk)", ...columns("project", "agent", "sessionKey", "ts", "phase") },
        entry: "json(entry)",
      },
    }),
  ].join(""),
};
