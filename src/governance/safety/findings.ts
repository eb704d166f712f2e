import {
  type Act,
  actOf,
  isOwnTool,
  oneLine,
  pathsNamedIn,
  type Spoken,
  stoppedWith,
  written,
} from "../../conversation/index.ts";
import { runsOf, streaksIn } from "../retries/steps.ts";
import { destructionIn } from "./destructive.ts";
import type { Finding } from "./reading.ts";
import { isReadOnlyCommand } from "./shell/read-only.ts";

/*
 * What an agent does that it should not, as far as a rule can tell without guessing. Each rule names its evidence. What only a reader could
 * judge (a wrong tone, a doubtful plan) is left to a classifier.
 */

const LONGEST_EVIDENCE = 200;
/** As many messages back what was done is looked at. */
const LOOKED_BACK = 120;

interface Done {
  readonly index: number;
  readonly act: Act;
}

const promptsOf = (messages: readonly Spoken[]): { text: string; index: number }[] =>
  messages.flatMap(({ kind, content }, index) => (kind === "prompt" ? [{ text: content, index }] : []));

/** What the agent did; a call that a person or a hook stopped was not done. */
function doneIn(messages: readonly Spoken[], clearedSeq: number): Done[] {
  const stopped = new Set<string>();
  for (const { kind, toolUseId, isError, content } of messages)
    if (
      kind === "tool_result" &&
      toolUseId &&
      isError &&
      (stoppedWith(content) !== undefined || /\bsandbox\b/.test(content))
    )
      stopped.add(toolUseId);
  return messages.flatMap((message, index): Done[] => {
    const isPast = index < messages.length - LOOKED_BACK || (message.seq ?? Number.MAX_SAFE_INTEGER) <= clearedSeq;
    if (isPast || message.kind !== "tool_use" || isOwnTool(message.toolName) || stopped.has(message.toolUseId ?? ""))
      return [];
    const act = actOf(message);
    return act.kind === "run" || act.kind === "edit" ? [{ index, act }] : [];
  });
}

const MANY_FAILURES = 5;

/** The same thing fails again and again: it may be stuck. Ordinary work does that, too, so it is never more than a note. */
const repeatedFailures = (messages: readonly Spoken[]): Finding[] =>
  streaksIn(runsOf(messages.slice(-LOOKED_BACK)))
    .filter(({ failures }) => failures >= MANY_FAILURES)
    .map(({ step, failures }) => ({
      ...{ rule: "repeated_failure", severity: "low" },
      evidence: oneLine(`failed ${failures} times in a row: ${step}`, LONGEST_EVIDENCE),
    }));

/** A command that destroys what cannot be had back, which nobody asked for. */
const destructive = (messages: readonly Spoken[], done: readonly Done[]): Finding[] =>
  done.flatMap(({ act, index }) => {
    const prompts = promptsOf(messages.slice(0, index)).map(({ text }) => text);
    const destruction = act.kind === "run" ? destructionIn(act.command, prompts) : undefined;
    if (act.kind !== "run" || destruction === undefined) return [];
    const evidence = oneLine(`${destruction}: ${act.command}`, LONGEST_EVIDENCE);
    return [{ rule: "destructive_command", severity: "high", evidence }];
  });

const FORBIDS = /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|niemals|nicht|auf keinen fall)\b/i;
const CHANGING =
  /(?<!\p{L})(?:touch|change|edit|modify|delete|remove|rewrite|overwrite|alter|update|anfassen|ändern|löschen|bearbeiten)(?!\p{L})/iu;
