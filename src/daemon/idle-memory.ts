import { setFlagsFromString } from "node:v8";

const CHECK_EVERY_MS = 2000;
/** Up to this share of busy time, the daemon counts as idle. */
const IDLE_SHARE = 0.1;
/** Less work than this leaves too little garbage. */
const WORTH_FREEING_MS = 1000;
/** Idle checks until garbage is collected, and until the heap is compacted. */
const COLLECT_AFTER = 1;
const COMPACT_AFTER = 3;

export interface Load {
  /** The busy share of the time since the last check. */
  readonly utilization: number;
  /** The same in milliseconds. */
  readonly active: number;
}

/** Decides at each check what to free: once, when work is followed by idle time. */
export class IdleMemory {
  // Starting leaves much garbage.
  #workedMs = Number.POSITIVE_INFINITY;
  #idleChecks = 0;

  due({ utilization, active }: Load): "collect" | "compact" | undefined {
    this.#workedMs += active;
    if (this.#workedMs <= WORTH_FREEING_MS) return undefined;
    this.#idleChecks = utilization > IDLE_SHARE ? 0 : this.#idleChecks + 1;
    if (this.#idleChecks === COLLECT_AFTER) return "collect";
    if (this.#idleChecks < COMPACT_AFTER) return undefined;
    this.#workedMs = 0;
    this.#idleChecks = 0;
    return "compact";
  }
}

/** V8 compacts half-empty pages and returns memory only when it optimizes for size. */
function compact(): void {
  setFlagsFromString("--optimize-for-size");
  globalThis.gc?.();
  setFlagsFromString("--no-optimize-for-size");
}

/**
 * Frees memory when the daemon becomes idle: V8 alone keeps what a burst allocated. Each of the two steps takes some
 * 30 ms, which only an idle daemon can spare; the first empties most pages for the second.
 */
export function freeMemoryWhenIdle(): void {
  const memory = new IdleMemory();
  let seen = performance.eventLoopUtilization();
  setInterval(() => {
    const due = memory.due(performance.eventLoopUtilization(seen));
    if (due === "collect") globalThis.gc?.();
    if (due === "compact") compact();
    // Measured afterwards, so that this work does not count.
    seen = performance.eventLoopUtilization();
  }, CHECK_EVERY_MS).unref();
}
