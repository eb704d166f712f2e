import { errorLineOf, exitCodeOf, isTestCommand, oneLine } from "../../conversation/index.ts";
import type { ExtractedFrom, Item } from "./item.ts";
import { act } from "./said.ts";

interface Run {
  readonly command: string;
  readonly cites: string[];
  at: string;
  seq: number;
  exitCode: number | undefined;
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
  /^(?:ls|cat|head|tail|sed -n|grep|rg|find|wc|pwd|cd|echo|which|tree|stat|file|sleep|ps|env|jq|for|while|git (?:-C \S+ )?(?:status|diff|log|show|branch|ls-\w+|rev-parse|remote|blame))(?![\w-])/;
const GETS_THERE = /^(?:cd\s+\S+\s*(?:&&|;)\s*)+/;
const MOST = 300;
const MOST_CITES = 4;
const LONGEST_COMMAND = 160;
const LONGEST_PATH = 300;

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
    const run = this.#runs.get(command) ?? {
      command,
      cites: [],
      at: "",
      seq: 0,
      exitCode: undefined,
      error: "",
      failures: 0,
    };
    cite(run.cites, message.id);
    run.at = message.createdAt;
    run.seq = message.seq;
    keep(this.#runs, command, run);
    if (message.toolUseId) keep(this.#waiting, message.toolUseId, run);
    return done.command;
  }

  result(message: ExtractedFrom): void {
    const run = message.toolUseId ? this.#waiting.get(message.toolUseId) : undefined;
    if (run === undefined || message.toolUseId === null) return;
    this.#waiting.delete(message.toolUseId);
    run.exitCode = exitCodeOf(message.content, message.isError);
    const failed = run.exitCode !== undefined && run.exitCode !== 0;
    run.error = failed ? errorLineOf(message.content.slice(0, 100_000)) : "";
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

function* outcome(run: Run, near: number): Generator<Item> {
  const { command, cites, at, seq, exitCode, error } = run;
  if (LOOKS.test(command.replace(GETS_THERE, ""))) return;
  const failed = exitCode !== undefined && exitCode !== 0;
  const told = exitCode === undefined ? "" : failed ? ` → exit ${exitCode}${error ? `: ${error}` : ""}` : " → exit 0";
  const weight = isTestCommand(command) ? 0.6 : 0.35;
  const text = `\`${command}\`${told}`;
  yield { kind: "command", text, cites, at, seq, weight: (failed && error ? weight + 0.1 : weight) * near };
  if (failed && error && run.failures > 1)
    yield { kind: "failed", text: `\`${command}\` kept failing: ${error}`, cites, at, seq, weight: 0.6 * near };
}
