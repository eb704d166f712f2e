import type { Notes } from "../../../../markdown/index.ts";
import type { Entry } from "../../../ledgers/index.ts";
import { type Outcome, problem } from "../../outcome.ts";
import * as texts from "../../texts/recover.ts";
import type { Project } from "../project.ts";
import { full, minimal, standard } from "./blocks.ts";
import { type Block, cut, fill, tokensOf } from "./fit-budget.ts";
import { byCk, byKeywords } from "./search-notes.ts";

const FULL_TOKENS = 2000;
const RECENT_ENTRIES = 50;

type Method = "position" | "ck" | "keywords";

function levelOf(text: string): texts.Level | undefined {
  return text === "1" ? 1 : text === "2" ? 2 : text === "3" ? 3 : undefined;
}

const recentEntries = (project: Project): Entry[] =>
  project.today().flatMap((entries) => entries.slice(-RECENT_ENTRIES));

function byPosition(project: Project, notes: Notes, level: texts.Level): Block[] {
  if (level === 1) return minimal(notes);
  return level === 2 ? standard(notes) : full(notes, recentEntries(project));
}

interface Chosen {
  readonly method: Method;
  /** How they were chosen, for the reader. */
  readonly words: readonly string[];
  readonly blocks: readonly Block[];
}

function choose(project: Project, notes: Notes, level: texts.Level, query: string | undefined, budget: number): Chosen {
  if (query === undefined) return { method: "position", words: [], blocks: byPosition(project, notes, level) };
  const asked = texts.query(tokensOf(query) > budget / 4 ? shown(query, budget) : query);
  const meant = byCk(project.places.ledger, query, project.context.env);
  if (meant) return { method: "ck", words: [asked, texts.SEMANTIC], blocks: meant };
  const found = byKeywords(notes, query);
  if (found.length > 0) return { method: "keywords", words: [asked, texts.KEYWORDS], blocks: found };
  const words = [asked, texts.fallingBack(level)];
  return { method: "position", words, blocks: byPosition(project, notes, level) };
}

/** As much of a query as may be printed: half of the budget is for what it finds. */
const shown = (query: string, budget: number): string => cut(query, Math.floor(budget / 4)) ?? "…";

/** What fits below the head; where two texts meet, a token more may be needed than for both. */
function within(budget: number, head: string, blocks: readonly Block[]): string {
  let room = budget - tokensOf(`${head}\n`);
  let content = fill(blocks, room);
  while (content !== "" && tokensOf(`${head}\n${content}\n`) > budget) content = fill(blocks, --room);
  return content;
}

/** What a new session needs of the notes. The budget is for all that is printed. */
export function recover(project: Project, levelText = "1", query: string | undefined): Outcome {
  const level = levelOf(levelText);
  if (level === undefined) return problem(1, texts.invalidLevel(levelText));
  const { level1Tokens, level2Tokens } = project.settings;
  const budget = level === 1 ? level1Tokens : level === 2 ? level2Tokens : FULL_TOKENS;
  const title = texts.title(level, budget);
  const answer = { level, budget_tokens: budget, query: query ?? null };
  const notes = project.notes();
  if (!notes) {
    const text = [title, texts.notFound(project.places.notes)].join("\n");
    return { code: 0, text, json: { ...answer, found: false, content: "", tokens: 0 } };
  }
  const { method, words, blocks } = choose(project, notes, level, query, budget);
  const head = [title, ...words, ""].join("\n");
  const content = within(budget, head, blocks);
  return {
    code: 0,
    text: `${head}\n${content || texts.NOTHING}`,
    json: { ...answer, found: true, method, content, tokens: tokensOf(content) },
  };
}
