import {
  activityOf,
  actOf,
  endedWith,
  errorLineOf,
  isAboutSaving,
  isDecision,
  isOwnTool,
  isTestCommand,
  nextStepsAfter,
  oneLine,
  requestsIn,
  type Spoken,
  stoppedWith,
  wasRefused,
  withoutEmphasis,
  written,
} from "../../conversation/index.ts";
import { displayPath } from "../digest.ts";
import { type Draft, EMPTY_DRAFT, filledFrom, USER_SAID } from "./draft.ts";
import { linesOf, linesText, mergedLines, type PutIn, putInBy } from "./edits.ts";
import { stateIn } from "./session-state.ts";

/* A checkpoint's content from what was captured of a conversation: found by rule, in the words that were said. */

export interface Captured {
  /** In the order of the conversation. */
  readonly messages: readonly Spoken[];
  /** The folder that is worked in: paths are told from there. */
  readonly root: string | null;
  /** A file as it is now. */
  readonly textOf: (path: string) => string | undefined;
}

const LONGEST_ENTRY = 400;
const LONGEST_TASK = 200;
const FILES_TOLD = 8;
const COMMANDS_TOLD = 4;
const FAILURES_TOLD = 3;
const DECISIONS_TOLD = 8;
const CONTEXT_TOLD = 6;
const REPLIES_READ = 3;

const short = (text: string): string => oneLine(text, LONGEST_ENTRY);
const newest = <Thing>(things: readonly Thing[], most: number): Thing[] => things.slice(-most);

interface Run {
  readonly command: string;
  readonly outcome: string;
  readonly error: string | undefined;
  readonly isTest: boolean;
}

/** Commands that only look around say nothing about the work. */
const LOOKS_AROUND =
  /^\s*(?:cd|ls|ll|cat|head|tail|less|echo|printf|pwd|which|grep|rg|ag|find|fd|sed -n|wc|tree|git (?:status|log|diff|show|branch|remote)|ps|env|date)\b(?!.*(?:&&|;))/;

/** The line by which a test runner or a compiler sums up. */
const SUMMARY =
  /\b\d+\s+(?:tests?\s+|specs?\s+|examples?\s+)?(?:passed|passing|failed|failing|failures?|errors?|warnings?|ok)\b|^(?:ok|PASS|FAIL|OK|FAILED)\b|^Tests?:?\s+\d+/i;

function summaryIn(output: string): string | undefined {
  const line = output
    .split("\n")
    .map((one) => one.trim())
    .findLast((one) => SUMMARY.test(one));
  return line === undefined ? undefined : oneLine(line, 120);
}

/** How a run ended that did not fail. */
function outcomeOf(exitCode: number | undefined, output: string): string {
  const ended = exitCode === undefined ? "no result was told" : `exit ${exitCode}`;
  const summary = summaryIn(output);
  return summary === undefined ? ended : `${ended}, ${summary}`;
}

function runOf(command: string, result: Spoken | undefined): Run {
  const isTest = isTestCommand(command);
  const stopped = result?.isError ? stoppedWith(result.content) : undefined;
  if (stopped !== undefined) {
    const error = stopped === "" ? "stopped by the user" : `stopped by the user: ${stopped}`;
    return { command, outcome: error, error, isTest };
  }
  if (!result) return { command, outcome: "no result was told", error: undefined, isTest };
  const { exitCode, failed } = endedWith(result.content, result.isError);
  if (!failed) return { command, outcome: outcomeOf(exitCode, result.content), error: undefined, isTest };
  const error = `${exitCode === undefined ? "" : `exit ${exitCode}: `}${errorLineOf(result.content)}`;
  return { command, outcome: error, error, isTest };
}

interface Work {
  /** The last run of each command, in the order of their last runs. */
  readonly runs: readonly Run[];
  /** What was put into each file, the one that was changed last behind the others. */
  readonly edited: ReadonlyMap<string, readonly PutIn[]>;
}

