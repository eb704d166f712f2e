import type { MessageRecord } from "../store/index.ts";
import {
  bothEnds,
  didNotRun,
  isCourtesy,
  isOwnTool,
  sentences,
  soundsLikeDecision,
  wasRefused,
} from "../text/index.ts";
import { type CommandRun, runOf } from "./command-runs.ts";
import { type Act, actOf } from "./tool-acts.ts";

export type { CommandRun } from "./command-runs.ts";

export interface Statement {
  readonly text: string;
  readonly at: string;
  readonly seq: number;
}

export interface FileTouched {
  readonly path: string;
  readonly edits: number;
  readonly reads: number;
  readonly lines: string | undefined;
  readonly at: string;
  readonly seq: number;
}

/** What a range of messages was about, found by rules; everything in order. */
export interface Activity {
  /** What the user asked for, in their words; courtesies left out. */
  readonly requests: readonly Statement[];
  readonly decisions: readonly Statement[];
  readonly files: readonly FileTouched[];
  readonly commands: readonly CommandRun[];
  /** The agent's last reply. */
  readonly lastReply: Statement | undefined;
}

/** The fields needed of a message: one of the ledger, or an entry that is not stored yet. */
export type Spoken = Pick<MessageRecord, "kind" | "role" | "content" | "createdAt"> & {
  readonly toolName?: string | null | undefined;
  readonly toolUseId?: string | null | undefined;
  readonly isError?: boolean | null | undefined;
  readonly seq?: number;
};

/** A request often follows pasted text. */
const READ_AT_EACH_END = 1000;

function unique(items: readonly Statement[]): Statement[] {
  const byText = new Map<string, Statement>();
  // A repeated statement counts where it was last made.
  for (const item of items) {
    const key = item.text.toLowerCase();
    byText.delete(key);
    byText.set(key, item);
  }
  return [...byText.values()];
}

/** "Now fix it, use `a` instead of `b`:" announces an action, not a decision. */
const ANNOUNCES = /[:：]$/;

const decisionsIn = (text: string): string[] =>
  sentences(text).filter((sentence) => !ANNOUNCES.test(sentence) && soundsLikeDecision(sentence));

/** A tool call in the terms that all clients share, with its result as far as that is known. */
export interface Call {
  readonly act: Act;
  readonly content: string;
  readonly result: Spoken | undefined;
  readonly at: string;
  readonly seq: number;
}

/** The calls in a range of messages, in order, but for those of our own tools and those that the client refused. */
export function callsIn(messages: readonly Spoken[]): Call[] {
  const results = new Map<string, Spoken>();
  for (const message of messages)
    if (message.kind === "tool_result" && message.toolUseId) results.set(message.toolUseId, message);
  return messages.flatMap(({ kind, toolName, toolUseId, content, createdAt: at, seq }, index) => {
    if (kind !== "tool_use" || isOwnTool(toolName)) return [];
    const result = toolUseId ? results.get(toolUseId) : undefined;
    if (result?.isError && wasRefused(result.content)) return [];
    return [{ act: actOf({ content }), content, result, at, seq: seq ?? index + 1 }];
  });
}

function filesIn(calls: readonly Call[]): FileTouched[] {
  const files = new Map<string, FileTouched>();
  for (const { act, result, at, seq } of calls) {
    if ((act.kind !== "edit" && act.kind !== "read") || (result?.isError && didNotRun(result.content))) continue;
    const { path } = act;
    const { edits = 0, reads = 0, lines } = files.get(path) ?? {};
    files.delete(path);
    files.set(
      path,
      act.kind === "edit"
        ? { path, edits: edits + 1, reads, lines, at, seq }
        : { path, edits, reads: reads + 1, lines: act.lines ?? lines, at, seq },
    );
  }
  return [...files.values()];
}

export function activityOf(messages: readonly Spoken[]): Activity {
  const requests: Statement[] = [];
  const decisions: Statement[] = [];
  let lastReply: Statement | undefined;
  for (const [index, { kind, role, content, createdAt: at, seq = index + 1 }] of messages.entries()) {
    const isPrompt = kind === "prompt";
    if (!isPrompt && !(kind === "text" && role === "assistant")) continue;
    const statement = { text: bothEnds(content, READ_AT_EACH_END), at, seq };
    if (!isPrompt) lastReply = statement;
    else if (!isCourtesy(content)) requests.push(statement);
    decisions.push(...decisionsIn(content).map((text) => ({ text, at, seq })));
  }
  const calls = callsIn(messages);
  const commands = calls.flatMap(({ act, result, at, seq }) =>
    act.kind === "run" ? [runOf(act.command, result, { at, seq })] : [],
  );
  return { requests, decisions: unique(decisions), files: filesIn(calls), commands, lastReply };
}
