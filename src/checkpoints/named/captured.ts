import {
  activityOf,
  actOf,
  type CommandRun,
  nextStepsAfter,
  requestsIn,
  runOf,
  type Spoken,
} from "../../capture/index.ts";
import {
  isOwnTool,
  isQuestion,
  oneLine,
  prose,
  sentences,
  soundsLikeDecision,
  soundsLikeNextStep,
  wasRefused,
  withoutEmphasis,
  written,
} from "../../text/index.ts";
import { commandKey, kindOf, ownWords, piecesOf } from "../../work/index.ts";
import { displayPath } from "../digest.ts";
import { isConcrete } from "./concrete.ts";
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

/** How a command last ended, with what it printed. */
interface Run extends CommandRun {
  readonly output: string;
}

/** The line by which a test runner or a compiler sums up. */
const SUMMARY =
  /\b\d+\s+(?:tests?\s+|specs?\s+|examples?\s+)?(?:passed|passing|failed|failing|failures?|errors?|warnings?|ok)\b|^(?:ok|PASS|FAIL|OK|FAILED)\b|^Tests?:?\s+\d+/i;

/** In words: the error, or how it ended with the line that sums it up. */
function outcomeOf({ exitCode, error, stopped, output }: Run): string {
  if (stopped !== undefined) return `stopped by the user${stopped === "" ? "" : `: ${stopped}`}`;
  const ended = exitCode === undefined ? "" : `exit ${exitCode}`;
  if (error !== undefined) return [ended, error].filter(Boolean).join(": ");
  const summary = output
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => SUMMARY.test(line));
  return [ended || "no result was told", ...(summary === undefined ? [] : [oneLine(summary, 120)])].join(", ");
}

const hasFailed = ({ error, stopped }: Run): boolean => error !== undefined || stopped !== undefined;

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
  for (const [seq, message] of messages.entries()) {
    if (message.kind !== "tool_use" || isOwnTool(message.toolName)) continue;
    const act = actOf(message);
    const result = message.toolUseId ? results.get(message.toolUseId) : undefined;
    if (result?.isError && wasRefused(result.content)) continue;
    if (act.kind === "run" && commandKey(act.command) !== "") {
      runs.delete(act.command);
      const run = runOf(act.command, result, { at: message.createdAt, seq });
      runs.set(act.command, { ...run, output: result?.content ?? "" });
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

const sentencesOf = (text: string): string[] => written(text).map((one) => withoutEmphasis(one.text));

/** "I'll set up …", "Understood: …": what is announced or taken note of is not done yet. */
const ANNOUNCES =
  /^(?:(?:ok(?:ay)?|sure|all ?right|great|perfect|yes|first|then)[\s,.!:–—-]+)*(?:(?:i|we)(?:['’]ll| will|(?:['’]m|['’]re| am| are) going to)|let me|ich werde|wir werden|voy a|vamos a|understood|got it|noted|verstanden|compris|entendido)(?!\p{L})/iu;

/**
 * What a reply says was done or found out: it names something that can be looked up, and is neither asked nor yet to
 * come.
 */
const isAccount = (sentence: string): boolean =>
  isConcrete(sentence) && isTold(sentence) && !ANNOUNCES.test(sentence) && !soundsLikeDecision(sentence);

function progressOf(work: Work, replies: readonly string[], captured: Captured): string[] {
  const said = replies.flatMap(sentencesOf).filter(isAccount);
  const files = newest([...work.edited], FILES_TOLD).map(([path, puts]) => editText(path, puts, captured));
  const passed = work.runs.filter((run) => !hasFailed(run));
  const tests = passed.filter(({ isTest }) => isTest);
  // Where nothing was changed and nothing went well, what failed is what was found out.
  const telling = files.length + passed.length === 0 ? work.runs : passed;
  const told = newest(tests.length > 0 ? tests : telling, COMMANDS_TOLD);
  return [
    ...files,
    ...told.map((run) => short(`Ran ${commandText(run.command)}: ${outcomeOf(run)}`)),
    ...newest(said, COMMANDS_TOLD).map(short),
  ];
}

const blockersOf = ({ runs }: Work): string[] =>
  newest(runs.filter(hasFailed), FAILURES_TOLD).map((run) =>
    short(`${commandText(run.command)} fails: ${outcomeOf(run)}`),
  );

const isTold = (sentence: string): boolean => !isQuestion(sentence) && !soundsLikeNextStep(sentence);

/** Decisions, each with the rest of its line: that often says why. */
function decisionsOf(messages: readonly Spoken[]): string[] {
  const lines = messages
    .filter(({ kind, role }) => kind === "prompt" || (kind === "text" && role === "assistant"))
    .flatMap(({ content }) => piecesOf(prose(content)))
    .map(({ text }) => short(sentencesOf(text).filter(isTold).join(" ")));
  return newest([...new Set(lines.filter(soundsLikeDecision))], DECISIONS_TOLD);
}

function contextOf(captured: Captured): string[] {
  const { messages, root } = captured;
  const { files } = activityOf(messages);
  const own = messages.flatMap(({ kind, content }) => (kind === "prompt" ? sentences(ownWords(content)) : []));
  const rules = new Set(own.filter((sentence) => kindOf(sentence) === "rule"));
  const read = files.filter(({ edits, reads }) => edits === 0 && reads > 0);
  return [
    ...newest([...rules], CONTEXT_TOLD).map((text) => short(`${USER_SAID}${text}`)),
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
    blockers: blockersOf(work),
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
