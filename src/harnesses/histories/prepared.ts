import { prepare } from "../../conversation/index.ts";
import { ahead } from "./ahead.ts";
import type { Batch } from "./contract.ts";

/** The same batches, with all worked out about their entries that storing them takes. */
export async function* prepared(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  // The next is parsed while this one is compressed.
  for await (const batch of ahead(batches)) {
    const entries = await Promise.all(batch.entries.map(prepare));
    yield { ...batch, entries: entries.filter((entry) => entry !== undefined) };
  }
}
