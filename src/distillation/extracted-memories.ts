import { newId } from "../core/index.ts";
import type { SessionRecord, Tables } from "../store/index.ts";
import type { Item, ItemKind } from "./extraction/index.ts";

/** What is worth finding again by itself; files and commands are found by their anchors. */
const REMEMBERED: readonly ItemKind[] = [
  "fact",
  "decision",
  "constraint",
  "preference",
  "open_item",
  "promise",
  "correction",
  "failed",
];
const MOST_REMEMBERED = 80;

/** Makes memories of what was found; what was known already belongs to this distillation too. */
export async function rememberItems(
  tables: Tables,
  session: SessionRecord,
  receiptId: string,
  items: readonly Item[],
): Promise<void> {
  const chosen = items
    .filter(({ kind }) => REMEMBERED.includes(kind))
    .sort((a, b) => b.weight - a.weight || a.seq - b.seq)
    .slice(0, MOST_REMEMBERED);
  for (const { text, kind, cites, by = "user", at, weight } of chosen) {
    const scope = { content: text, agent: session.agent, project: session.projectNormalized };
    const same = await tables.memories.sameAs(scope);
    if (same) await tables.memories.adopt(same.id, receiptId, weight);
    else
      await tables.memories.insert({
        ...scope,
        id: newId(),
        kind,
        source: `message ${cites[0]} (${by})`,
        sessionId: session.id,
        createdAt: at,
        lastUsedAt: null,
        supersededBy: null,
        receiptId,
        weight,
      });
  }
}
