import { z } from "zod";
import { badInput, notFound, theOnly } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { defineOperation, limit, served, sessionIdOf, sessionRef } from "../operation/index.ts";
import { type Compaction, listCompactions } from "../recovery/index.ts";

/** Enough to show that a part of an id is ambiguous. */
const CANDIDATES = 10;

const thing = z.object({ kind: z.string(), value: served });

export const compactionShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  trigger: z.string(),
  happenedAt: z.string(),
  summaryChars: z.number().nullable(),
  givenAt: z.string().nullable(),
  givenChars: z.number(),
  /** Share of what the agent needed afterwards and had lost that was given back, 0 to 1. */
  score: z.number().nullable(),
});

export const compactionAccountShape = compactionShape.extend({
  summary: served.nullable(),
  given: served,
  kept: z.array(thing),
  dropped: z.array(thing),
  told: z.array(thing),
  needed: z.object({ kept: z.array(thing), told: z.array(thing), missed: z.array(thing) }).nullable(),
});

/** Counts everything given back: right after the compaction and with the next prompt or tool call. */
const listed = (
  { id, sessionId, trigger, happenedAt, announcedAt, summary, givenAt, score }: Compaction,
  given: readonly string[],
) => ({
  ...{ id, sessionId, trigger, happenedAt: happenedAt ?? announcedAt, summaryChars: summary?.length ?? null },
  ...{ givenAt, givenChars: given.reduce((sum, text) => sum + text.length, 0), score },
});

/** A key is a kind, a space and the value. */
const things = (keys: readonly string[] = []) =>
  keys.map((key) => ({ kind: key.slice(0, key.indexOf(" ")), value: key.slice(key.indexOf(" ") + 1) }));

function accountView(compaction: Compaction, given: readonly string[]) {
  const { things: known, needed } = compaction;
  return {
    ...listed(compaction, given),
    summary: compaction.summary,
    given: given.join("\n"),
    kept: things(known?.kept),
    dropped: things(known?.dropped),
    told: things(known?.told),
    needed: needed ? { kept: things(needed.kept), told: things(needed.told), missed: things(needed.missed) } : null,
  };
}

/** Where to find compactions that were only imported, or happened before the hooks were connected. */
const elsewhere = (count: number): string =>
  count === 0
    ? "A client's hooks report them: `throughline doctor` checks the connection."
    : `${count === 1 ? "One is" : `${count} are`} in imported histories: \`throughline sessions timeline SESSION\` shows where.`;

async function compactionNamed(engine: Engine, asked: { id?: string | undefined; session?: string | undefined }) {
  const { store } = engine.services;
  const sessionId = await sessionIdOf(engine, asked.session);
  if (asked.id === undefined) {
    const [last] = await listCompactions(store, { sessionId, limit: 1 });
    if (last) return last;
    const where = sessionId === undefined ? "" : ` in session ${sessionId}`;
    throw notFound(
      `no compaction was captured live${where}`,
      elsewhere(await store.messages.count({ sessionId, kinds: ["boundary"] })),
    );
  }
  const found = await listCompactions(store, { partOfId: asked.id, limit: CANDIDATES });
  const named = theOnly("compaction", asked.id, found, "`throughline compaction list` shows them.");
  if (sessionId === undefined || named.sessionId === sessionId) return named;
  throw badInput(
    `compaction ${named.id} does not belong to session ${sessionId}`,
    `It belongs to session ${named.sessionId}: leave out --session, or name that one.`,
  );
}

const list = defineOperation({
  name: "compactions.list",
  summary: "list compactions, newest first, with the share of needed context that was given back",
  http: { method: "get", path: "/api/compactions" },
  cli: { command: "compaction list" },
  input: z.strictObject({ session: sessionRef.optional(), limit: limit.default(50) }),
  output: z.array(compactionShape),
  async run(engine, { session, limit: most }) {
    const { services, recovery } = engine;
    const sessionId = await sessionIdOf(engine, session);
    const rows: z.infer<typeof compactionShape>[] = [];
    for (const compaction of await listCompactions(services.store, { sessionId, limit: most }))
      rows.push(listed(await recovery.rescue.report(compaction), await recovery.rescue.injectedTexts(compaction)));
    return rows;
  },
});

const show = defineOperation({
  name: "compactions.show",
  summary: "show what a compaction kept and dropped, what was given back and what the agent used",
  http: { method: "get", path: "/api/compactions/show" },
  cli: { command: "compaction show", positional: ["id"], mayMiss: ["id"] },
  input: z.strictObject({
    id: z.string().min(1).optional().describe("The compaction; by default the latest"),
    session: sessionRef.optional(),
  }),
  output: compactionAccountShape,
  async run(engine, asked) {
    const { rescue } = engine.recovery;
    const compaction = await compactionNamed(engine, asked);
    return accountView(await rescue.report(compaction), await rescue.injectedTexts(compaction));
  },
});

export const compactionOperations = [list, show];
