export { GovernanceExtension, governanceOf } from "./extension.ts";
export { GATES } from "./gates/gates.ts";
export { governedSessions, SMOKE_STATUSES } from "./governed-sessions.ts";
export { SHUTDOWN_STEPS } from "./rituals/step-names.ts";
export { SEVERITIES } from "./safety/measurement.ts";
export { safetySamples } from "./safety/samples.ts";
export { LIFT_COMMAND, type Sandbox } from "./safety/sandbox.ts";
export { sandboxesOf } from "./safety/sandboxes.ts";
