import { type Item, type ItemKind, mergeSimilar } from "../extraction/index.ts";

/** What is left of a weight after one more distillation. */
const STAYS: Record<ItemKind, number> = {
  constraint: 0.99,
  preference: 0.99,
  register: 0.97,
  decision: 0.96,
  correction: 0.94,
  fact: 0.96,
  promise: 0.88,
  open_item: 0.7,
  failed: 0.85,
  goal: 0.8,
  file: 0.7,
  command: 0.6,
  state: 0.5,
};

/** Kinds of which the newest one replaces the older ones. */
const REPLACED: ReadonlySet<ItemKind> = new Set(["goal", "state", "open_item"]);
const STAYS_REPLACED = 0.6;

/** An item with its weight one distillation later. The first goal keeps its weight. */
function aged(item: Item, { isRenewed, isFirst }: { isRenewed: boolean; isFirst: boolean }): Item {
  if (isFirst) return item;
  const left = isRenewed && REPLACED.has(item.kind) ? STAYS[item.kind] * STAYS_REPLACED : STAYS[item.kind];
  return { ...item, weight: item.weight * left };
}

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
