export {
  type BringUpToDate,
  type FindResumeOffers,
  type Recovered,
  Recovery,
  type RecoverySection,
} from "./recovery.ts";
export { type Compaction, listCompactions, RESCUE, takeBackRescue } from "./rescue/index.ts";
export { asksToResume } from "./resume-requests.ts";
