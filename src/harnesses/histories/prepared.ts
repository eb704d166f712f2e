import type { Preparation } from "../../capture/index.ts";
import { ahead } from "./ahead.ts";
import type { Batch } from "./contract.ts";

/** The same batches, with all worked out about their entries that storing them takes. */
export async function* prepared(batches: AsyncIterable<Batch>, preparation: Preparation): AsyncGenerator<Batch> {
  for await (const batch of ahead(batches)) {
    const entries = batch.entries.map((entry) => preparation.prepare(entry)).filter((entry) => entry !== undefined);
    yield { ...batch, entries };
  }
}
