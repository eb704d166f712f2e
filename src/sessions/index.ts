export {
  AGENT_HARNESS,
  type AgentSession,
  agentName,
  agentSession,
  findAgentSession,
  primarySession,
} from "./agent-sessions.ts";
export { type Arrival, isStartSource, START_SOURCES, type StartSource } from "./arrival.ts";
export { isCertain } from "./lineage.ts";
export { isOpen, Liveness, OPEN_STATES } from "./liveness.ts";
export { OUTCOMES, type Outcome } from "./outcomes.ts";
export { type Purged, purge, purgeable } from "./purge.ts";
export { purgedSessions, wasPurged } from "./purged-sessions.ts";
export { clearEphemeral } from "./retention.ts";
export { type Arrived, BY_HAND, HARNESS_BY_HAND, Sessions } from "./sessions.ts";
export { type Move, moveSession, sessionTransitions, type Transition } from "./transitions.ts";
export { primaryKey, typeOfKey } from "./types.ts";
export { type SessionTree, type SessionView, sessionTree, sessionView, sessionViews } from "./view.ts";
