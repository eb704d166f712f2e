import { collectionOf, type Tables } from "../store/index.ts";

/** What an agent noted to itself. */
export interface Note {
  readonly id: string;
  readonly agent: string;
  readonly category: string;
  readonly content: string;
  readonly createdAt: string;
}

export const agentNotes = collectionOf<Note>("agent-notes", ({ id, agent: state, createdAt: at }) => ({
  id,
  state,
  at,
}));

/** Newest first. */
export const notesOf = (tables: Pick<Tables, "documents">, agent: string, limit?: number): Promise<Note[]> =>
  agentNotes(tables).list({ states: [agent] }, { newestFirst: true, limit });

export const noteLine = ({ category, content }: Note): string => `- [${category}] ${content}`;
