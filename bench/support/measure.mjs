/** The value below which `share` of the values lie. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values) => percentile(values, 0.5);

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Measures several things in turn, so that a noisy moment of the machine falls on all of them alike.
 * `tasks` is `{name: () => milliseconds}`; the answer is `{name: [milliseconds]}`. The first round is not counted.
 */
export async function interleave(tasks, rounds) {
  const names = Object.keys(tasks);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    // Each round begins elsewhere: nothing always runs behind the same neighbour.
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      const ms = await tasks[name]();
      if (round > 0) times[name].push(ms);
    }
  }
  return times;
}
