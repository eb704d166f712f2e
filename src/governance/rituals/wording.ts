import { fence, isCourtesy, oneLine } from "../../conversation/index.ts";
import { redact } from "../../core/index.ts";
import type { GovernedRecord } from "../../store/index.ts";
import { isHeld } from "./steps.ts";

/* What agents and users are told about a session under a task. */

const OUTPUT_LINES = 15;
const LONGEST_START = 3000;
const LONGEST_FAILURE = 300;

const endOf = (output: string | null): string => (output ?? "").split("\n").slice(-OUTPUT_LINES).join("\n");

/** The command that fails, and the end of what it printed, in a line; nothing where the code is healthy as far as is known. */
export function failureOf(record: GovernedRecord): string | undefined {
  if (!isHeld(record)) return undefined;
  const end = (record.smokeOutput ?? "").split("\n").slice(-3).join(" ");
  return oneLine(`${record.smokeCommand}: ${end}`, LONGEST_FAILURE);
}

/** Why a prompt does not go through, and what to do. */
export const refusalText = ({ sessionId, task, smokeCommand, smokeOutput }: GovernedRecord): string =>
  [
    `[throughline] P0: the smoke command fails, so no new work begins in this session (task ${task}).`,
    `$ ${smokeCommand}`,
    endOf(smokeOutput),
    "",
    'Fix that first: a prompt that says so goes through ("fix the failing smoke test").',
    `It is run again at the end of each turn, and now with: throughline sessions smoke ${sessionId}`,
    `To go on all the same: throughline sessions smoke ${sessionId} --override "why"`,
  ].join("\n");

/** What the agent is told while the smoke command fails. */
export const p0Text = ({ smokeCommand, smokeOutput, task }: GovernedRecord): string =>
  fence(
    redact(
      [
        `P0 in task ${task}: the smoke command fails. Fix this before any other work; it is run again when you end your turn.`,
        `$ ${smokeCommand}`,
        endOf(smokeOutput),
      ].join("\n"),
    ),
  );

export const runningText = ({ smokeCommand, task }: GovernedRecord): string =>
  fence(
    redact(
      `Task ${task}: the smoke command (${smokeCommand}) is still running. Should it fail, that comes before any other work.`,
    ),
  );

export const mendedText = ({ smokeCommand, task }: GovernedRecord): string =>
  fence(redact(`Task ${task}: the smoke command (${smokeCommand}) passes now. Planned work can go on.`));

const MENDING =
  /\b(?:fix|repair|mend|solve|resolve|debug|diagnos\w*|investigat\w*|revert|undo|roll ?back|repari\w*|reparier\w*|beheb\w*|korrigier\w*|corrig\w*|répar\w*|arregl\w*|repara\w*|corrige\w*|soluciona\w*|consert\w*)(?!\p{L})|\bmake\b.{0,60}\bpass\b|修复|修正|修理|直して|直す|почин\p{L}*|исправ\p{L}*/iu;
/** What the regression is called, when it is not named by its own words. */
const THE_FAILURE =
  /\b(?:smoke|regressions?|fail(?:s|ed|ing|ures?)?|broken|breaks?|breakage|p0|tests?|build|errors?|fehl\w*|échec\w*|échoue\w*|erreurs?|prueba\w*|fall\w*|error\w*|teste\w*|falha\w*)(?!\p{L})|测试|失败|错误|冒烟|テスト|失敗|エラー|тест\p{L}*|ошиб\p{L}*/iu;
/** "fix it", "please fix this first": with nothing else named, it is what fails. */
const JUST_THAT =
  /(?<!\p{L})(?:it|this|that|das|es|ça|cela|eso|esto|это)(?:\s+(?:first|now|then|please|zuerst|jetzt|bitte|d['’]abord|primero|ahora))*[\s.!?]*$|这个[。！]?$|これ(?:を)?(?:修正|直)/iu;
const PASSES_IT_BY = /\b(?:ignor\w*|skip\w*|never mind|regardless|despite|instead of|without)\b|忽略|跳过|無視/iu;
const LONG_WORD = /[\p{L}\p{N}_]{5,}/gu;

/** Words by which the smoke command, or what it printed, is known again. */
const wordsOf = ({ smokeCommand, smokeOutput }: GovernedRecord): ReadonlySet<string> =>
  new Set(`${smokeCommand} ${endOf(smokeOutput)}`.toLowerCase().match(LONG_WORD));

/** Whether a prompt is about the regression, or only carries on one that was. New work that is called a fix is not. */
export function isAboutFixing(prompt: string, record: GovernedRecord, isFixing: boolean): boolean {
  if (isFixing && isCourtesy(prompt)) return true;
  if (!MENDING.test(prompt) || PASSES_IT_BY.test(prompt)) return false;
  const known = wordsOf(record);
  if (THE_FAILURE.test(prompt) || JUST_THAT.test(prompt)) return true;
  return (prompt.toLowerCase().match(LONG_WORD) ?? []).some((word) => known.has(word));
}

export interface StartContent {
  readonly goal: string;
  readonly gate: string | null;
  readonly resume: string | undefined;
  readonly recalled: readonly string[];
  readonly progress: string;
  readonly status: string;
  readonly commits: readonly string[];
}

const part = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", title, ...lines]);

/** What an agent is given when its session begins under a task. */
export function startText({ sessionId, task }: GovernedRecord, content: StartContent): string {
  const { goal, gate, resume, recalled, progress, status, commits } = content;
  const lines = [
    "## Session under a task",
    `Task: ${task} | Goal: ${goal} | Gate: ${gate ?? "none yet"} | Session: ${sessionId}`,
    ...(resume === undefined ? [] : [`Last checkpoint: ${resume}`]),
    "Record decisions with record_decision. At a gate's end: throughline gate <Gn>; it says what is missing.",
    ...part("Status:", status === "" ? [] : [oneLine(status, 400)]),
    ...part("Implementation log, its last entry:", progress === "" ? [] : [progress.slice(0, 900)]),
    ...part("Recent commits:", commits),
    ...part("Recalled:", recalled),
  ];
  return fence(redact(lines.join("\n").slice(0, LONGEST_START)));
}
