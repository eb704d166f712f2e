import { badInput } from "../../core/index.ts";
import { claudeCodeHistory } from "../claude-code/history.ts";
import { codexHistory } from "../codex/history.ts";
import { geminiHistory } from "../gemini/index.ts";
import { openClawHistory } from "../openclaw/index.ts";
import { openCodeHistory } from "../opencode/index.ts";
import type { HistoryReader } from "./contract.ts";

export const historyReaders: readonly HistoryReader[] = [
  ...[claudeCodeHistory, codexHistory, geminiHistory],
  ...[openCodeHistory, openClawHistory],
];

/** The readers of one client's histories, or of all. */
export function readersFor(harness: string | undefined): readonly HistoryReader[] {
  if (harness === undefined) return historyReaders;
  const named = historyReaders.filter((one) => one.harness === harness);
  if (named.length > 0) return named;
  throw badInput(
    `harness: "${harness}" is not one whose history Throughline can read`,
    `Known: ${historyReaders.map((one) => one.harness).join(", ")}.`,
  );
}
