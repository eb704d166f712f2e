import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DocumentFilter, DocumentRecord, DocumentRows } from "../port/documents.ts";
import type { Schema } from "../schema.ts";
import { idFits } from "./part-of-id.ts";
import { insertNew, put } from "./statements.ts";

const COLUMNS = sql`collection, id, session_id AS "sessionId", project, state, at, value`;

/** Not a chain of OR: its length is limited. */
function oneOf(column: string, values: readonly (string | null)[]): RawBuilder<unknown> {
  const isNull = values.includes(null) ? sql` OR ${sql.ref(column)} IS NULL` : sql``;
  const texts = values.filter((value) => value !== null);
  return sql`(${sql.ref(column)} IN (${sql.join(texts)})${isNull})`;
}

function conditions(filter: DocumentFilter) {
  const { collection, id, partOfId, sessionId, projects, states, fields = {}, before, beyond } = filter;
  const all = [sql`collection = ${collection}`];
  if (id !== undefined) all.push(sql`id = ${id}`);
  if (partOfId !== undefined) all.push(idFits(partOfId));
  if (sessionId !== undefined) all.push(sql`session_id = ${sessionId}`);
  if (projects !== undefined) all.push(projects.length === 0 ? sql`FALSE` : oneOf("project", projects));
  if (states !== undefined) all.push(states.length === 0 ? sql`FALSE` : oneOf("state", states));
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) all.push(sql`json_extract(value, ${`$."${name}"`}) = ${value}`);
  if (before !== undefined) all.push(sql`at < ${before}`);
  const where = sql.join(all, sql` AND `);
  if (beyond === undefined) return where;
  // SQLite has no OFFSET without a LIMIT.
  const newest = sql`SELECT pk FROM documents WHERE ${where} ORDER BY at DESC, pk DESC LIMIT ${beyond}`;
  return sql`${where} AND pk NOT IN (${newest})`;
}

export function documentRows(db: Kysely<Schema>): DocumentRows {
  /** The hooks run these: converting names costs more than the query. */
  const run = <Row>(query: RawBuilder<Row>) => query.execute(db.withoutPlugins());
  return {
    async get(collection, id) {
      const query = sql<DocumentRecord>`SELECT ${COLUMNS} FROM documents WHERE collection = ${collection} AND id = ${id}`;
      return (await run(query)).rows[0];
    },

    async list(filter, { newestFirst = false, limit } = {}) {
      const direction = newestFirst ? sql`DESC` : sql`ASC`;
      const most = limit === undefined ? sql`` : sql` LIMIT ${limit}`;
      const order = sql`ORDER BY at ${direction}, pk ${direction}${most}`;
      const query = sql<DocumentRecord>`SELECT ${COLUMNS} FROM documents WHERE ${conditions(filter)} ${order}`;
      return (await run(query)).rows;
    },

    async count(filter) {
      const query = sql<{ total: number }>`SELECT COUNT(*) AS total FROM documents WHERE ${conditions(filter)}`;
      return (await run(query)).rows[0]?.total ?? 0;
    },

    add: (document) => insertNew(db, "documents", document),

    put: (document) => put(db, "documents", document, "collection", "id"),

    async replace(before, { sessionId, project, state, at, value }) {
      const { numAffectedRows } = await run(sql`
        UPDATE documents
        SET session_id = ${sessionId}, project = ${project}, state = ${state}, at = ${at}, value = ${value}
        WHERE collection = ${before.collection} AND id = ${before.id}
          AND state IS ${before.state} AND at = ${before.at} AND value = ${before.value}`);
      return Number(numAffectedRows) > 0;
    },

    async remove(filter) {
      const { numAffectedRows } = await run(sql`DELETE FROM documents WHERE ${conditions(filter)}`);
      return Number(numAffectedRows);
    },
  };
}
