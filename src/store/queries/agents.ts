import type { Kysely } from "kysely";
import type { AgentRecord, NoteRecord } from "../records/agents.ts";
import type { AgentsTable, Schema } from "../schema.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { insert, insertNew } from "./statements.ts";
import { listOf } from "./stored-list.ts";

export type AgentChange = Partial<Omit<AgentRecord, "agent" | "createdAt">>;

/** Agents, their profiles and notes. */
export interface AgentRows {
  /** Creates the agent if it is new. */
  ensure(agent: string, at: string): Promise<AgentRecord>;
  get(agent: string): Promise<AgentRecord | undefined>;
  list(): Promise<AgentRecord[]>;
  change(agent: string, change: AgentChange): Promise<void>;
  /** Newest first. */
  notes(agent: string, limit?: number): Promise<NoteRecord[]>;
  addNote(note: NoteRecord): Promise<void>;
  findNotes(agent: string, partOfId: string): Promise<NoteRecord[]>;
  removeNote(id: string): Promise<void>;
}

const toRecord = (row: AgentsTable): AgentRecord => ({ ...row, toolDefinitions: listOf(row.toolDefinitions) });

export function agentRows(db: Kysely<Schema>): AgentRows {
  const get = async (agent: string) => {
    const row = await db.selectFrom("agents").selectAll().where("agent", "=", agent).executeTakeFirst();
    return row && toRecord(row);
  };

  return {
    get,

    async ensure(agent, createdAt) {
      const known = await get(agent);
      if (known) return known;
      await insertNew(db, "agents", { agent, createdAt });
      return toRecord(await db.selectFrom("agents").selectAll().where("agent", "=", agent).executeTakeFirstOrThrow());
    },

    list: async () => (await db.selectFrom("agents").selectAll().orderBy("agent").execute()).map(toRecord),

    async change(agent, { toolDefinitions, ...change }) {
      const row = { ...change, ...(toolDefinitions && { toolDefinitions: JSON.stringify(toolDefinitions) }) };
      if (Object.keys(row).length > 0) await db.updateTable("agents").set(row).where("agent", "=", agent).execute();
    },

    notes(agent, limit) {
      const query = db.selectFrom("agentNotes").selectAll().where("agent", "=", agent);
      const newest = query.orderBy("createdAt", "desc").orderBy("id", "desc");
      return (limit === undefined ? newest : newest.limit(limit)).execute();
    },

    addNote: (note) => insert(db, "agentNotes", note),

    findNotes: (agent, partOfId) =>
      db
        .selectFrom("agentNotes")
        .selectAll()
        .where("agent", "=", agent)
        .where(idFits(partOfId))
        .limit(MOST_CANDIDATES)
        .execute(),

    async removeNote(id) {
      await db.deleteFrom("agentNotes").where("id", "=", id).execute();
    },
  };
}
