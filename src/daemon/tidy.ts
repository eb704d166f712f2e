import { setFlagsFromString } from "node:v8";

const LOOK_EVERY_MS = 2000;
/** The share of the time in work up to which the daemon is at rest. */
const AT_REST = 0.1;
/** Less work than this leaves too little behind. */
const WORTH_TIDYING_MS = 1000;
/** Quiet looks until what is no longer used is collected, and until what is left is moved together. */
const COLLECT_AFTER = 1;
const COMPACT_AFTER = 3;

/** V8 moves the contents of half-empty pages together, and gives the pages back, only where size goes before speed. */
function compact(): void {
  setFlagsFromString("--optimize-for-size");
  globalThis.gc?.();
  setFlagsFromString("--no-optimize-for-size");
}

/**
 * Gives memory back when work is followed by rest: V8 by itself keeps what a burst once made it take. Each of the two steps
 * costs some 40 ms, which only the daemon at rest can spare; the second finds most pages empty because of the first.
 */
export function tidyAtRest(): void {
  // Its start leaves much behind.
  let workedMs = Number.POSITIVE_INFINITY;
  let quietLooks = 0;
  let seen = performance.eventLoopUtilization();
  setInterval(() => {
    const { utilization, active } = performance.eventLoopUtilization(seen);
    workedMs += active;
    if (workedMs > WORTH_TIDYING_MS) {
      quietLooks = utilization > AT_REST ? 0 : quietLooks + 1;
      if (quietLooks === COLLECT_AFTER) globalThis.gc?.();
      if (quietLooks === COMPACT_AFTER) {
        compact();
        workedMs = 0;
        quietLooks = 0;
      }
    }
    // Taken afterwards: tidying is no work that would have to be tidied up after.
    seen = performance.eventLoopUtilization();
  }, LOOK_EVERY_MS).unref();
}
