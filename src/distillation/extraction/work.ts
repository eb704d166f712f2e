import { endedWith, errorLineOf, isTestCommand, oneLine, stoppedWith } from "../../conversation/index.ts";
import { errorLines } from "./anchors/errors.ts";
import type { ExtractedFrom, Item } from "./item.ts";
import { act } from "./said.ts";

interface Run {
  command: string;
  readonly cites: string[];
  at: string;
  seq: number;
  exitCode: number | undefined;
  failed: boolean;
  error: string;
  failures: number;
}

interface Touched {
  edits: number;
  lines: string | undefined;
  readonly cites: string[];
  at: string;
  seq: number;
}

/** Looking around leaves nothing behind that must be known later. */
const LOOKS =
  /^(?:ls|cat|head|tail|sed -n|grep|rg|find|wc|pwd|cd|echo|which|tree|stat|file|sleep|ps|env|jq|for|while|git (?:-C \S+ )?(?:status|diff|log|show|branch|ls-\w+|rev-parse|remote|blame|merge-base|fetch|describe))(?![\w-])/;
/** Where a command is started and what of its output is shown does not make it another one. */
const PLUMBING = /^(?:cd\s+\S+\s*(?:&&|;)\s*)+|\s*2>&1|\s*\|\s*(?:head|tail|grep)\b[^|]*$/g;
/** What goes through a pipe ends with the exit code of the last program, which says nothing about the first. */
const PIPED = /\s\|\s/;
const GETS_THERE = /^(?:cd\s+\S+\s*(?:&&|;)\s*)+/;
const MOST = 300;
const MOST_CITES = 4;
const LONGEST_COMMAND = 160;
const LONGEST_PATH = 300;
const LONGEST_ERROR = 200;
const LONGEST_OUTPUT = 100_000;

const keep = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
};

const cite = (cites: string[], id: string): void => {
  cites.push(id);
  if (cites.length > MOST_CITES) cites.splice(1, 1);
};

/** Files touched and commands run: what the hands did, with how it ended. */
export class Work {
  readonly #files = new Map<string, Touched>();
  readonly #runs = new Map<string, Run>();
  readonly #waiting = new Map<string, Run>();

  /** Takes a call in; gives the command that it runs, if it runs one. */
  call(message: ExtractedFrom): string | undefined {
    const done = act(message);
    if (done.kind === "edit" || done.kind === "read") {
      const file = this.#files.get(done.path) ?? { edits: 0, lines: undefined, cites: [], at: "", seq: 0 };
      if (done.kind === "edit") file.edits += 1;
      else file.lines = done.lines ?? file.lines;
      cite(file.cites, message.id);
      file.at = message.createdAt;
      file.seq = message.seq;
      keep(this.#files, done.path, file);
    }
    if (done.kind !== "run") return undefined;
    const command = oneLine(done.command, LONGEST_COMMAND);
    const key = command.replace(PLUMBING, "");
    const run = this.#runs.get(key) ?? {
      command,
      cites: [],
      at: "",
      seq: 0,
      exitCode: undefined,
      failed: false,
      error: "",
      failures: 0,
    };
    cite(run.cites, message.id);
    run.at = message.createdAt;
    run.seq = message.seq;
    run.command = command;
    keep(this.#runs, key, run);
    if (message.toolUseId) keep(this.#waiting, message.toolUseId, run);
    return done.command;
  }

  result(message: ExtractedFrom): void {
    const run = message.toolUseId ? this.#waiting.get(message.toolUseId) : undefined;
    if (run === undefined || message.toolUseId === null) return;
    this.#waiting.delete(message.toolUseId);
    const output = message.content.slice(0, LONGEST_OUTPUT);
    if (stoppedWith(output) !== undefined) return;
    const { exitCode, failed } = endedWith(output, message.isError);
    run.exitCode = exitCode === 0 && PIPED.test(run.command) ? undefined : exitCode;
    run.failed = failed;
    run.error = failed ? errorLineOf(output) : run.exitCode === undefined ? (errorLines(output)[0] ?? "") : "";
    if (!failed) return;
    run.failures += 1;
    cite(run.cites, message.id);
  }

  *items(lastSeq: number): Generator<Item> {
    for (const [path, { edits, lines, cites, at, seq }] of this.#files) {
      const what = edits === 0 ? "read" : edits === 1 ? "edited" : `edited ${edits} times`;
      const name = oneLine(path, LONGEST_PATH);
      if (name === "") continue;
      const text = `${name}${edits === 0 && lines ? `:${lines}` : ""} (${what})`;
      const weight = Math.min(0.75, edits > 0 ? 0.45 + 0.03 * edits : 0.25) * nearness(seq, lastSeq);
      yield { kind: "file", text, cites, at, seq, weight };
    }
    for (const run of this.#runs.values()) yield* outcome(run, nearness(run.seq, lastSeq));
  }
}

/** What was in work last is needed next. */
export const nearness = (seq: number, lastSeq: number): number => 0.5 + 0.5 / (1 + (lastSeq - seq) / 60);

/** How a run ended, as far as it can be known. */
function ending({ exitCode, failed, error }: Run): string {
  const told = oneLine(error, LONGEST_ERROR);
  if (exitCode === undefined) return told && ` → ${failed ? "failed: " : ""}${told}`;
  return ` → exit ${exitCode}${exitCode !== 0 && told ? `: ${told}` : ""}`;
}

function* outcome(run: Run, near: number): Generator<Item> {
  const { command, cites, at, seq, error } = run;
  if (LOOKS.test(command.replace(GETS_THERE, ""))) return;
  const failed = run.failed && error !== "";
  const weight = (isTestCommand(command) ? 0.6 : 0.35) + (failed ? 0.1 : 0);
  yield { kind: "command", text: `\`${command}\`${ending(run)}`, cites, at, seq, weight: weight * near };
  if (failed && run.failures > 1)
    yield { kind: "failed", text: `\`${command}\` kept failing: ${error}`, cites, at, seq, weight: 0.6 * near };
}
