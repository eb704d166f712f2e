import type { Conversation, Turn } from "./dialect.ts";

export const REPLY = "STANDIN-REPLY ok";
export const FINAL = "STANDIN-FINAL after tool";
export const SUMMARY = "STANDIN-SUMMARY";

const DEFAULT_TOKENS = 1000;

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly kind: "text" | "summary"; readonly text: string; readonly inputTokens: number }
  | { readonly kind: "tools"; readonly calls: readonly ToolCall[]; readonly inputTokens: number };

// Text that a client or a hook wrapped around the prompt may quote old prompts: their directives are not for us.
const WRAPPED = /<(hook_context|system-reminder|task-notification|local-command-stdout|command-args)>[\s\S]*?<\/\1>/g;
const SUMMARY_REQUEST = /your task is to create a detailed summary/i;

/** Chooses replies from the directives in the user's prompt. `phraseSummary` gives a summary the dialect's form. */
export function createScript(phraseSummary: (line: string) => string): (conversation: Conversation) => Reply {
  let summaries = 0;
  return ({ turns, offersTools }) => {
    const asked = turns.slice(turns.findLastIndex((turn) => turn.role === "assistant") + 1);
    // A client may put the next prompt, or its request for a summary, into the message that carries tool results.
    const prompt = userText(asked.slice(asked.findLastIndex((turn) => turn.role === "tool-result") + 1));
    if (SUMMARY_REQUEST.test(prompt)) {
      summaries += 1;
      const line = `${SUMMARY}-${summaries}: earlier work, condensed.`;
      return { kind: "summary", text: phraseSummary(line), inputTokens: DEFAULT_TOKENS };
    }

    const inputTokens = reportedTokens(turns);
    const calls = offersTools ? scriptedCalls(prompt) : [];
    if (calls.length > 0) return { kind: "tools", calls, inputTokens };
    const afterTool = prompt.trim() === "" && asked.some((turn) => turn.role === "tool-result");
    const said = lastMatch(prompt, /\[\[say ([\s\S]*?)\]\]/g);
    return { kind: "text", text: afterTool ? FINAL : (said ?? REPLY), inputTokens };
  };
}

function userText(turns: readonly Turn[]): string {
  return turns.flatMap((turn) => (turn.role === "user" ? [turn.text.replace(WRAPPED, "")] : [])).join("\n");
}

/** A reported size stops counting once a summary follows it, so that one directive provokes one compaction. */
function reportedTokens(turns: readonly Turn[]): number {
  const sinceSummary = userText(turns).split(`${SUMMARY}-`).at(-1) ?? "";
  return Number(lastMatch(sinceSummary, /\[\[tokens (\d+)\]\]/g) ?? DEFAULT_TOKENS);
}

function scriptedCalls(prompt: string): ToolCall[] {
  return [...prompt.matchAll(/\[\[tool\s+(\S+)\s+(?=\{)/g)].flatMap((match) => {
    const input = jsonUpTo("]]", prompt.slice(match.index + match[0].length));
    return input === undefined ? [] : [{ name: match[1] ?? "", input }];
  });
}

/** The JSON object before the first `close` that ends a valid document: the JSON may hold `close` itself. */
function jsonUpTo(close: string, text: string): ToolCall["input"] | undefined {
  for (let end = text.indexOf(close); end >= 0; end = text.indexOf(close, end + 1)) {
    try {
      return JSON.parse(text.slice(0, end));
    } catch {
      // Cut inside the JSON: try the next closing mark.
    }
  }
  return undefined;
}

function lastMatch(text: string, pattern: RegExp): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}