export function workIn(messages: readonly Spoken[]): Work {
  const results = new Map<string, Spoken>();
  for (const message of messages)
    if (message.kind === "tool_result" && message.toolUseId) results.set(message.toolUseId, message);
  const runs = new Map<string, Run>();
  const edited = new Map<string, PutIn[]>();
  for (const message of messages) {
    if (message.kind !== "tool_use" || isOwnTool(message.toolName)) continue;
    const act = actOf(message);
    const result = message.toolUseId ? results.get(message.toolUseId) : undefined;
    if (result?.isError && wasRefused(result.content)) continue;
    if (act.kind === "run" && !LOOKS_AROUND.test(act.command)) {
      runs.delete(act.command);
      runs.set(act.command, runOf(act.command, result));
    } else if (act.kind === "edit" && !result?.isError) {
      const before = edited.get(act.path) ?? [];
      edited.delete(act.path);
      edited.set(act.path, [...before, putInBy(message.content)]);
    }
  }
  return { runs: [...runs.values()], edited };
}

function editText(path: string, puts: readonly PutIn[], { root, textOf }: Captured): string {
  const shown = `\`${displayPath(path, root)}\``;
  const file = textOf(path)?.replace(/\r\n?/g, "\n");
  if (file === undefined) return `Changed ${shown}`;
  const length = file.replace(/\n$/, "").split("\n").length;
  const ranges = mergedLines(puts.flatMap(({ texts }) => texts.flatMap((text) => linesOf(file, text) ?? [])));
  if (ranges.length > 0) return `Changed ${shown} lines ${ranges.map(linesText).join(", ")}`;
  return puts.some(({ isWhole }) => isWhole) ? `Wrote ${shown} lines 1-${length}` : `Changed ${shown}`;
}

const commandText = (command: string): string => `\`${oneLine(command, 160)}\``;

