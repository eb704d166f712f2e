import { estimateTokens } from "../../core/index.ts";
import type { Store } from "../../store/index.ts";
import { contentTerms, signature, signatureOf } from "../../text/index.ts";
import { relatedTo } from "../facts/related-memories.ts";
import type { Candidate } from "./recalled-memory.ts";

/** Limits in tokens and in number. */
export interface Capacity {
  readonly budget: number;
  readonly limit: number;
}

/** For how many of the best related memories are looked up. */
const LOOKED_UP = 3;

const isMemory = ({ memory: { kind } }: Candidate): boolean => kind !== "message" && kind !== "checkpoint";

const newestFirst = (a: Candidate, b: Candidate): number => (a.memory.createdAt < b.memory.createdAt ? 1 : -1);

/**
 * Groups memories about the same subject at the place of the best, newest first; older ones name the newest, so that
 * the reader can judge. Related ones that the search missed are added while they fit, with `mayAdd`.
 */
export async function groupRelated(
  store: Store,
  found: readonly Candidate[],
  { budget, limit, asOf, mayAdd }: Capacity & { readonly asOf: number | undefined; readonly mayAdd: boolean },
): Promise<Candidate[]> {
  // A memory shown for a past time is not compared with current ones.
  const current = found.filter((one) => isMemory(one) && (asOf !== undefined || one.memory.supersededBy === null));
  if (current.length === 0) return [...found];
  const groups = new Map<string, Set<Candidate>>();
  const known = new Map(found.map((one) => [one.memory.id, one]));
  const fits = (content: string): boolean =>
    known.size < limit &&
    [...known.values(), { content }].reduce((sum, one) => sum + estimateTokens(one.content), 0) <= budget;
  for (const one of current.slice(0, LOOKED_UP)) {
    const group = groups.get(one.memory.id) ?? new Set([one]);
    for (const { memory, share } of await relatedTo(store, one.memory, asOf)) {
      let other = known.get(memory.id);
      if (!other) {
        if (!mayAdd || !fits(memory.content)) continue;
        other = {
          memory: { ...memory, score: share * one.memory.score, reasons: [`about the same as ${one.memory.id}`] },
          ...{ content: memory.content, origin: memory.id },
          signed: signatureOf(signature(contentTerms(memory.content))),
        };
        known.set(memory.id, other);
      }
      for (const member of groups.get(memory.id) ?? [other]) group.add(member);
    }
    for (const member of group) groups.set(member.memory.id, group);
  }

  const placed = new Set<string>();
  return found.flatMap((one) => {
    const group = [...(groups.get(one.memory.id) ?? [one])]
      .sort(newestFirst)
      .filter(({ memory }) => !placed.has(memory.id));
    const newest = group[0]?.memory.id;
    for (const { memory } of group) placed.add(memory.id);
    return group.map((each) =>
      newest === undefined || each.memory.id === newest ? each : { ...each, memory: { ...each.memory, newer: newest } },
    );
  });
}
