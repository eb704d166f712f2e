/** The same items, each requested while the one before is still in use. */
export async function* prefetch<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Thrown when it is awaited.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return?.();
  }
}
