export { type BringUpToDate, type LookBeside, type Recovered, Recovery } from "./recovery.ts";
export { type CompactionAccount, RESCUE } from "./rescue/index.ts";
export { asksToResume } from "./triggers.ts";
