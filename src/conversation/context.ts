import { estimateTokens, isoDay } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import {
  type AgentRecord,
  FRAME_TOKENS,
  type MessageRecord,
  type MessageRole,
  type NoteRecord,
} from "../store/index.ts";
import { oneLine } from "./activity/text.ts";
import { noteLine } from "./agents.ts";
import { cutToTokens } from "./cut.ts";
import { fence } from "./echo.ts";

export interface ContextMessage {
  readonly role: MessageRole;
  readonly content: string;
  /** Of a message of the conversation; what Throughline itself puts before it has none. */
  readonly id?: string;
}

/** What to send to the model next. */
export interface Context {
  readonly system: string;
  readonly messages: readonly ContextMessage[];
  readonly recalled: readonly RecalledMemory[];
  readonly tokens: number;
}

export interface ContextParts {
  readonly agent: AgentRecord;
  readonly notes: readonly NoteRecord[];
  readonly summary: string | undefined;
  readonly recalled: readonly RecalledMemory[];
  /** The newest of the thread, oldest first. */
  readonly thread: readonly MessageRecord[];
  /** How many messages the whole thread has. */
  readonly threadLength: number;
  readonly budget: number;
  /** How a model's own count differs from the estimate. */
  readonly factor: number;
}

/** At most these shares of the budget; what they do not use is the conversation's. */
const SHARES = { relationship: 0.1, summary: 0.3, state: 0.15, recalled: 0.2 };
/** What the last message is given at least, however little there is: it is what is to be answered. */
const LAST_MESSAGE = 0.5;

const RECALLED_LINE = 600;

function relationshipBlock({ relationship, relationshipAt }: AgentRecord): string | undefined {
  if (relationship === null) return undefined;
  return `# Relationship\nAs of ${isoDay(relationshipAt)}.\n\n${relationship}`;
}

function stateBlock({ workingState, workingStateAt }: AgentRecord, notes: readonly NoteRecord[]): string | undefined {
  const state = workingState === null ? [] : [`# Working state\nAs of ${isoDay(workingStateAt)}.\n\n${workingState}`];
  const noted = notes.length === 0 ? [] : [`# Notes\n${notes.map(noteLine).join("\n")}`];
  return [...state, ...noted].join("\n\n") || undefined;
}

function recalledBlock(recalled: readonly RecalledMemory[], summary: string): string | undefined {
  const lines = recalled
    .filter(({ content }) => !summary.includes(oneLine(content, RECALLED_LINE)))
    .map(({ createdAt, content, source }) => `- ${isoDay(createdAt)}: ${oneLine(content, RECALLED_LINE)} (${source})`);
  return lines.length === 0 ? undefined : `# Recalled from earlier\n${lines.join("\n")}`;
}

const leftOut = (characters: number): string => `[… ${characters} characters left out here …]`;

/** The conversation as it goes to the model: what leads it, then as much of its end as fits. */
export function composeContext(parts: ContextParts): Context {
  const { agent, summary = "", thread, factor } = parts;
  const total = Math.floor(parts.budget / factor);
  let left = total - agent.profileTokens;
  const last = thread.at(-1);
  const reserved = last ? Math.min(last.tokens + FRAME_TOKENS, Math.ceil(Math.max(0, left) * LAST_MESSAGE)) : 0;

  const leading: ContextMessage[] = [];
  const lead = (text: string | undefined, share: number) => {
    if (text === undefined || text === "") return;
    const most = Math.min(Math.floor(total * share), left - reserved) - FRAME_TOKENS;
    const fenced = most > 0 ? cutToTokens(fence(text), most, leftOut) : "";
    if (fenced === "") return;
    leading.push({ role: "user", content: fenced });
    left -= estimateTokens(fenced) + FRAME_TOKENS;
  };
  lead(relationshipBlock(agent), SHARES.relationship);
  lead(summary, SHARES.summary);
  lead(stateBlock(agent, parts.notes), SHARES.state);
  lead(recalledBlock(parts.recalled, summary), SHARES.recalled);

  const tail = newestWithin(thread, left);
  left -= tail.tokens;
  const unsaid = parts.threadLength - tail.messages.length;
  if (unsaid > 0 && last) {
    const note = fence(`${unsaid} earlier messages of this thread do not fit here; recall finds them by their words.`);
    const tokens = estimateTokens(note) + FRAME_TOKENS;
    if (tokens <= left) {
      leading.push({ role: "user", content: note });
      left -= tokens;
    }
  }
  return {
    system: agent.systemPrompt,
    messages: [...leading, ...tail.messages],
    recalled: parts.recalled,
    tokens: Math.round((total - left) * factor),
  };
}

/** The newest messages that fit; the last one always, cut where it must be. */
function newestWithin(
  thread: readonly MessageRecord[],
  most: number,
): { readonly messages: readonly ContextMessage[]; readonly tokens: number } {
  const messages: ContextMessage[] = [];
  let tokens = 0;
  for (const { id, role, content, tokens: own } of thread.toReversed()) {
    if (tokens + own + FRAME_TOKENS > most) {
      if (messages.length > 0) break;
      const whole = `[… left out here: \`expand ${id}\` gives the whole message …]`;
      const cut = cutToTokens(content, Math.max(0, most - FRAME_TOKENS), () => whole);
      messages.push({ role, content: cut, id });
      tokens += estimateTokens(cut) + FRAME_TOKENS;
      break;
    }
    messages.push({ role, content, id });
    tokens += own + FRAME_TOKENS;
  }
  return { messages: messages.reverse(), tokens };
}
