import { expect } from "vitest";

/** A text is read once as a whole and once in so many parts, of which each is read from its own beginning. */
const PARTS = 32;
/** Of work in proportion to the length both take as long; of squared work the whole takes 32 times as long. */
const TOO_MUCH = 8;
const ATTEMPTS = 10;

/** What this process used of the processor, in milliseconds: time in which other processes run does not count. */
async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects that reading a text takes time in proportion to its length. Both times are of the same machine at the same
 * time, so it may be as slow and as busy as it likes; and as a collection of garbage may fall into either, the shortest
 * of several attempts count.
 */
export async function expectProportional(
  read: (text: string) => unknown,
  write: (size: number) => string,
  size: number,
): Promise<void> {
  const [part, whole] = [write(size / PARTS), write(size)];
  const readParts = async () => {
    for (let n = 0; n < PARTS; n++) await read(part);
  };
  const shortest = { parts: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    shortest.parts = Math.min(shortest.parts, await cpuTime(readParts));
    shortest.whole = Math.min(shortest.whole, await cpuTime(() => read(whole)));
    if (shortest.whole < TOO_MUCH * shortest.parts) return;
  }
  expect.fail(`a text took ${Math.round(shortest.whole / shortest.parts)} times as long as its ${PARTS} parts`);
}
