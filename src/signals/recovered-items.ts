import type { Store } from "../store/index.ts";

/** A recovery text and its source session. */
export interface RecoveryText {
  readonly text: string;
  readonly fromSessionId: string;
}

/** A served item with the text that the agent saw. */
export interface ServedItem {
  readonly id: string;
  readonly kind: string;
  readonly words: string;
  readonly score: number | null;
  readonly features?: Readonly<Record<string, number>> | undefined;
}

const CITED = / \[(?:user|agent), \d+\w+\]$/;
const LABEL = /^\s*(?:- )?(?:[A-Z][\w ,]{2,24}: ")?/;
const MEMORIES = 12;
const MESSAGES = 300;
const SAME_BEGINNING = 40;
/** As a briefing quotes it: on one line and without emphasis. */
const flat = (text: string): string => text.replaceAll("**", "").replace(/\s+/g, " ").trim();

/** The messages and memories that a recovery text quotes, in its order. */
export async function recoveredItems(store: Store, { text, fromSessionId }: RecoveryText): Promise<ServedItem[]> {
  const memories = await store.memories.list({ sessionId: fromSessionId, limit: MEMORIES });
  const query = { kinds: ["prompt", "text"], limit: MESSAGES, fromEnd: true } as const;
  const messages = (await store.messages.list(fromSessionId, query)).map(({ id, content }) => ({
    id,
    words: flat(content),
  }));
  const items = new Map<string, ServedItem>();
  const add = (id: string | undefined, kind: string, words: string) => {
    if (id !== undefined && !items.has(id)) items.set(id, { id, kind, words, score: null });
  };
  for (const line of text.split("\n")) {
    if (CITED.test(line)) {
      const [quoted = ""] = line
        .replace(CITED, "")
        .replace(LABEL, "")
        .split(/ … |…|"$/);
      const beginning = flat(quoted).slice(0, SAME_BEGINNING);
      if (beginning !== "") add(messages.findLast(({ words }) => words.includes(beginning))?.id, "message", line);
      continue;
    }
    const memory = memories.find(({ content }) => line.startsWith(`- ${flat(content).slice(0, SAME_BEGINNING)}`));
    if (memory) add(memory.id, memory.kind, line);
  }
  return [...items.values()];
}
