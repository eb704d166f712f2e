/** Pairs of neighbouring letters: what two names share of them tells how near they are. */
function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
}

function nearness(a: string, b: string): number {
  // Names that repeat themselves have the same pairs, and are not the same.
  if (a.toLowerCase() === b.toLowerCase()) return 2;
  const [one, other] = [pairsOf(a), pairsOf(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}

/** Each name once, those that are most like the one that was asked for first; equally near ones by the alphabet. */
export const suggest = (asked: string, names: Iterable<string>): string[] =>
  [...new Set(names)].sort((a, b) => nearness(asked, b) - nearness(asked, a) || (a < b ? -1 : 1));
