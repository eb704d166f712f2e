import { isoTime } from "../../core/index.ts";
import { collectionOf, type Tables } from "../../store/index.ts";

const DAY_MS = 86_400_000;

/** One paid or local call of a model. */
export interface ModelCall {
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

export type ModelCallOutcome = Pick<ModelCall, "inputTokens" | "outputTokens" | "cost" | "outcome" | "durationMs">;

export const modelCalls = collectionOf<ModelCall>("model-calls", ({ id, createdAt: at }) => ({ id, at }));

/**
 * Records a call before it is made, so that an interrupted one counts too. False where as many as are allowed were made
 * in the day before it.
 */
export async function recordCall(tables: Tables, call: ModelCall, mostInADay: number): Promise<boolean> {
  const dayBefore = isoTime(Date.parse(call.createdAt) - DAY_MS);
  const last = await modelCalls(tables).list({}, { newestFirst: true, limit: mostInADay });
  if (last.filter(({ createdAt }) => createdAt >= dayBefore).length >= mostInADay) return false;
  return modelCalls(tables).add(call);
}
