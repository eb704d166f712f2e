import { estimateTokens, isoDay } from "../core/index.ts";
import type { RecalledMemory } from "../memory/index.ts";
import { FRAME_TOKENS, type MessageRecord, type MessageRole } from "../store/index.ts";
import { fence, oneLine } from "../text/index.ts";
import { type Note, noteLine } from "./notes.ts";
import type { Agent } from "./stored-agents.ts";

export interface ContextMessage {
  readonly role: MessageRole;
  readonly content: string;
  /** Only for messages of the conversation, not for texts that Throughline adds. */
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
  readonly agent: Agent;
  readonly notes: readonly Note[];
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

/** Minimum shares of the budget; unused room goes to the others. */
const SHARES = { relationship: 0.1, summary: 0.3, state: 0.15, recalled: 0.2 };
/** The minimum share of the last message, because it must be answered. */
const LAST_MESSAGE = 0.5;
const LEAST_LAST_TOKENS = 60;

const RECALLED_LINE = 600;

const leftOut = (characters: number): string => `[… ${characters} characters left out here …]`;
/** One more than needed, because separate estimates may round down. */
const FENCE_TOKENS = estimateTokens(fence("")) + FRAME_TOKENS + 1;

/** A part that Throughline puts before the conversation. */
interface Part {
  readonly share: number;
  /** Tokens for all of it. */
  readonly need: number;
  /** As much as fits; may be empty. */
  within(most: number): string;
}

function part(share: number, text: string, within = (most: number) => cutToTokens(text, most, leftOut)): Part {
  return { share, need: text === "" ? 0 : estimateTokens(text) + FENCE_TOKENS, within };
}

function relationshipPart({ relationship, relationshipAt }: Agent): Part {
  const text = relationship === null ? "" : `# Relationship\nAs of ${isoDay(relationshipAt)}.\n\n${relationship}`;
  return part(SHARES.relationship, text);
}

/** If it does not fit, the oldest notes are dropped first. */
function statePart({ workingState, workingStateAt }: Agent, notes: readonly Note[]): Part {
  const state = workingState === null ? "" : `# Working state\nAs of ${isoDay(workingStateAt)}.\n\n${workingState}`;
  const withNotes = (count: number): string => {
    const noted = count === 0 ? "" : `# Notes\n${notes.slice(0, count).map(noteLine).join("\n")}`;
    return [state, noted].filter((text) => text !== "").join("\n\n");
  };
  return part(SHARES.state, withNotes(notes.length), (most) => {
    for (let count = notes.length; count > 0; count--) {
      const text = withNotes(count);
      if (estimateTokens(text) <= most) return text;
    }
    return cutToTokens(state, most, leftOut);
  });
}

const recalledLine = ({ createdAt, content, source }: RecalledMemory): string =>
  `- ${isoDay(createdAt)}: ${oneLine(content, RECALLED_LINE)} (${source})`;

/** Leaves out what the summary already contains. */
function recalledPart(recalled: readonly RecalledMemory[], summary: string): Part {
  const lines = recalled.filter(({ content }) => !summary.includes(oneLine(content, RECALLED_LINE))).map(recalledLine);
  const withLines = (count: number): string =>
    count === 0 ? "" : `# Recalled from earlier\n${lines.slice(0, count).join("\n")}`;
  return part(SHARES.recalled, withLines(lines.length), (most) => {
    let count = lines.length;
    while (count > 0 && estimateTokens(withLines(count)) > most) count -= 1;
    return withLines(count);
  });
}

/** The tokens for each part: its share, then in order what is left over. */
function allowances(parts: readonly Part[], total: number, left: number, tailNeed: number, reserved: number): number[] {
  let room = Math.max(0, left - reserved);
  const given = parts.map(({ need, share }) => {
    const own = Math.min(need, Math.floor(total * share), room);
    room -= own;
    return own;
  });
  let spare = Math.max(0, room - Math.max(0, tailNeed - reserved));
  return parts.map(({ need }, index) => {
    const own = given[index] ?? 0;
    const more = Math.min(need - own, spare);
    spare -= more;
    return own + more;
  });
}

/** The conversation for the model: leading parts, then as many of the newest messages as fit. */
export function composeContext(given: ContextParts): Context {
  const { agent, summary = "", thread, factor } = given;
  const total = Math.floor(given.budget / factor);
  let left = total - agent.profileTokens;
  const last = thread.at(-1);
  const tailNeed = thread.reduce((sum, { tokens }) => sum + tokens + FRAME_TOKENS, 0);
  const reserved = last ? Math.min(last.tokens + FRAME_TOKENS, Math.ceil(Math.max(0, left) * LAST_MESSAGE)) : 0;
  const parts = [
    relationshipPart(agent),
    part(SHARES.summary, summary),
    statePart(agent, given.notes),
    recalledPart(given.recalled, summary),
  ];
  const most = allowances(parts, total, left, tailNeed, reserved);
  const leading: ContextMessage[] = [];
  const lead = (text: string): void => {
    const content = fence(text);
    leading.push({ role: "user", content });
    left -= estimateTokens(content) + FRAME_TOKENS;
  };
  parts.forEach(({ within }, index) => {
    const text = within((most[index] ?? 0) - FENCE_TOKENS);
    if (text !== "") lead(text);
  });
  const tail = newestWithin(thread, left);
  left -= tail.tokens;
  const omitted = given.threadLength - tail.messages.length;
  if (omitted > 0 && last) {
    const note = `${omitted} earlier messages of this thread do not fit here; recall finds them by their words.`;
    if (estimateTokens(note) + FENCE_TOKENS <= left) lead(note);
  }
  return {
    system: agent.systemPrompt,
    messages: [...leading, ...tail.messages],
    recalled: given.recalled,
    tokens: Math.round((total - left) * factor),
  };
}

/** The newest messages that fit; the last one always, cut if needed. */
function newestWithin(
  thread: readonly MessageRecord[],
  most: number,
): { readonly messages: readonly ContextMessage[]; readonly tokens: number } {
  const messages: ContextMessage[] = [];
  let tokens = 0;
  for (const { id, role, content, tokens: own } of thread.toReversed()) {
    const isLast = messages.length === 0;
    if (tokens + own + FRAME_TOKENS > (isLast ? Math.max(most, LEAST_LAST_TOKENS) : most)) {
      if (!isLast) break;
      const whole = `[… left out here: \`expand ${id}\` gives the whole message …]`;
      const cut = cutToTokens(content, Math.max(most, LEAST_LAST_TOKENS) - FRAME_TOKENS, () => whole);
      messages.push({ role, content: cut, id });
      tokens += estimateTokens(cut) + FRAME_TOKENS;
      break;
    }
    messages.push({ role, content, id });
    tokens += own + FRAME_TOKENS;
  }
  return { messages: messages.reverse(), tokens };
}

/** The share before the gap: the beginning of a text matters most. */
const BEFORE_THE_GAP = 0.7;
const CLOSER = 0.9;

/** Cuts a text to a number of tokens: its beginning and end, with a note about the gap. */
function cutToTokens(text: string, most: number, missing: (characters: number) => string): string {
  const tokens = estimateTokens(text);
  if (tokens <= most) return text;
  for (let length = Math.floor((text.length * most) / tokens); length > 0; length = Math.floor(length * CLOSER)) {
    const head = text.slice(0, Math.ceil(length * BEFORE_THE_GAP)).replace(/[\uD800-\uDBFF]$/, "");
    const tail = text.slice(text.length - (length - head.length)).replace(/^[\uDC00-\uDFFF]/, "");
    const cut = `${head}\n${missing(text.length - head.length - tail.length)}\n${tail}`;
    if (estimateTokens(cut) <= most) return cut;
  }
  return "";
}
