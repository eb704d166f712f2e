import { collectionOf, type Tables } from "../store/index.ts";

/** What an agent has besides its conversation and its notes. */
export interface Agent {
  readonly agent: string;
  readonly systemPrompt: string;
  readonly toolDefinitions: readonly unknown[];
  readonly model: string | null;
  /** The estimated size of system prompt and tool definitions. */
  readonly profileTokens: number;
  readonly workingState: string | null;
  readonly workingStateAt: string | null;
  readonly relationship: string | null;
  readonly relationshipAt: string | null;
  /** The estimated size of working state, notes and relationship, which every context has. */
  readonly carriedTokens: number;
  readonly createdAt: string;
}

export const agentProfiles = collectionOf<Agent>("agents", ({ agent: id, createdAt: at }) => ({ id, at }));

/** An agent without messages. */
export const newAgent = (agent: string, createdAt = ""): Agent => ({
  ...{ agent, systemPrompt: "", toolDefinitions: [], model: null, profileTokens: 0 },
  ...{ workingState: null, workingStateAt: null, relationship: null, relationshipAt: null },
  ...{ carriedTokens: 0, createdAt },
});

/** Creates the agent if it is new. */
export async function ensureAgent(tables: Pick<Tables, "documents">, agent: string, at: string): Promise<Agent> {
  const known = await agentProfiles(tables).get(agent);
  if (known) return known;
  const added = newAgent(agent, at);
  return (await agentProfiles(tables).add(added)) ? added : ensureAgent(tables, agent, at);
}
