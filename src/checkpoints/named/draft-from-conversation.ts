import {
  activityOf,
  type CommandRun,
  callsIn,
  nextStepsAfter,
  requestsIn,
  runOf,
  type Spoken,
} from "../../capture/index.ts";
import {
  isQuestion,
  oneLine,
  prose,
  sentences,
  soundsLikeDecision,
  soundsLikeNextStep,
  withoutEmphasis,
  written,
} from "../../text/index.ts";
import { commandKey, kindOf, ownWords, piecesOf } from "../../work/index.ts";
import { displayPath } from "../digest.ts";
import { type Draft, EMPTY_DRAFT, filledFrom, USER_SAID } from "./draft.ts";
import { draftFromState } from "./draft-from-state.ts";
import { findLines, type Insertion, insertionOf, linesText, mergedLines } from "./edited-lines.ts";
import { isConcrete } from "./quality.ts";

/* A checkpoint's content from a captured conversation, found by rules and quoted in its own words. */

export interface Captured {
  /** In the order of the conversation. */
  readonly messages: readonly Spoken[];
  /** Paths are shown relative to this folder. */
  readonly root: string | null;
  /** A file's current text. */
  readonly textOf: (path: string) => string | undefined;
}

const LONGEST_ENTRY = 400;
const LONGEST_TASK = 200;
const FILES_SHOWN = 8;
const COMMANDS_SHOWN = 4;
const FAILURES_SHOWN = 3;
const DECISIONS_SHOWN = 8;
const CONTEXT_SHOWN = 6;
const REPLIES_READ = 3;

const short = (text: string): string => oneLine(text, LONGEST_ENTRY);
const newest = <Thing>(things: readonly Thing[], most: number): Thing[] => things.slice(-most);

interface Run extends CommandRun {
  readonly output: string;
}

/** The line by which a test runner or a compiler sums up. */
const SUMMARY =
  /\b\d+\s+(?:tests?\s+|specs?\s+|examples?\s+)?(?:passed|passing|failed|failing|failures?|errors?|warnings?|ok)\b|^(?:ok|PASS|FAIL|OK|FAILED)\b|^Tests?:?\s+\d+/i;

/** The error, or the exit code with the line that sums it up. */
function outcomeOf({ exitCode, error, stopped, output }: Run): string {
  if (stopped !== undefined) return `stopped by the user${stopped === "" ? "" : `: ${stopped}`}`;
  const ended = exitCode === undefined ? "" : `exit ${exitCode}`;
  if (error !== undefined) return [ended, error].filter(Boolean).join(": ");
  const summary = output
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => SUMMARY.test(line));
  return [ended || "no result", ...(summary === undefined ? [] : [oneLine(summary, 120)])].join(", ");
}

const hasFailed = ({ error, stopped }: Run): boolean => error !== undefined || stopped !== undefined;

interface Work {
  /** The last run of each command, in the order of their last runs. */
  readonly runs: readonly Run[];
  /** What was inserted into each file, the last changed file at the end. */
  readonly edited: ReadonlyMap<string, readonly Insertion[]>;
}

export function workIn(messages: readonly Spoken[]): Work {
  const runs = new Map<string, Run>();
  const edited = new Map<string, Insertion[]>();
  for (const { act, content, result, at, seq } of callsIn(messages)) {
    if (act.kind === "run" && commandKey(act.command) !== "") {
      runs.delete(act.command);
      runs.set(act.command, { ...runOf(act.command, result, { at, seq }), output: result?.content ?? "" });
    } else if (act.kind === "edit" && !result?.isError) {
      const before = edited.get(act.path) ?? [];
      edited.delete(act.path);
      edited.set(act.path, [...before, insertionOf(content)]);
    }
  }
  return { runs: [...runs.values()], edited };
}

function editText(path: string, puts: readonly Insertion[], { root, textOf }: Captured): string {
  const shown = `\`${displayPath(path, root)}\``;
  const file = textOf(path)?.replace(/\r\n?/g, "\n");
  if (file === undefined) return `Changed ${shown}`;
  const length = file.replace(/\n$/, "").split("\n").length;
  const ranges = mergedLines(puts.flatMap(({ texts }) => texts.flatMap((text) => findLines(file, text) ?? [])));
  if (ranges.length > 0) return `Changed ${shown} lines ${ranges.map(linesText).join(", ")}`;
  return puts.some(({ isWhole }) => isWhole) ? `Wrote ${shown} lines 1-${length}` : `Changed ${shown}`;
}

