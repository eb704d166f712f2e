import { jsonIn } from "../../../../core/index.ts";
import type { Notes } from "../../../../markdown/index.ts";
import { queryTerms, stem, termsOf } from "../../../../text/index.ts";
import { findProgram, isObject } from "../../../ledgers/index.ts";
import { ask } from "../../run-command.ts";
import { meaningful, withoutComments } from "./blocks.ts";
import type { Block } from "./fit-budget.ts";

/** Shorter ones are found as whole words only: `id` is inside too many others. */
const SHORTEST_PART = 3;
const TITLE_WEIGHT = 2;

interface Passage {
  readonly title: string;
  readonly lines: readonly string[];
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

/** Passages that follow each other under one heading become one block. */
function asBlocks(passages: readonly Passage[]): Block[] {
  const blocks: { title: string; lines: string[] }[] = [];
  for (const { title, lines } of passages) {
    const last = blocks.at(-1);
    const block = last?.title === title ? last : { title, lines: [] };
    if (block !== last) blocks.push(block);
    for (const line of lines) block.lines.push(line);
  }
  return blocks;
}

/** The passages that have most of the query's words, the best first; of equals, the later one. */
export function byKeywords(notes: Notes, query: string): Block[] {
  const terms = queryTerms(query);
  const words = terms.length > 0 ? terms : query.toLowerCase().split(/\s+/);
  const found = [...passagesOf(notes)]
    .map((passage, at) => ({ passage, at, score: scoreOf(passage, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at);
  return asBlocks(found.map(({ passage }) => passage));
}

const SNIPPETS = ["snippet", "preview", "content", "text"];

function blockOf(line: string): Block[] {
  const fields = jsonIn(line);
  if (!isObject(fields)) return [];
  const snippet = SNIPPETS.map((name) => fields[name]).find((text) => typeof text === "string" && text.trim() !== "");
  const title = [fields.path, fields.file].find((path) => typeof path === "string");
  return typeof snippet === "string" ? [{ title: String(title ?? "ck"), lines: meaningful(snippet.split("\n")) }] : [];
}

/** By meaning, where the project has `ck`; undefined where it is not installed or finds nothing. */
export function byCk(ledger: string, query: string, env: NodeJS.ProcessEnv): Block[] | undefined {
  const ck = findProgram("ck", env.PATH);
  const answer = ck && ask(ck, ["--hybrid", query, ledger, "--top-k", "3", "--jsonl"], ledger, env);
  const blocks = answer?.split("\n").flatMap(blockOf) ?? [];
  return blocks.length > 0 ? blocks : undefined;
}
