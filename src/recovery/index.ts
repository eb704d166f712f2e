export { type BringUpToDate, type Recovered, Recovery } from "./recovery.ts";
export { asksToResume } from "./triggers.ts";
