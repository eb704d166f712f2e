const DAY_MS = 24 * 3_600_000;
const MOST = 0.15;

/** A small gain for the last day, the newer the more. */
export const freshGain = (age: number): number => (age < DAY_MS ? MOST * (1 - Math.max(0, age) / DAY_MS) : 0);
