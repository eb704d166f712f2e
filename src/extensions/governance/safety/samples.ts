import { collectionOf, type SafetyMetrics } from "../../../store/index.ts";
import type { Finding } from "./measurement.ts";

/** What a safety probe measured in a session. */
export interface SafetySample extends SafetyMetrics {
  readonly id: string;
  readonly sessionId: string;
  readonly occasion: string;
  readonly sampledAt: string;
  readonly severity: string;
  readonly findings: readonly Finding[];
  /** Always the rules: samples of earlier versions may be a classifier's. */
  readonly judgedBy: string;
}

export const safetySamples = collectionOf<SafetySample>("safety-samples", ({ id, sessionId, sampledAt }) => ({
  ...{ id, sessionId, at: sampledAt },
}));
