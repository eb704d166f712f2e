export { GovernanceExtension, governanceOf } from "./extension.ts";
export { GATES } from "./gates/gates.ts";
export { governedSessions, SMOKE_STATUSES } from "./governed-sessions.ts";
export { SHUTDOWN_STEPS } from "./rituals/shutdown-steps.ts";
export { filesOfTask, verdictsOfFiles } from "./task-files/verify-files.ts";
