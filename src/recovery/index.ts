export { type BringUpToDate, type FindResumeOffers, type Recovered, Recovery } from "./recovery.ts";
export { type CompactionAccount, RESCUE } from "./rescue/index.ts";
export { asksToResume } from "./resume-requests.ts";