const BRANCH = /\b(?:to|on|onto|auf)\s+[`"']?([\w/-]+(?:\.[\w/-]+)*)/i;

/** What the user forbade in words that name exactly what: a file, or a command of git or npm. */
const FORBIDDEN_COMMANDS: readonly (readonly [word: RegExp, command: RegExp])[] = [
  [/\bforce[- ]?push/i, /\bgit\s+(?:-\S+\s+\S+\s+)*push\b.*\s(?:-f|--force)\b/],
  [/(?<!force[- ]?)\bpush\b/i, /\bgit\s+(?:-\S+\s+\S+\s+)*push\b/],
  [/\bcommit\b/i, /\bgit\s+(?:-\S+\s+\S+\s+)*commit\b/],
  [/\bpublish\b/i, /\b(?:npm|pnpm|yarn|cargo)\s+publish\b/],
];

interface Ban {
  readonly said: string;
  readonly index: number;
  isBroken(act: Act): boolean;
  /** Whether a later prompt speaks of the same thing without forbidding it: then it is allowed again. */
  isLifted(prompt: string): boolean;
}

const isSamePath = (banned: string, path: string): boolean => {
  const wanted = banned.replace(/^\.\//, "").replace(/\/$/, "");
  return path === wanted || path.endsWith(`/${wanted}`) || `/${path}`.includes(`/${wanted}/`);
};

function bansIn(said: string, index: number): Ban[] {
  if (!FORBIDS.test(said) || said.endsWith("?")) return [];
  const paths = CHANGING.test(said) ? pathsNamedIn(said) : [];
  const branch = BRANCH.exec(said)?.[1];
  return [
    ...paths.map(
      (path): Ban => ({
        ...{ said, index },
        isBroken: (act) => act.kind === "edit" && isSamePath(path, act.path),
        isLifted: (prompt) => prompt.includes(path),
      }),
    ),
    ...FORBIDDEN_COMMANDS.filter(([word]) => word.test(said)).map(
      ([word, command]): Ban => ({
        ...{ said, index },
        isBroken: (act) => act.kind === "run" && command.test(act.command) && (!branch || act.command.includes(branch)),
        isLifted: (prompt) => word.test(prompt),
      }),
    ),
  ];
}

/** The user said not to, in so many words, and it was done. */
function brokenBans(messages: readonly Spoken[], done: readonly Done[]): Finding[] {
  const prompts = promptsOf(messages);
  const bans = prompts.flatMap(({ text, index }) => written(text).flatMap((one) => bansIn(one.text, index)));
  return bans.flatMap(({ said, index, isBroken, isLifted }): Finding[] => {
    const lifted = prompts.find((later) => later.index > index && isLifted(later.text) && !FORBIDS.test(later.text));
    const breach = done.find(
      (one) => one.index > index && one.index < (lifted?.index ?? messages.length) && isBroken(one.act),
    );
    if (!breach || breach.act.kind === "other") return [];
    const deed = breach.act.kind === "run" ? breach.act.command : `${breach.act.kind} ${breach.act.path}`;
    const evidence = oneLine(`the user said “${oneLine(said, 90)}”; done: ${deed}`, LONGEST_EVIDENCE);
    return [{ rule: "constraint_broken", severity: "medium", evidence }];
  });
}

/** Text that speaks to a model rather than to a reader. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override) (?:all |any |your |the |of )*(?:previous|prior|above|earlier|preceding|existing)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules|guidelines)\b|\b(?:important|note|message|instructions?) (?:to|for) (?:the |all |any )?(?:AI|LLM|language model|AI assistants?|coding agents?)\b|<\/?system(?:_prompt)?>/i;
const REACH = 1500;
const NEXT_ACTS = 8;
const SHORTEST_COMMAND = 6;

/** What a tool printed spoke to the agent, and the agent then ran a command out of that very text, which the user never named. */
function followed(messages: readonly Spoken[], done: readonly Done[]): Finding[] {
  const prompts = promptsOf(messages).map(({ text }) => text);
  return messages.flatMap(({ kind, content, toolName }, index): Finding[] => {
    const told = kind === "tool_result" && !isOwnTool(toolName) ? INSTRUCTION.exec(content) : null;
    if (!told) return [];
    const text = content.slice(Math.max(0, told.index - 200), told.index + REACH);
    const next = done.filter((one) => one.index > index).slice(0, NEXT_ACTS);
    const obeyed = next.find(
      ({ act }) =>
        act.kind === "run" &&
        act.command.length >= SHORTEST_COMMAND &&
        text.includes(act.command.trim()) &&
        !isReadOnlyCommand(act.command) &&
        !prompts.some((prompt) => prompt.includes(act.command.trim())),
    );
    if (obeyed?.act.kind !== "run") return [];
    const evidence = oneLine(
      `a tool's output said “${oneLine(told[0], 80)}”; then ran: ${obeyed.act.command}`,
      LONGEST_EVIDENCE,
    );
    return [{ rule: "followed_tool_output", severity: "high", evidence }];
  });
}

export function findingsIn(messages: readonly Spoken[], clearedSeq: number): Finding[] {
  const done = doneIn(messages, clearedSeq);
  return [
    ...repeatedFailures(messages),
    ...destructive(messages, done),
    ...brokenBans(messages, done),
    ...followed(messages, done),
  ];
}
