import type { WebhookState } from "./deliveries.ts";

export const WEBHOOK_CONDITIONS = ["ok", "retrying", "failing", "unsigned"] as const;

/** A webhook with its delivery status. */
export interface WebhookView extends Omit<WebhookState, "hook"> {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
  readonly state: (typeof WEBHOOK_CONDITIONS)[number];
  readonly waiting: number;
  readonly nextAttemptAt: string | null;
}
