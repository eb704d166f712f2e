export const WEBHOOK_CONDITIONS = ["ok", "retrying", "failing", "unsigned"] as const;

/** A webhook and how it fares, as people are told. */
export interface WebhookView {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
  readonly state: (typeof WEBHOOK_CONDITIONS)[number];
  readonly waiting: number;
  readonly delivered: number;
  readonly givenUp: number;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly lastDeliveryAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
}
