import type { Batch } from "./history-contract.ts";

const BATCH_BYTES = 1 << 20;

const joined = (bits: readonly Batch[], mark: string): Batch => ({
  entries: bits.flatMap(({ entries }) => entries),
  broken: bits.flatMap(({ broken }) => broken),
  bytes: bits.reduce((sum, { bytes }) => sum + bytes, 0),
  mark,
});

/** Joins small batches to batches of about a megabyte. */
export async function* inBatches(source: AsyncIterable<Batch>): AsyncIterable<Batch> {
  let bits: Batch[] = [];
  let bytes = 0;
  for await (const bit of source) {
    bits.push(bit);
    bytes += bit.bytes;
    if (bytes < BATCH_BYTES) continue;
    yield joined(bits, bit.mark);
    bits = [];
    bytes = 0;
  }
  const last = bits.at(-1);
  if (last) yield joined(bits, last.mark);
}
