import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { z } from "zod";
import { homeAt, homeDir, ThroughlineError } from "../../core/index.ts";
import { importAccountShape, importSurveyShape } from "../../harnesses/index.ts";
import { callApi } from "../api.ts";
import { userPlace } from "../connection.ts";
import { barLine, bytesLine, howMany } from "../progress.ts";
import { importAccount, importSurvey } from "../render/import.ts";
import { legible, legibleAnswer, lineWidth, print, printJson, shortId } from "../terminal.ts";

const ASKED_EVERY_MS = 250;
/** Without a terminal, progress is printed less often. */
const PRINT_EVERY_MS = 5000;
const CLEAR_LINE = "\r\u001b[K";
const INTERRUPTED = 130;

type State = z.output<typeof importAccountShape>;

interface Options {
  readonly harness?: string;
  readonly dryRun?: boolean;
  readonly stop?: boolean;
  readonly json?: boolean;
}

const call = async (method: string, path = "/api/import", body?: unknown): Promise<unknown> =>
  callApi(homeAt(homeDir()), method, path, body);

const WIDE = 120;

function lineOf({ current, bytesRead, bytes }: State, seconds: number, withBar: boolean): string {
  const progress = { done: bytesRead, total: bytes, seconds };
  const aside = current ? `${current.harness} ${shortId(legible(current.key))}` : "";
  // Writing to the last column would wrap on some terminals.
  return withBar ? barLine(progress, aside, (lineWidth ?? WIDE) - 1) : [bytesLine(progress), aside].join(", ");
}

/** Shows the progress: one line that is rewritten on a terminal, else a line now and then. */
function progressPrinter(isQuiet: boolean): { tell: (state: State) => void; clear: () => void } {
  const isWatched = Boolean(process.stderr.isTTY);
  const since = performance.now();
  let printedAt = since;
  return {
    tell(state) {
      const now = performance.now();
      if (isQuiet || (!isWatched && now - printedAt < PRINT_EVERY_MS)) return;
      printedAt = now;
      const line = lineOf(state, (now - since) / 1000, isWatched);
      process.stderr.write(isWatched ? `${CLEAR_LINE}${line}` : `${line}\n`);
    },
    clear: () => void (isWatched && !isQuiet && process.stderr.write(CLEAR_LINE)),
  };
}

/** Polls until it is over. Ctrl-C also stops the import and shows how far it came. */
async function followed(first: State, isQuiet: boolean): Promise<State> {
  const { tell, clear } = progressPrinter(isQuiet);
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  let state = first;
  try {
    while (state.state === "running") {
      tell(state);
      await pause(ASKED_EVERY_MS);
      state = importAccountShape.parse(await call(isInterrupted ? "DELETE" : "GET"));
    }
  } finally {
    clear();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
  }
  return state;
}

/** Starts an import, or attaches to one of the usual places that is already running. */
async function begun(asked: object, isForAll: boolean): Promise<{ state: State; isOwn: boolean }> {
  for (;;) {
    try {
      return { state: importAccountShape.parse(await call("POST", "/api/import", asked)), isOwn: true };
    } catch (error) {
      if (!isForAll || !(error instanceof ThroughlineError) || error.code !== "refused") throw error;
    }
    const state = importAccountShape.parse(await call("GET"));
    if (state.state === "running") return { state, isOwn: false };
    // It is still counting.
    await pause(ASKED_EVERY_MS);
  }
}

const shown = (state: State): string => importAccount(importAccountShape.parse(legibleAnswer(state)));

const printStart = ({ sessions }: State, isOwn: boolean): void => {
  const stops = "Ctrl-C stops it; the next import continues.";
  if (!isOwn) process.stderr.write(`An import is already running; showing its progress. ${stops}\n`);
  else if (sessions > 0) process.stderr.write(`Reading ${howMany(sessions, "session")}. ${stops}\n`);
};

async function stopImport(json: boolean): Promise<void> {
  const before = importAccountShape.parse(await call("GET"));
  const after = importAccountShape.parse(await call("DELETE"));
  if (json) return printJson(after);
  const isStopped = after.state === "stopped" && after.finishedAt !== before.finishedAt;
  print(isStopped ? shown(after) : "No import is running.");
}

async function importHistories(paths: readonly string[], options: Options): Promise<void> {
  const { harness, dryRun, stop, json = false } = options;
  if (stop) return stopImport(json);
  const asked = {
    harness,
    // The daemon has another working directory, so paths are resolved here.
    paths: paths.map((path) => resolve(path)),
    ...userPlace(),
  };
  if (dryRun) {
    const survey = await call("POST", "/api/import/survey", asked);
    return json ? printJson(survey) : print(importSurvey(z.array(importSurveyShape).parse(legibleAnswer(survey))));
  }
  const { state, isOwn } = await begun(asked, paths.length === 0 && harness === undefined);
  if (!json) printStart(state, isOwn);
  const ended = await followed(state, json);
  if (json) printJson(ended);
  else print(shown(ended));
  if (ended.state === "failed") throw new ThroughlineError("internal", `the import failed: ${ended.error}`);
  if (ended.state === "stopped") process.exitCode = INTERRUPTED;
  else if (ended.failures.length > 0) process.exitCode = 1;
}

export const importCommand = new Command("import")
  .description("Import the histories that your agents keep on disk.")
  .argument("[paths...]", "files, databases or folders; by default the usual places")
  .option("--harness <name>", "only the histories of this client")
  .option("--dry-run", "show what would be imported, and change nothing")
  .option("--stop", "stop the import that is running")
  .option("--json", "print the answer as JSON")
  .action(importHistories);
