import type { Store, WorkNoteRecord } from "../../store/index.ts";
import { passagesOf } from "../indexing/analyse.ts";
import type { RecallInput } from "../input.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import { rarityOf } from "./gather-candidates.ts";
import type { Question } from "./question.ts";
import { bestOf, Scorer } from "./ranking-features.ts";
import { type Asked, isFound, type Ranked, REMEMBERED, rankedBy } from "./search.ts";

/** The rules that hold, or held at a time. Rules belong to projects, so a search for one agent has none. */
export async function rulesInForce(
  { work }: Store,
  { project, agent, asOf = Number.POSITIVE_INFINITY }: Pick<RecallInput, "project" | "agent" | "asOf">,
): Promise<WorkNoteRecord[]> {
  if (agent !== undefined) return [];
  const notes = (await work.notes(project)).filter(({ at }) => Date.parse(at) <= asOf);
  const isEnd = ({ kind }: WorkNoteRecord) => kind === "withdraw" || kind === "supersede";
  const ended = new Set(notes.filter(isEnd).map(({ target }) => target));
  return notes.filter(({ kind, id }) => kind === "rule" && !ended.has(id));
}

/** Rules are few and may end with the next note: they are scored without an index. */
export function rankRules(
  rules: readonly WorkNoteRecord[],
  question: Question,
  asked: Asked,
  words: WordVectors | undefined,
): Ranked[] {
  const passages = rules.flatMap((rule, pk) => {
    const owner = { pk, content: rule.text, kind: "rule", role: "memory", createdAt: rule.at, stamp: "" };
    return [...passagesOf({ ...owner, session: null, place: 0, folder: null, agent: null }, words)];
  });
  const among = passages.length;
  if (among === 0) return [];
  const holders = question.terms.map(({ term }) => passages.filter(({ words: held }) => held.includes(term)).length);
  const scorer = new Scorer(
    question,
    {
      ...{ passages: [], holders, among },
      rarity: holders.map((count) => rarityOf(count, among)),
      averageLength: passages.reduce((sum, { length }) => sum + length, 0) / among,
    },
    [],
  );
  return bestOf(passages.map((passage) => scorer.score({ ...passage, thread: 0 })))
    .filter(isFound)
    .flatMap((one) => {
      const rule = rules[one.owner];
      return rule ? [{ ...rankedBy(one, "rules", REMEMBERED, asked), rule }] : [];
    });
}
