/** The share of claims that are grounded, between 0 and 1; a session that claims nothing has nothing to prove. */
export const groundingRatio = (grounded: number, total: number): number =>
  total === 0 ? 1 : Math.min(1, grounded / total);

/** Compared unrounded; equal is enough. */
export const passes = (ratio: number, threshold: number): boolean => ratio >= threshold;
