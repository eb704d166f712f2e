import { type RawBuilder, sql } from "kysely";
import type { Indexed } from "../port/passages.ts";

/** Distinguishes a text from a later one with the same number. */
export const STAMP: Readonly<Record<Indexed, RawBuilder<unknown>>> = {
  messages: sql`messages.hash`,
  memories: sql`memories.id || COALESCE(memories.forgotten_at, '')`,
  checkpoints: sql`checkpoints.hash`,
};

/** The texts of each kind, as they are indexed. */
export const TEXTS: Readonly<Record<Indexed, RawBuilder<unknown>>> = {
  messages: sql`
    SELECT messages.pk, COALESCE(messages.content, '') AS content, bodies.brotli, messages.kind, role, messages.created_at,
      ${STAMP.messages} AS stamp, session_id AS session, seq AS place, folder, agent
    FROM messages JOIN sessions ON sessions.id = messages.session_id LEFT JOIN bodies ON bodies.hash = messages.body_hash`,
  memories: sql`
    SELECT memories.pk, CASE WHEN forgotten_at IS NULL THEN content ELSE '' END AS content, NULL AS brotli, kind,
      'memory' AS role, created_at, ${STAMP.memories} AS stamp, session_id AS session, 0 AS place, folder, agent
    FROM memories`,
  checkpoints: sql`
    SELECT checkpoints.pk, digest AS content, NULL AS brotli, trigger AS kind, 'checkpoint' AS role, created_at,
      ${STAMP.checkpoints} AS stamp, session_id AS session, message_seq AS place, folder, sessions.agent
    FROM checkpoints JOIN sessions ON sessions.id = checkpoints.session_id`,
};
