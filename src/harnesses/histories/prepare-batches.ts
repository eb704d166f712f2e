import type { Preparation } from "../../capture/index.ts";
import type { Batch } from "./contract.ts";
import { prefetch } from "./prefetch.ts";

/** The same batches, with everything computed that storing their entries needs. */
export async function* prepareBatches(batches: AsyncIterable<Batch>, preparation: Preparation): AsyncGenerator<Batch> {
  for await (const batch of prefetch(batches)) {
    const entries = batch.entries.map((entry) => preparation.prepare(entry)).filter((entry) => entry !== undefined);
    yield { ...batch, entries };
  }
}
