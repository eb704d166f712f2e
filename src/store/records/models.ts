/** The ratio between a model's token count and our estimate. */
export interface CalibrationRecord {
  readonly model: string;
  readonly factor: number;
  readonly samples: number;
}

/** One paid or local call of a model. */
export interface ModelCallRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly purpose: string;
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
  /** `ok`, an error, or `unanswered` while the call runs. */
  readonly outcome: string;
  readonly durationMs: number;
}

export type ModelCallOutcome = Pick<
  ModelCallRecord,
  "inputTokens" | "outputTokens" | "cost" | "outcome" | "durationMs"
>;
