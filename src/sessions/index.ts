export {
  AGENT_HARNESS,
  type AgentSession,
  agentName,
  agentSession,
  findAgentSession,
  primaryKey,
  primarySession,
  typeOfKey,
} from "./agent-sessions.ts";
export { type Arrival, isStartSource, START_SOURCES, type StartSource } from "./arrival.ts";
export { isCertain } from "./lineage.ts";
export { isOpen, Liveness, OPEN_STATES } from "./liveness.ts";
export { clearEphemeral, purge, purgeable, purgedSessions, wasPurged } from "./purge.ts";
export { type Arrived, BY_HAND, HARNESS_BY_HAND, Sessions } from "./sessions.ts";
export { type Move, moveSession, OUTCOMES, type Outcome, sessionTransitions, type Transition } from "./transitions.ts";
export { type SessionTree, type SessionView, sessionTree, sessionView, sessionViews } from "./view.ts";
