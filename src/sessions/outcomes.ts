/** How a session went. */
export const OUTCOMES = ["success", "partial", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];