/** What the agent says that it has done. */
const DONE =
  /^(?:I(?:['’]ve| have)?\s+)?(?:now\s+)?(?:added|wrote|fixed|implemented|created|removed|renamed|moved|refactored|replaced|updated|migrated|finished|completed)\b/i;

/** What the agent says that it has found out. */
const FOUND =
  /\b(?:root cause|(?:the|this) (?:bug|problem|cause|issue|culprit|failure|error) (?:is|was|lies|comes from|happens)|fails? (?:with|because|at|in)|(?:I )?found (?:that|the|a|an|out)|turns out)\b/i;
const isFinding = (sentence: string): boolean => FOUND.test(sentence) && !sentence.endsWith("?");

function progressOf(work: Work, replies: readonly string[], captured: Captured): string[] {
  const said = replies
    .flatMap((reply) => written(reply).map(({ text }) => withoutEmphasis(text)))
    .filter((one) => DONE.test(one) || isFinding(one));
  const files = newest([...work.edited], FILES_TOLD).map(([path, puts]) => editText(path, puts, captured));
  const passed = work.runs.filter(({ error }) => error === undefined);
  const tests = passed.filter(({ isTest }) => isTest);
  // Where nothing was changed and nothing went well, what failed is what was found out.
  const telling = files.length + passed.length === 0 ? work.runs : passed;
  const told = newest(tests.length > 0 ? tests : telling, COMMANDS_TOLD);
  return [
    ...files,
    ...told.map(({ command, outcome }) => short(`Ran ${commandText(command)}: ${outcome}`)),
    ...newest(said, COMMANDS_TOLD).map(short),
  ];
}

const STUCK =
  /\b(?:blocked (?:by|on)|waiting (?:for|on) (?!it\b)|merge conflicts? in|conflicts? in \S+[./]|stuck on|can(?:not|['’]t) (?:proceed|continue) (?:until|without|because))\b/i;

function blockersOf(work: Work, replies: readonly string[]): string[] {
  const failures = newest(
    work.runs.filter(({ error }) => error !== undefined),
    FAILURES_TOLD,
  ).map(({ command, error }) => short(`${commandText(command)} fails: ${error}`));
  const said = replies
    .flatMap((reply) => written(reply).map(({ text }) => withoutEmphasis(text)))
    .filter((one) => STUCK.test(one));
  return [...failures, ...newest(said, FAILURES_TOLD).map(short)];
}

const HAS_REASON =
  /\b(?:because|since|so that|as (?:it|that|this)|due to|rather than|instead of|to avoid|otherwise|weil|damit|parce que|porque)\b|因为|所以|ので|ため/i;
const GIVES_REASON =
  /^(?:because|since|the reason|reason\b|otherwise|why:|that (?:way|keeps|avoids|lets|means)|this (?:way|keeps|avoids|lets|means)|it (?:is|keeps|avoids|lets|needs|has)|so (?:that|we))\b/i;

/** A choice that is told with its reason: "use sqlite because it is simple". Without one it may be any order. */
const CHOICE =
  /(?:^|[,;:]\s*|\band\s+)(?:(?:we|I|let['’]s|please)\s+)*(?:use|choose|pick|prefer|adopt|switch to|stay with|stick with|go with|keep|store|avoid|drop)\s.*?\b(?:because|so that)\b/i;
const isReasonedChoice = (sentence: string): boolean =>
  CHOICE.test(sentence) && !/\?$|^(?:if|should|why|when)\b/i.test(sentence);

/** Decisions, each with the sentence behind it where that says why. */
function decisionsOf(messages: readonly Spoken[]): string[] {
  const found = messages.flatMap(({ kind, role, content }) => {
    if (kind !== "prompt" && !(kind === "text" && role === "assistant")) return [];
    const sentences = written(content).map(({ text }) => withoutEmphasis(text));
    return sentences.flatMap((sentence, at) => {
      if (!isDecision(sentence) && !isReasonedChoice(sentence)) return [];
      const reason = sentences[at + 1];
      const hasMore = !HAS_REASON.test(sentence) && reason !== undefined && GIVES_REASON.test(reason);
      return [short(hasMore ? `${sentence} ${reason}` : sentence)];
    });
  });
  return newest([...new Set(found)], DECISIONS_TOLD);
}

const PREFERENCE =
  /\b(?:i|we|the user|user)(?:['’]d| would| really| always)*\s+(?:prefers?|rather|likes?|wants?)\s+\S/i;

function contextOf(captured: Captured): string[] {
  const { messages, root } = captured;
  const { constraints, files } = activityOf(messages);
  const wishes = messages.flatMap(({ kind, content }) =>
    kind === "prompt" && !isAboutSaving(content)
      ? written(content)
          .map(({ text }) => withoutEmphasis(text))
          .filter((one) => PREFERENCE.test(one) && !one.endsWith("?"))
      : [],
  );
  const insisted = [...new Set([...constraints.map(({ text }) => text), ...wishes])];
  const read = files.filter(({ edits, reads }) => edits === 0 && reads > 0);
  return [
    ...newest(insisted, CONTEXT_TOLD).map((said) => short(`${USER_SAID}${said}`)),
    ...newest(read, CONTEXT_TOLD).map(
      ({ path, lines }) => `Read \`${displayPath(path, root)}\`${lines ? ` lines ${lines}` : ""}`,
    ),
  ];
}

export function draftFrom(captured: Captured): Draft {
  const { messages } = captured;
  const work = workIn(messages);
  const replies = newest(
    messages.flatMap(({ kind, role, content }) => (kind === "text" && role === "assistant" ? [content] : [])),
    REPLIES_READ,
  );
  const request = requestsIn(messages).at(-1);
  return {
    ...EMPTY_DRAFT,
    task: request === undefined ? "" : oneLine(request, LONGEST_TASK),
    progress: progressOf(work, replies, captured),
    nextAction: nextStepsAfter(messages)[0] ?? "",
    blockers: blockersOf(work, replies),
    keyDecisions: decisionsOf(messages),
    relevantContext: contextOf(captured),
  };
}

/** Where somebody begins to speak in the working buffer: `**User:** …`, `Agent: …`. */
const SPEAKER = /^(?:\*\*)?(User|Agent|Assistant)(?:\*\*)?\s*[:：](?:\*\*)?[ \t]*/im;
/** What we write above each exchange. */
const EXCHANGE = /^## .*, context \d+ %$/gm;

/** What the working buffer says, where nobody recorded it as messages: what stands behind no speaker is the agent's. */
export function draftFromBuffer(text: string): Draft {
  const [before = "", ...turns] = text.replace(EXCHANGE, "").split(SPEAKER);
  const messages = [["Agent", before], ...turns.flatMap((who, at) => (at % 2 === 0 ? [[who, turns[at + 1]]] : []))].map(
    ([who, content = ""]): Spoken =>
      who?.toLowerCase() === "user"
        ? { kind: "prompt", role: "user", content, createdAt: "" }
        : { kind: "text", role: "assistant", content, createdAt: "" },
  );
  return filledFrom(stateIn(text), draftFrom({ messages, root: null, textOf: () => undefined }));
}
