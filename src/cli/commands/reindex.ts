import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { homeAt, homeDir } from "../../core/index.ts";
import { type AnswerOf, indexShape } from "../../operations/index.ts";
import { callApi } from "../api.ts";
import { counted, progressLine } from "../progress.ts";
import { print, printJson } from "../terminal.ts";

const ASKED_EVERY_MS = 250;
const CLEAR_LINE = "\r\u001b[K";

type State = AnswerOf<"reindex">;

/** Polls until nothing is waiting. A daemon that ended is started again and continues. */
async function awaited(begun: State, show: (line: string) => void): Promise<State> {
  const since = performance.now();
  let [state, total] = [begun, begun.waiting];
  while (state.waiting > 0) {
    await pause(ASKED_EVERY_MS);
    state = indexShape.parse(await callApi(homeAt(homeDir()), "GET", "/api/index"));
    // New messages are indexed as well.
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
      ? `Rebuilt the search index: ${counted(passages)} passages.`
      : `Rebuilding the search index: ${counted(waiting)} texts waiting, newest first. \`throughline status\` shows the progress.`,
  );
}

export const reindexCommand = new Command("reindex")
  .description("Rebuild the search index (full text and vectors) from the ledger.")
  .option("--wait", "wait until it is done, and show the progress")
  .option("--json", "print the answer as JSON")
  .action(reindex);
