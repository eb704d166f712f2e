import type { Recovered } from "../recovery/index.ts";
import type { Store } from "../store/index.ts";

/** Something served, with the words that the agent got to see of it. */
export interface ServedItem {
  readonly id: string;
  readonly kind: string;
  readonly words: string;
  readonly score: number | null;
  readonly features?: Readonly<Record<string, number>> | undefined;
}

const CITED = /\[#(\d+), [^\]]* ago\]/;
const MEMORIES = 12;
const SAME_BEGINNING = 40;
const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The messages and memories that a recovery text quotes, in its order. */
export async function recoveredItems(store: Store, { text, fromSessionId }: Recovered): Promise<ServedItem[]> {
  const memories = await store.memories.list({ sessionId: fromSessionId, limit: MEMORIES });
  const items = new Map<string, ServedItem>();
  const add = (id: string | undefined, kind: string, words: string) => {
    if (id !== undefined && !items.has(id)) items.set(id, { id, kind, words, score: null });
  };
  for (const line of text.split("\n")) {
    const seq = Number(CITED.exec(line)?.[1]);
    if (seq > 0) {
      const [message] = await store.messages.list(fromSessionId, { after: seq - 1, limit: 1 });
      if (message?.seq === seq) add(message.id, "message", line);
      continue;
    }
    const memory = memories.find(({ content }) => line.startsWith(`- ${flat(content).slice(0, SAME_BEGINNING)}`));
    if (memory) add(memory.id, memory.kind, line);
  }
  return [...items.values()];
}
