/** Pairs of neighbouring letters: the more two names share, the more similar they are. */
function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
}

function similarity(a: string, b: string): number {
  // Names that repeat themselves have the same pairs, and are not the same.
  if (a.toLowerCase() === b.toLowerCase()) return 2;
  const [one, other] = [pairsOf(a), pairsOf(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}

/** Each name once, the most similar to the one asked for first, ties in alphabetical order. */
export const suggest = (asked: string, names: Iterable<string>): string[] =>
  [...new Set(names)].sort((a, b) => similarity(asked, b) - similarity(asked, a) || (a < b ? -1 : 1));
