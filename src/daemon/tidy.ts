import { setFlagsFromString } from "node:v8";

const LOOK_EVERY_MS = 2000;
/** The share of the time in work up to which the daemon is at rest. */
const AT_REST = 0.1;
/** Less work than this leaves too little behind. */
const WORTH_TIDYING_MS = 1000;
/** Quiet looks until what is no longer used is collected, and until what is left is moved together. */
const COLLECT_AFTER = 1;
const COMPACT_AFTER = 3;

export interface Look {
  /** The share of the time since the last look that went into work. */
  readonly utilization: number;
  /** The same in milliseconds. */
  readonly active: number;
}

/** Says at each look what there is to tidy: when work was followed by rest, and once after each. */
export class Tidiness {
  // The start leaves much behind.
  #workedMs = Number.POSITIVE_INFINITY;
  #quietLooks = 0;

  due({ utilization, active }: Look): "collect" | "compact" | undefined {
    this.#workedMs += active;
    if (this.#workedMs <= WORTH_TIDYING_MS) return undefined;
    this.#quietLooks = utilization > AT_REST ? 0 : this.#quietLooks + 1;
    if (this.#quietLooks === COLLECT_AFTER) return "collect";
    if (this.#quietLooks < COMPACT_AFTER) return undefined;
    this.#workedMs = 0;
    this.#quietLooks = 0;
    return "compact";
  }
}

/** V8 moves the contents of half-empty pages together, and gives the pages back, only where size goes before speed. */
function compact(): void {
  setFlagsFromString("--optimize-for-size");
  globalThis.gc?.();
  setFlagsFromString("--no-optimize-for-size");
}

/**
 * Gives memory back when work is followed by rest: V8 by itself keeps what a burst once made it take. Each of the two
 * steps costs some 30 ms, which only the daemon at rest can spare; the second finds most pages empty because of the
 * first.
 */
export function tidyAtRest(): void {
  const tidiness = new Tidiness();
  let seen = performance.eventLoopUtilization();
  setInterval(() => {
    const due = tidiness.due(performance.eventLoopUtilization(seen));
    if (due === "collect") globalThis.gc?.();
    if (due === "compact") compact();
    // Taken afterwards: tidying is no work that would have to be tidied up after.
    seen = performance.eventLoopUtilization();
  }, LOOK_EVERY_MS).unref();
}
