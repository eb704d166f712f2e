export interface AgentRecord {
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

export interface NoteRecord {
  readonly id: string;
  readonly agent: string;
  readonly category: string;
  readonly content: string;
  readonly createdAt: string;
}
