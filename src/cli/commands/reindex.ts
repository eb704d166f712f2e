import { Command } from "commander";
import { homeAt, homeDir } from "../../core/index.ts";
import { type AnswerOf, indexShape } from "../../operations/index.ts";
import { callApi } from "../api.ts";
import { counted, progressLine } from "../progress.ts";
import { print, printJson } from "../terminal.ts";

const ASKED_EVERY_MS = 250;
const CLEAR_LINE = "\r\u001b[K";

type State = AnswerOf<"reindex">;

/** Asks until nothing waits. A daemon that went away meanwhile is started again, and goes on where it was. */
async function awaited(begun: State, show: (line: string) => void): Promise<State> {
  const since = performance.now();
  let [state, total] = [begun, begun.waiting];
  while (state.waiting > 0) {
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    state = indexShape.parse(await callApi(homeAt(homeDir()), "GET", "/api/index"));
    // What is said meanwhile is indexed, too.
    total = Math.max(total, state.waiting);
    show(progressLine({ done: total - state.waiting, total, seconds: (performance.now() - since) / 1000 }));
  }
  return state;
}

async function reindex({ wait, json }: { wait?: boolean; json?: boolean }): Promise<void> {
  const isWatched = Boolean(process.stderr.isTTY) && !json;
  const begun = indexShape.parse(await callApi(homeAt(homeDir()), "POST", "/api/reindex", {}));
  const show = (line: string) => void (isWatched && process.stderr.write(`${CLEAR_LINE}${line}`));
  const state = wait ? await awaited(begun, show) : begun;
  if (isWatched && wait) process.stderr.write(CLEAR_LINE);
  if (json) return printJson(state);
  const { passages, waiting } = state;
  print(
    waiting === 0
      ? `The index was made anew: ${counted(passages)} passages.`
      : `The index is being made anew: ${counted(waiting)} texts wait. What is newest is found first; \`throughline status\` tells how far it is.`,
  );
}

export const reindexCommand = new Command("reindex")
  .description("Rebuild the search index (full text and vectors) from the ledger.")
  .option("--wait", "return when it is done, and show how far it is")
  .option("--json", "print the answer as JSON")
  .action(reindex);
