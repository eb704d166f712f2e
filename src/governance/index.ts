export { GATES } from "./gates/gates.ts";
export { Governance } from "./governance.ts";
export { FAILURE_KINDS } from "./retries/failure-kinds.ts";
export { type Ended, Retries } from "./retries/retries.ts";
export { readSteps, SHUTDOWN_STEPS } from "./rituals/ritual-steps.ts";
export { SEVERITIES } from "./safety/measurement.ts";
export { Safety, withMetrics } from "./safety/safety.ts";
export { LIFT_COMMAND, Sandbox } from "./safety/sandbox.ts";
