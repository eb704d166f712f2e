import { wordsKey } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import type { Store } from "../store/index.ts";
import { decisionsOf } from "../work/index.ts";

/* Recall may find a rule or a decision that no longer holds: the text stays and is marked. */

interface Ended {
  readonly words: string;
  readonly at: string;
  readonly how: "withdrawn" | "superseded";
}

const STATEMENTS_READ = 200;
const DECISIONS_READ = 60;
/** Shorter texts match by chance. */
const FEWEST_WORDS = 3;

/** The rules and decisions of a project that no longer hold. One that was recorded again holds. */
async function endedIn(store: Store, project: string): Promise<Ended[]> {
  const { work, projects } = store;
  const paths = [...new Set([project, ...(await projects.paths(project))])];
  const [notes, said, ...recorded] = await Promise.all([
    work.notes(project),
    work.statements(project, STATEMENTS_READ),
    ...paths.map((path) => decisionsOf(store, { project: path, limit: DECISIONS_READ, all: true })),
  ]);
  const ends = new Map<string, Pick<Ended, "at" | "how">>();
  const decisions = recorded.flat().map(({ id, content, withdrawnAt }) => {
    if (withdrawnAt !== null) ends.set(id, { at: withdrawnAt, how: "withdrawn" });
    return { id, text: content.decision };
  });
  for (const { kind, target, at } of notes)
    if (target !== null && (kind === "withdraw" || kind === "supersede"))
      ends.set(target, { at, how: kind === "withdraw" ? "withdrawn" : "superseded" });
  const rules = notes.filter(({ kind }) => kind === "rule");
  const all = [...rules, ...decisions, ...said.map(({ id, core }) => ({ id, text: core }))].map(({ id, text }) => ({
    words: wordsKey(text),
    end: ends.get(id),
  }));
  const holding = new Set(all.filter(({ end }) => !end).map(({ words }) => words));
  return all.flatMap(({ words, end }) =>
    end && !holding.has(words) && words.split(" ").length >= FEWEST_WORDS ? [{ words, ...end }] : [],
  );
}

/** Marks texts that state a rule or a decision that was withdrawn or superseded since. */
export async function withEnded<Found extends RecalledMemory>(store: Store, found: readonly Found[]) {
  const projects = new Set(found.flatMap(({ project }) => project ?? []));
  const ended = (await Promise.all([...projects].map((project) => endedIn(store, project)))).flat();
  if (ended.length === 0) return found;
  return found.map((one) => {
    const words = wordsKey(one.content);
    const end = ended.find((statement) => one.createdAt <= statement.at && words.includes(statement.words));
    return end ? { ...one, ended: end.how } : one;
  });
}
