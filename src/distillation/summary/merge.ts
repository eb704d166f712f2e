import { type Item, merged } from "../extraction/index.ts";
import { aged } from "./ageing.ts";

/** Below this, an item is left to the ledger, where recall still finds it. */
const FORGOTTEN = 0.05;

/** The items of the summary so far together with those of a new stretch: said once, the old ones a little paler. */
export function mergeItems(before: readonly Item[], after: readonly Item[]): Item[] {
  const renewed = new Set(after.map(({ kind }) => kind));
  const old = before.filter(({ kind }) => kind !== "register" || !renewed.has(kind));
  const [first] = old.filter(({ kind }) => kind === "goal");
  const paler = old.map((item) => aged(item, { isRenewed: renewed.has(item.kind), isFirst: item === first }));
  return merged([...paler, ...after]).filter(({ weight }) => weight >= FORGOTTEN);
}
