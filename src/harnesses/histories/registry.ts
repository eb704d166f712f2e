import { badInput } from "../../core/index.ts";
import { clients } from "../registry.ts";
import type { HistoryReader } from "./contract.ts";

const historyReaders = clients.map(({ history }) => history);

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
