/** An event on its way to a webhook. */
export interface NewWebhookDelivery {
  readonly id: string;
  /** Which webhook, by a hash of its address. */
  readonly hook: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly body: string;
  readonly createdAt: string;
}

export interface WebhookDelivery extends NewWebhookDelivery {
  readonly pk: number;
}

/** The delivery status of a webhook. */
export interface WebhookState {
  readonly hook: string;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly failingSince: string | null;
  readonly lastDeliveryAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastError: string | null;
  readonly delivered: number;
  readonly givenUp: number;
}
