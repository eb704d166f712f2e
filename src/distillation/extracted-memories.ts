import { type NewMemory, state } from "../memory/index.ts";
import type { SessionRecord, Tables } from "../store/index.ts";
import type { Item, ItemKind } from "./extraction/index.ts";

/** What is worth no memory of its own; files and commands are found in their messages. */
const NOT_REMEMBERED: readonly ItemKind[] = ["goal", "state", "file", "command", "register"];
const MOST_REMEMBERED = 80;

/** The items that become memories, in the order of the conversation: later ones supersede. */
export function memoriesFrom(session: SessionRecord, receiptId: string, items: readonly Item[]): NewMemory[] {
  return items
    .filter(({ kind }) => !NOT_REMEMBERED.includes(kind))
    .sort((a, b) => b.weight - a.weight || a.seq - b.seq)
    .slice(0, MOST_REMEMBERED)
    .sort((a, b) => a.seq - b.seq)
    .map(({ text, kind, cites, by = "user", at, weight }) => ({
      ...{ content: text, kind, agent: session.agent, project: session.projectNormalized, sessionId: session.id },
      ...{ source: `message ${cites[0]} (${by})`, createdAt: at, receiptId, weight },
    }));
}

/** Stores memories; one that was known already belongs to this distillation too. */
export async function rememberItems(tables: Tables, receiptId: string, found: readonly NewMemory[]): Promise<void> {
  for (const fact of found) {
    // It was forgotten after this message.
    const same = { scope: fact, sameWords: fact.content };
    if ((await tables.memories.list({ ...same, forgottenSince: fact.createdAt, limit: 1 })).length > 0) continue;
    const { memory, wasKnown } = await state(tables, fact);
    if (wasKnown) await tables.memories.change([memory.id], { receiptId, weight: fact.weight });
  }
}
