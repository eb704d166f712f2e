import type { Notes } from "../../../../markdown/index.ts";
import { searchWithCk } from "../../../ledgers/index.ts";
import { type Outcome, problem } from "../../outcome.ts";
import type { Project } from "../project.ts";
import { full, meaningful, minimal, standard } from "./blocks.ts";
import { type Block, cut, fill, tokensOf } from "./fit-budget.ts";
import { byKeywords } from "./search-notes.ts";

const LEVEL_NAMES = { 1: "Minimal", 2: "Standard", 3: "Full" } as const;
type Level = keyof typeof LEVEL_NAMES;

const FULL_TOKENS = 2000;
const RECENT_ENTRIES = 50;

function byPosition(project: Project, notes: Notes, level: Level): Block[] {
  if (level === 1) return minimal(notes);
  if (level === 2) return standard(notes);
  return full(
    notes,
    project.today().flatMap((entries) => entries.slice(-RECENT_ENTRIES)),
  );
}

interface Chosen {
  readonly method: "position" | "ck" | "keywords";
  /** How they were chosen, for the reader. */
  readonly words: readonly string[];
  readonly blocks: readonly Block[];
}

async function choose(project: Project, notes: Notes, level: Level, query: string): Promise<Chosen> {
  const passages = await searchWithCk(project.places.ledger, query);
  if (passages.length > 0) {
    const blocks = passages.map(({ path = "ck", text }) => ({ title: path, lines: meaningful(text.split("\n")) }));
    return { method: "ck", words: ["Semantic Recovery (ck)"], blocks };
  }
  const found = byKeywords(notes, query);
  if (found.length > 0) return { method: "keywords", words: ["Found by keyword search"], blocks: found };
  return {
    method: "position",
    words: [`No match, falling back to level ${level} by position`],
    blocks: byPosition(project, notes, level),
  };
}

/** As much of a query as may be printed: most of the budget is for what it finds. */
function shown(query: string, budget: number): string {
  const room = Math.floor(budget / 4);
  return tokensOf(query) > room ? (cut(query, room) ?? "…") : query;
}

/** What fits below the head; where two texts meet, a token more may be needed than for both. */
function within(budget: number, head: string, blocks: readonly Block[]): string {
  let room = budget - tokensOf(`${head}\n`);
  let content = fill(blocks, room);
  while (content !== "" && tokensOf(`${head}\n${content}\n`) > budget) content = fill(blocks, --room);
  return content;
}

/** What a new session needs of the notes. The budget is for all that is printed. */
export async function recover(project: Project, levelText = "1", query: string | undefined): Promise<Outcome> {
  const level = ([1, 2, 3] as const).find((one) => String(one) === levelText);
  if (level === undefined) return problem(1, `Invalid level: ${levelText} (1, 2 or 3)`);
  const { level1Tokens, level2Tokens } = project.settings;
  const budget = level === 1 ? level1Tokens : level === 2 ? level2Tokens : FULL_TOKENS;
  const title = `Level ${level}: ${LEVEL_NAMES[level]} Recovery (~${budget} tokens)`;
  const answer = { level, budget_tokens: budget, query: query ?? null };
  const notes = project.notes();
  if (!notes) {
    const text = [title, `NOTES.md not found: ${project.places.notes}`].join("\n");
    return { code: 0, text, json: { ...answer, found: false, content: "", tokens: 0 } };
  }
  const { method, words, blocks }: Chosen =
    query === undefined
      ? { method: "position", words: [], blocks: byPosition(project, notes, level) }
      : await choose(project, notes, level, query);
  const asked = query === undefined ? [] : [`Query: ${shown(query, budget)}`];
  const head = [title, ...asked, ...words, ""].join("\n");
  const content = within(budget, head, blocks);
  return {
    code: 0,
    text: `${head}\n${content || "(nothing that fits)"}`,
    json: { ...answer, found: true, method, content, tokens: tokensOf(content) },
  };
}
