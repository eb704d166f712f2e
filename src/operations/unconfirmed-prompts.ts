import type { z } from "zod";
import { isUnconfirmedId, type UnconfirmedPrompt, unconfirmedPrompts } from "../capture/index.ts";
import type { recalledShape } from "../operation/index.ts";
import type { SessionRecord, Store } from "../store/index.ts";
import { contentTerms } from "../text/index.ts";

const MOST_SESSIONS = 20;
const OPEN_SESSIONS = { type: "coding", states: ["active"], limit: MOST_SESSIONS } as const;
/** The share of the query's terms that a prompt must contain. */
const LEAST_SHARED = 0.5;

type Recalled = z.input<typeof recalledShape>;

/**
 * Prompts of open sessions that match a query and are in no transcript yet, so that the index does not know them. The
 * asking session's own prompts are left out: it has them in its context.
 */
export async function recalledUnconfirmed(
  store: Store,
  query: string,
  where: { readonly project: string | undefined; readonly asking: SessionRecord | undefined; readonly budget: number },
): Promise<Recalled[]> {
  const { project, asking, budget } = where;
  const asked = [...new Set(contentTerms(query))];
  if (asked.length === 0) return [];
  const open = await store.sessions.list({ project, ...OPEN_SESSIONS });
  const found = await Promise.all(
    open
      .filter(({ id }) => id !== asking?.id)
      .map(async (session) => (await unconfirmedPrompts(store, session)).map((prompt) => ({ prompt, session }))),
  );
  return found.flat().flatMap(({ prompt, session }): Recalled[] => {
    const there = new Set(contentTerms(prompt.content));
    const score = asked.filter((term) => there.has(term)).length / asked.length;
    if (score < LEAST_SHARED || prompt.tokens > budget) return [];
    return [
      {
        ...{ id: prompt.id, agent: null, project: session.projectNormalized, content: prompt.content, kind: "message" },
        ...{ source: `session ${session.key} (user)`, createdAt: prompt.createdAt, lastUsedAt: null },
        ...{ supersededBy: null, score, reasons: ["said just now, not yet in a transcript"], confirmed: false },
      },
    ];
  });
}

/** The prompt with this id, as recall and a session's messages show it. */
export async function unconfirmedNamed(store: Store, id: string): Promise<UnconfirmedPrompt[]> {
  if (!isUnconfirmedId(id)) return [];
  const open = await store.sessions.list(OPEN_SESSIONS);
  const prompts = await Promise.all(open.map((session) => unconfirmedPrompts(store, session)));
  return prompts.flat().filter((prompt) => prompt.id === id);
}
