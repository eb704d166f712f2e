import { resolve } from "node:path";
import { Command } from "commander";
import { z } from "zod";
import { homeAt, homeDir, ThroughlineError } from "../../core/index.ts";
import { callApi } from "../api.ts";
import { userPlace } from "../places.ts";
import { bytesLine, counted } from "../progress.ts";
import { importAccount, importSurvey } from "../render/import.ts";
import { legible, legibleAnswer, lineWidth, print, printJson, shortId } from "../terminal.ts";

const ASKED_EVERY_MS = 250;
/** Without a terminal nobody wants a line for every look. */
const TOLD_EVERY_MS = 5000;
const CLEAR_LINE = "\r\u001b[K";
const INTERRUPTED = 130;

const stateShape = z.looseObject({
  state: z.string(),
  sessions: z.number(),
  bytes: z.number(),
  bytesRead: z.number(),
  current: z.object({ harness: z.string(), key: z.string() }).nullable(),
  failures: z.array(z.unknown()),
  error: z.string().nullable(),
});
type State = z.infer<typeof stateShape>;

interface Options {
  readonly harness?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const call = async (method: string, path = "/api/import", body?: unknown): Promise<unknown> =>
  callApi(homeAt(homeDir()), method, path, body);

function lineOf(state: State, seconds: number, withBar: boolean): string {
  const { current } = state;
  const progress = bytesLine({ done: state.bytesRead, total: state.bytes, seconds }, withBar);
  const line = current ? `${progress}, ${current.harness} ${shortId(legible(current.key))}` : progress;
  return withBar ? line.slice(0, (lineWidth ?? line.length + 1) - 1) : line;
}

/** Shows how far it is: one line that is written over on a terminal, else a line now and then. */
function teller(isQuiet: boolean): { tell: (state: State) => void; clear: () => void } {
  const isWatched = Boolean(process.stderr.isTTY);
  const since = performance.now();
  let toldAt = since;
  return {
    tell(state) {
      const now = performance.now();
      if (isQuiet || (!isWatched && now - toldAt < TOLD_EVERY_MS)) return;
      toldAt = now;
      const line = lineOf(state, (now - since) / 1000, isWatched);
      process.stderr.write(isWatched ? `${CLEAR_LINE}${line}` : `${line}\n`);
    },
    clear: () => void (isWatched && !isQuiet && process.stderr.write(CLEAR_LINE)),
  };
}

/** Asks until it is over. A person who interrupts stops the import too, and sees how far it came. */
async function followed(begun: State, isQuiet: boolean): Promise<State> {
  const { tell, clear } = teller(isQuiet);
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  let state = begun;
  try {
    while (state.state === "running") {
      tell(state);
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
      state = stateShape.parse(await call(isInterrupted ? "DELETE" : "GET"));
    }
  } finally {
    clear();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
  }
  return state;
}

async function importHistories(paths: readonly string[], { harness, dryRun, json }: Options): Promise<void> {
  const asked = {
    harness,
    // The daemon has another working directory: what a path is relative to is known only here.
    paths: paths.map((path) => resolve(path)),
    ...userPlace(),
  };
  if (dryRun) {
    const survey = await call("POST", "/api/import/survey", asked);
    return json ? printJson(survey) : print(importSurvey(legibleAnswer(survey)));
  }
  const begun = stateShape.parse(await call("POST", "/api/import", asked));
  if (!json && begun.sessions > 0)
    process.stderr.write(`Taking in ${counted(begun.sessions)} sessions. Ctrl-C stops it; the next import goes on.\n`);
  const ended = await followed(begun, json ?? false);
  if (json) printJson(ended);
  else print(importAccount(legibleAnswer(ended)));
  if (ended.state === "failed") throw new ThroughlineError("internal", `the import failed: ${ended.error}`);
  if (ended.state === "stopped") process.exitCode = INTERRUPTED;
  else if (ended.failures.length > 0) process.exitCode = 1;
}

export const importCommand = new Command("import")
  .description("Take in the histories that your agents have left on disk.")
  .argument("[paths...]", "files, databases or folders; the usual places where none is given")
  .option("--harness <name>", "only the histories of this client")
  .option("--dry-run", "only tell what there is, and change nothing")
  .option("--json", "print the answer as JSON")
  .action(importHistories);
