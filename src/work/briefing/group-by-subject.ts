import { contentTerms } from "../../text/index.ts";

/** A text with its time. */
export interface Dated {
  readonly text: string;
  /** The sentence of it that counts. */
  readonly core?: string;
  readonly at: string;
}

/** A statement with the earlier ones on the same subject, newest first. */
export interface Group<One extends Dated> {
  readonly entry: One;
  readonly earlier: readonly One[];
}

/** So much of the smaller statement's distinctive words, by weight, makes two statements one subject. */
const SAME_SUBJECT = 0.3;
const FEWEST_SHARED = 2;

/**
 * Groups statements by subject, the newest first. Which of them is valid is not decided here: the agent sees both with
 * their age.
 */
export function grouped<One extends Dated>(
  unordered: readonly One[],
  termsOf: (text: string) => Iterable<string> = contentTerms,
): Group<One>[] {
  const entries = [...unordered].sort((a, b) => b.at.localeCompare(a.at));
  const words = entries.map(({ text, core = text }) => new Set(termsOf(core)));
  const having = new Map<string, number[]>();
  for (const [at, set] of words.entries())
    for (const word of set) {
      const list = having.get(word);
      if (list) list.push(at);
      else having.set(word, [at]);
    }
  const weights = new Map(
    [...having].map(([word, list]) => [word, Math.log((entries.length + 1) / list.length) + 0.1]),
  );
  const totals = words.map((set) => [...set].reduce((total, word) => total + (weights.get(word) ?? 0), 0));
  /** The later entries of the list on the subject of one of them. */
  const relatedTo = (at: number): number[] => {
    const shared = new Map<number, { count: number; weight: number }>();
    for (const word of words[at] ?? [])
      for (const other of having.get(word) ?? []) {
        if (other <= at) continue;
        const { count, weight } = shared.get(other) ?? { count: 0, weight: 0 };
        shared.set(other, { count: count + 1, weight: weight + (weights.get(word) ?? 0) });
      }
    return [...shared]
      .filter(
        ([other, { count, weight }]) =>
          count >= FEWEST_SHARED && weight >= SAME_SUBJECT * Math.min(totals[at] ?? 0, totals[other] ?? 0),
      )
      .map(([other]) => other)
      .sort((a, b) => a - b);
  };
  const taken = new Set<number>();
  const groups: Group<One>[] = [];
  for (const [at, entry] of entries.entries()) {
    if (taken.has(at)) continue;
    const related = relatedTo(at).filter((other) => !taken.has(other));
    for (const other of related) taken.add(other);
    groups.push({ entry, earlier: related.flatMap((other) => entries[other] ?? []) });
  }
  return groups;
}
