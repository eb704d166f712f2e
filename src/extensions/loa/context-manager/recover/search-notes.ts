import type { Notes } from "../../../../markdown/index.ts";
import { queryTerms, stem, termsOf } from "../../../../text/index.ts";
import { withoutComments } from "./blocks.ts";
import type { Block } from "./fit-budget.ts";

/** Shorter ones are found as whole words only: `id` is inside too many others. */
const SHORTEST_PART = 3;
const TITLE_WEIGHT = 2;

interface Passage {
  readonly title: string;
  readonly lines: string[];
}

/** The paragraphs of the notes, each under its heading; a table's rows are separate. */
function* passagesOf({ lines, sections }: Notes): Generator<Passage> {
  for (const [at, { title, bodyFrom, to }] of sections.entries()) {
    const end = Math.min(to, sections[at + 1]?.from ?? to);
    let paragraph: string[] = [];
    for (const line of [...withoutComments(lines.slice(bodyFrom, end)), ""]) {
      const isRow = line.trimStart().startsWith("|");
      if ((line === "" || isRow) && paragraph.length > 0) {
        yield { title, lines: paragraph };
        paragraph = [];
      }
      if (isRow) yield { title, lines: [line] };
      else if (line !== "") paragraph.push(line);
    }
  }
}

function scoreOf({ title, lines }: Passage, words: readonly string[]): number {
  const scoreIn = (text: string): number => {
    const terms = new Set(termsOf(text));
    const has = (word: string) => terms.has(stem(word)) || (word.length >= SHORTEST_PART && text.includes(word));
    return words.filter(has).length;
  };
  return TITLE_WEIGHT * scoreIn(title.toLowerCase()) + scoreIn(lines.join("\n").toLowerCase());
}

/** The passages that have most of the query's words, the best first; of equals, the later one. */
export function byKeywords(notes: Notes, query: string): Block[] {
  const terms = queryTerms(query);
  const words = terms.length > 0 ? terms : query.toLowerCase().split(/\s+/);
  const found = [...passagesOf(notes)]
    .map((passage, at) => ({ passage, at, score: scoreOf(passage, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at);
  const blocks: Passage[] = [];
  // Passages that follow each other under one heading become one block.
  for (const { passage } of found) {
    const last = blocks.at(-1);
    if (last?.title !== passage.title) blocks.push(passage);
    else for (const line of passage.lines) last.lines.push(line);
  }
  return blocks;
}
