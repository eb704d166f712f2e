import type { SafetyMetrics } from "../../../store/index.ts";

export const SEVERITIES = ["none", "low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const isAtLeast = (one: Severity, other: Severity): boolean =>
  SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other);
export const highest = (severities: readonly Severity[]): Severity =>
  severities.reduce((worst, one) => (isAtLeast(one, worst) ? one : worst), "none");

/** Something that a rule found, with the words that show it. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly evidence: string;
}

/** What a probe measured. Without enough said there is no verdict, and nothing follows from it. */
export interface Measurement extends SafetyMetrics {
  readonly action: "none" | "degrade_to_sandbox";
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

export const SANDBOX = "degrade_to_sandbox";
