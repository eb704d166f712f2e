import { contentTerms } from "../../text/index.ts";

/** A text with its time. */
export interface Dated {
  readonly text: string;
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
export function grouped<One extends Dated>(unordered: readonly One[]): Group<One>[] {
  const entries = [...unordered].sort((a, b) => b.at.localeCompare(a.at));
  const words = entries.map(({ text }) => new Set(contentTerms(text)));
  const having = new Map<string, number>();
  for (const set of words) for (const word of set) having.set(word, (having.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log((entries.length + 1) / (having.get(word) ?? 1)) + 0.1;
  const sum = (set: Iterable<string>) => [...set].reduce((total, word) => total + weight(word), 0);
  const isSameSubject = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
    const shared = [...a].filter((word) => b.has(word));
    return shared.length >= FEWEST_SHARED && sum(shared) >= SAME_SUBJECT * Math.min(sum(a), sum(b));
  };
  const taken = new Set<number>();
  const groups: Group<One>[] = [];
  for (const [at, entry] of entries.entries()) {
    if (taken.has(at)) continue;
    const own = words[at] ?? new Set();
    const related = entries.flatMap((_, other) =>
      other > at && !taken.has(other) && isSameSubject(own, words[other] ?? new Set()) ? [other] : [],
    );
    for (const other of related) taken.add(other);
    groups.push({ entry, earlier: related.flatMap((other) => entries[other] ?? []) });
  }
  return groups;
}
