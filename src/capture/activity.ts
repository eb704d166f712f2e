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
import { actOf } from "./tool-acts.ts";

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

export function activityOf(messages: readonly Spoken[]): Activity {
  const requests: Statement[] = [];
  const decisions: Statement[] = [];
  const commands: CommandRun[] = [];
  const files = new Map<string, FileTouched>();
  const results = new Map<string, Spoken>();
  let lastReply: Statement | undefined;
  for (const message of messages)
    if (message.kind === "tool_result" && message.toolUseId) results.set(message.toolUseId, message);

  messages.forEach((message, index) => {
    const seq = message.seq ?? index + 1;
    const statement = (text: string): Statement => ({ text, at: message.createdAt, seq });
    if (message.kind === "prompt") {
      if (!isCourtesy(message.content)) requests.push(statement(bothEnds(message.content, READ_AT_EACH_END)));
      decisions.push(...decisionsIn(message.content).map(statement));
    } else if (message.kind === "text" && message.role === "assistant") {
      decisions.push(...decisionsIn(message.content).map(statement));
      lastReply = statement(bothEnds(message.content, READ_AT_EACH_END));
    } else if (message.kind === "tool_use" && !isOwnTool(message.toolName)) {
      const act = actOf({ content: message.content });
      const result = message.toolUseId ? results.get(message.toolUseId) : undefined;
      if (result?.isError && wasRefused(result.content)) return;
      if (act.kind === "run") {
        commands.push(runOf(act.command, result, { at: message.createdAt, seq }));
      } else if ((act.kind === "edit" || act.kind === "read") && !(result?.isError && didNotRun(result.content))) {
        const before = files.get(act.path);
        files.delete(act.path);
        files.set(act.path, {
          path: act.path,
          edits: (before?.edits ?? 0) + (act.kind === "edit" ? 1 : 0),
          reads: (before?.reads ?? 0) + (act.kind === "read" ? 1 : 0),
          lines: act.kind === "read" ? (act.lines ?? before?.lines) : before?.lines,
          at: message.createdAt,
          seq,
        });
      }
    }
  });

  return {
    requests,
    decisions: unique(decisions),
    files: [...files.values()],
    commands,
    lastReply,
  };
}