const commandText = (command: string): string => `\`${oneLine(command, 160)}\``;

const sentencesOf = (text: string): string[] => written(text).map((one) => withoutEmphasis(one.text));

/** "I'll set up …", "Understood: …": an announcement is not progress. */
const ANNOUNCES =
  /^(?:(?:ok(?:ay)?|sure|all ?right|great|perfect|yes|first|then)[\s,.!:–—-]+)*(?:(?:i|we)(?:['’]ll| will|(?:['’]m|['’]re| am| are) going to)|let me|ich werde|wir werden|voy a|vamos a|understood|got it|noted|verstanden|compris|entendido)(?!\p{L})/iu;

/** Whether a sentence reports something done or found: it names something concrete, and is no question or plan. */
const isReport = (sentence: string): boolean =>
  isConcrete(sentence) && isStatement(sentence) && !ANNOUNCES.test(sentence) && !soundsLikeDecision(sentence);

function progressOf(work: Work, replies: readonly string[], captured: Captured): string[] {
  const reports = replies.flatMap(sentencesOf).filter(isReport);
  const files = newest([...work.edited], FILES_SHOWN).map(([path, puts]) => editText(path, puts, captured));
  const passed = work.runs.filter((run) => !hasFailed(run));
  const tests = passed.filter(({ isTest }) => isTest);
  // Where nothing was changed and nothing passed, the failures are the progress.
  const relevant = files.length + passed.length === 0 ? work.runs : passed;
  const shown = newest(tests.length > 0 ? tests : relevant, COMMANDS_SHOWN);
  return [
    ...files,
    ...shown.map((run) => short(`Ran ${commandText(run.command)}: ${outcomeOf(run)}`)),
    ...newest(reports, COMMANDS_SHOWN).map(short),
  ];
}

const blockersOf = ({ runs }: Work): string[] =>
  newest(runs.filter(hasFailed), FAILURES_SHOWN).map((run) =>
    short(`${commandText(run.command)} fails: ${outcomeOf(run)}`),
  );

const isStatement = (sentence: string): boolean => !isQuestion(sentence) && !soundsLikeNextStep(sentence);

/** Decisions, each with the rest of its line, which often has the reason. */
function decisionsOf(messages: readonly Spoken[]): string[] {
  const lines = messages
    .filter(({ kind, role }) => kind === "prompt" || (kind === "text" && role === "assistant"))
    .flatMap(({ content }) => piecesOf(prose(content)))
    .map(({ text }) => short(sentencesOf(text).filter(isStatement).join(" ")));
  return newest([...new Set(lines.filter(soundsLikeDecision))], DECISIONS_SHOWN);
}

function contextOf(captured: Captured): string[] {
  const { messages, root } = captured;
  const { files } = activityOf(messages);
  const own = messages.flatMap(({ kind, content }) => (kind === "prompt" ? sentences(ownWords(content)) : []));
  const rules = new Set(own.filter((sentence) => kindOf(sentence) === "rule"));
  const read = files.filter(({ edits, reads }) => edits === 0 && reads > 0);
  return [
    ...newest([...rules], CONTEXT_SHOWN).map((text) => short(`${USER_SAID}${text}`)),
    ...newest(read, CONTEXT_SHOWN).map(
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

/** The start of a turn in the working buffer: `**User:** …`, `Agent: …`. */
const SPEAKER = /^(?:\*\*)?(User|Agent|Assistant)(?:\*\*)?\s*[:：](?:\*\*)?[ \t]*/im;
/** The heading that we write above each exchange. */
const EXCHANGE = /^## .*, context \d+ %$/gm;

/** For a conversation that was not captured. Text without a speaker counts as the agent's. */
export function draftFromBuffer(text: string): Draft {
  const [before = "", ...turns] = text.replace(EXCHANGE, "").split(SPEAKER);
  const messages = [["Agent", before], ...turns.flatMap((who, at) => (at % 2 === 0 ? [[who, turns[at + 1]]] : []))].map(
    ([who, content = ""]): Spoken =>
      who?.toLowerCase() === "user"
        ? { kind: "prompt", role: "user", content, createdAt: "" }
        : { kind: "text", role: "assistant", content, createdAt: "" },
  );
  return filledFrom(draftFromState(text), draftFrom({ messages, root: null, textOf: () => undefined }));
}
