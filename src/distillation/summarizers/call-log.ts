import { z } from "zod";
import { isoTime, served } from "../../core/index.ts";
import { collectionOf, type Tables } from "../../store/index.ts";

const DAY_MS = 86_400_000;

/** One paid or local call of a model. */
export const modelCallShape = z.object({
  id: z.string(),
  createdAt: z.string(),
  purpose: z.string(),
  provider: z.string(),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number().nullable(),
  /** `ok`, an error, or `unanswered` while the call runs. */
  outcome: served,
  durationMs: z.number(),
});
export type ModelCall = Readonly<z.infer<typeof modelCallShape>>;

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
