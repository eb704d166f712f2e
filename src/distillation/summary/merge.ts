import { Gathering, type Item } from "../extraction/index.ts";
import { aged } from "./ageing.ts";

/** Below this, an item is left to the ledger, where recall still finds it. */
const FORGOTTEN = 0.05;

const DONE =
  /(?<!\p{L})(?:done|fixed|finished|completed|implemented|merged|shipped|erledigt|fertig|terminé|hecho|fatto|готово)(?!\p{L})|完成|搞定|完了|완료/iu;

/** The items of the summary so far together with those of a new stretch: said once, the old ones a little paler. */
export function mergeItems(before: readonly Item[], after: readonly Item[]): Item[] {
  const gathering = new Gathering();
  const renewed = new Set(after.map(({ kind }) => kind));
  for (const item of before) gathering.add(aged(item, renewed.has(item.kind)));
  for (const item of after) {
    if (DONE.test(item.text)) gathering.close(item.text);
    gathering.add(item);
  }
  return gathering.items().filter(({ weight }) => weight >= FORGOTTEN);
}
