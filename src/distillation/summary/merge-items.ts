import { type Item, mergeSimilar } from "../extraction/index.ts";
import { aged } from "./ageing.ts";

/** Below this, an item is left to the ledger, where recall still finds it. */
const FORGOTTEN = 0.05;

/** Merges the items of the summary so far, with lower weights, and those of a new range. */
export function mergeItems(before: readonly Item[], after: readonly Item[]): Item[] {
  const renewed = new Set(after.map(({ kind }) => kind));
  const old = before.filter(({ kind }) => kind !== "register" || !renewed.has(kind));
  const [first] = old.filter(({ kind }) => kind === "goal");
  const older = old.map((item) => aged(item, { isRenewed: renewed.has(item.kind), isFirst: item === first }));
  return mergeSimilar([...older, ...after]).filter(({ weight }) => weight >= FORGOTTEN);
}
