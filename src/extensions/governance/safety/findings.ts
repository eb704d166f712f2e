import type { Spoken } from "../../../capture/index.ts";
import { expressionOf } from "../../../harnesses/traits/index.ts";
import { didNotRun, isOwnTool, oneLine } from "../../../text/index.ts";
import { toolCallsIn } from "../tool-calls.ts";
import { destructionIn } from "./destructive-commands.ts";
import type { Finding } from "./samples.ts";
import { isReadOnlyCommand } from "./shell/read-only.ts";

/*
 * What an agent did that it should not, by the commands that really ran. Nothing here reads what the user may have
 * meant: a rule that guesses would lock sessions that did nothing wrong.
 */

const LONGEST_EVIDENCE = 200;
/** As many messages back what was done is looked at. */
const LOOKED_BACK = 120;

interface Done {
  readonly index: number;
  readonly command: string;
}

const promptsOf = (messages: readonly Spoken[]): string[] =>
  messages.flatMap(({ kind, content }) => (kind === "prompt" ? [content] : []));

/** The commands that the agent ran; a call that a person or a hook stopped was not done. */
const doneIn = (messages: readonly Spoken[], clearedSeq: number): Done[] =>
  toolCallsIn(messages).flatMap(({ message, index, act, result }): Done[] => {
    const isPast = index < messages.length - LOOKED_BACK || (message.seq ?? Number.MAX_SAFE_INTEGER) <= clearedSeq;
    const isStopped = result?.isError && (didNotRun(result.content) || /\bsandbox\b/.test(result.content));
    return act.kind === "run" && !isPast && !isStopped ? [{ index, command: act.command }] : [];
  });

/** A command that destroys what cannot be had back. Where the user named the command or its target, it is theirs. */
const destructive = (messages: readonly Spoken[], done: readonly Done[]): Finding[] =>
  done.flatMap(({ command, index }): Finding[] => {
    const found = destructionIn(command, promptsOf(messages.slice(0, index)));
    if (found === undefined) return [];
    const evidence = oneLine(`${found}: ${command}`, LONGEST_EVIDENCE);
    return [{ rule: "destructive_command", severity: "high", evidence }];
  });

/** Text that asks a model to drop its instructions. A file with notes for coding agents does not do that. */
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override) (?:all |any |your |the |of )*(?:previous|prior|above|earlier|preceding|existing)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules|guidelines)\b/i;
/** Tools that bring text from elsewhere. A project's own files may hold such text as test data. */
const FROM_ELSEWHERE = expressionOf(({ foreignTextTools }) => foreignTextTools);
const REACH = 400;
const NEXT_ACTS = 8;
const SHORTEST_COMMAND = 6;

/**
 * A page asked the agent to drop its instructions, and the agent then ran a command from that text, which was not run
 * or named before.
 */
function followed(messages: readonly Spoken[], done: readonly Done[]): Finding[] {
  return messages.flatMap(({ kind, content, toolName }, index): Finding[] => {
    const isForeign = kind === "tool_result" && !isOwnTool(toolName) && FROM_ELSEWHERE.test(toolName ?? "");
    const order = isForeign ? OVERRIDE.exec(content) : null;
    if (!order) return [];
    const text = content.slice(order.index, order.index + REACH);
    const isNew = (command: string) => !messages.slice(0, index).some((one) => one.content.includes(command));
    const next = done.filter((one) => one.index > index).slice(0, NEXT_ACTS);
    const obeyed = next
      .map(({ command }) => command.trim())
      .find(
        (command) =>
          command.length >= SHORTEST_COMMAND && text.includes(command) && isNew(command) && !isReadOnlyCommand(command),
      );
    if (obeyed === undefined) return [];
    const evidence = oneLine(`a page said “${oneLine(order[0], 80)}”; then ran: ${obeyed}`, LONGEST_EVIDENCE);
    return [{ rule: "followed_tool_output", severity: "high", evidence }];
  });
}

export function findingsIn(messages: readonly Spoken[], clearedSeq: number): Finding[] {
  const done = doneIn(messages, clearedSeq);
  return [...destructive(messages, done), ...followed(messages, done)];
}
