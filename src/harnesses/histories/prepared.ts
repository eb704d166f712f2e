import { prepare } from "../../conversation/index.ts";
import { ahead } from "./ahead.ts";
import type { Batch } from "./contract.ts";

/** The same batches, with all worked out about their entries that storing them takes. */
export async function* prepared(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const batch of ahead(batches)) {
    const entries = batch.entries.map(prepare).filter((entry) => entry !== undefined);
    yield { ...batch, entries };
  }
}
