/*
 * A row of a benchmark's table: {what, value, unit, yardstick, target, reached}. `yardstick` says in words what the
 * value was held against; `reached` is undefined where there is nothing to reach.
 */

export const fact = (what, value, unit, yardstick = "") => ({ what, value, unit, yardstick });

export const atMost = (what, value, unit, limit, yardstick = "") => ({
  ...fact(what, value, unit, yardstick),
  target: `≤ ${limit} ${unit}`,
  reached: value <= limit,
});

export const atLeast = (what, value, unit, limit, yardstick = "") => ({
  ...fact(what, value, unit, yardstick),
  target: `≥ ${limit} ${unit}`,
  reached: value >= limit,
});

export const exactly = (what, value, unit, wanted, yardstick = "") => ({
  ...fact(what, value, unit, yardstick),
  target: `${wanted} ${unit}`.trim(),
  reached: value === wanted,
});
