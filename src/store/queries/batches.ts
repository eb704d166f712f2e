/** Few sizes, because each one is a prepared statement that is kept. */
const BATCH_SIZES = [32, 8, 1];

export function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; ) {
    const size = BATCH_SIZES.find((one) => one <= items.length - at) ?? 1;
    yield items.slice(at, at + size);
    at += size;
  }
}
