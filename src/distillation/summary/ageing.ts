import { bitOf, signalsOf } from "../../core/index.ts";
import type { Item, ItemKind } from "../extraction/index.ts";

/** What is left of a weight after one more distillation. */
const STAYS: Record<ItemKind, number> = {
  constraint: 0.99,
  preference: 0.99,
  register: 0.97,
  decision: 0.95,
  correction: 0.93,
  fact: 0.92,
  promise: 0.88,
  open_item: 0.88,
  failed: 0.85,
  goal: 0.8,
  file: 0.7,
  command: 0.6,
  state: 0.5,
};
const STAYS_WITH_A_PERSON = 0.99;

/** Facts of somebody's life are as true next year. */
const isPersonal = (text: string): boolean => (signalsOf(text) & bitOf.life) !== 0;

/** What we are doing and where we stand is told by the newest. */
const REPLACED: ReadonlySet<ItemKind> = new Set(["goal", "state"]);
const STAYS_REPLACED = 0.6;

/** An item as it weighs one distillation later; `isRenewed` when there are newer ones of its kind. */
export function aged(item: Item, isRenewed: boolean): Item {
  const stays = item.kind === "fact" && isPersonal(item.text) ? STAYS_WITH_A_PERSON : STAYS[item.kind];
  const left = isRenewed && REPLACED.has(item.kind) ? stays * STAYS_REPLACED : stays;
  return { ...item, weight: item.weight * left };
}
