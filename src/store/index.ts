export { newIncident } from "./incident.ts";
export { schemaVersion } from "./migrations/index.ts";
export { Ownership } from "./ownership.ts";
export type { Store, Tables } from "./port.ts";
export { type CheckpointFilter, checkpointHash } from "./queries/checkpoints.ts";
export { messageHash } from "./queries/messages.ts";
export type { NewSession, SessionChange, SessionFilter } from "./queries/sessions.ts";
export * from "./records.ts";
export { type OpenedStore, openSqliteStore } from "./sqlite/index.ts";
