export { Agents } from "./agents.ts";
export { appendShape } from "./append-input.ts";
export { Conversation, type Distiller, LEAST_BUDGET } from "./conversation.ts";
export { type Note, notesOf } from "./notes.ts";
export { type Agent, agentProfiles } from "./stored-agents.ts";
