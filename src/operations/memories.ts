import { z } from "zod";
import { badInput, estimateTokens } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { JUST_DISTILLED, momentOf, type RecalledMemory, type RecallInput, STATED_KINDS } from "../memory/index.ts";
import {
  agentRef,
  type Caller,
  callerProject,
  callerSession,
  cutToBudget,
  defineOperation,
  limit,
  projectPath,
  recalledShape,
  rememberedShape,
  sessionRef,
  sourceOf,
  type Where,
  yesOrNo,
} from "../operation/index.ts";
import { primarySession } from "../sessions/index.ts";
import { itemOf } from "../signals/index.ts";
import { withEnded } from "./ended-statements.ts";
import { recallText } from "./recall-text.ts";
import { recalledUnconfirmed } from "./unconfirmed-prompts.ts";

const scope = {
  project: projectPath
    .optional()
    .describe(
      "An absolute path in the project; by default your session's, or the folder `throughline mcp` runs in. Without any of them, over HTTP: every project",
    ),
  agent: agentRef.optional().describe("Only memories of this agent, or that hold everywhere"),
  session: sessionRef.optional(),
};

/** A list, or ids separated by commas, as on a command line. */
const ids = z.union(
  [z.array(z.string().min(1)), z.string().transform((given) => given.split(/[\s,]+/).filter((id) => id !== ""))],
  { error: "give ids" },
);

/** The session and project that a memory belongs to, if known. */
async function whereabouts(engine: Engine, caller: Caller, input: Where) {
  const session = await callerSession(engine, caller, input.session);
  return { session, project: await callerProject(engine, caller, session, input) };
}

const remember = defineOperation({
  name: "remember",
  summary: "remember a fact",
  http: { method: "post", path: "/api/memories" },
  cli: { command: "remember", positional: ["content"], inProject: true },
  input: z.strictObject({
    content: z.string().min(1).describe("One fact, decision or preference, self-contained"),
    kind: z.enum(STATED_KINDS).default("fact").describe("Its kind"),
    ...scope,
    agent: agentRef.optional().describe("The agent it belongs to"),
    everywhere: yesOrNo.describe("It applies to every project, not only this one"),
    supersedes: ids.optional().describe("Ids of memories that it makes obsolete"),
  }),
  output: rememberedShape,
  mcp: {
    tool: "remember",
    description:
      "Remembers one fact for this and all later sessions of the project. Call it when the user states a preference or a correction, and when you learn something that was costly to find out (a cause, a workaround, where something lives). One fact per call, self-contained, with exact names and numbers. A new value replaces the old one of the same thing (`port: 8080`, then `port: 9090`), and the answer says which; of the other `related` memories, name in `supersedes` those that no longer hold. Never store secrets.",
  },
  async run(engine, { content, kind, agent, everywhere, supersedes, ...where }, caller) {
    if (everywhere && where.project !== undefined)
      throw badInput("everywhere: it cannot be combined with a project", "Give one of the two.");
    const { session, project: here } = await whereabouts(engine, caller, { ...where, agent });
    const project = everywhere ? undefined : here;
    const source = sourceOf(session, caller);
    const input = { content, kind, agent, project, sessionId: session?.id, source, supersedes };
    const memory = await engine.memory.remember(input);
    if (session) await engine.checkpoints.recordRemember(session, memory.content);
    return memory;
  },
});

/** Shorter excerpts are not worth showing next to other answers. */
const FEWEST_TOKENS = 12;

/** With a small budget, the beginning of the best answer is better than an empty result. */
async function bestWithin({ memory }: Engine, input: RecallInput & { readonly budget: number }) {
  const found: RecalledMemory[] = await memory.recall(input);
  if (found.some(({ reasons }) => !reasons.includes(JUST_DISTILLED))) return found;
  const room = input.budget - found.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  if (found.length > 0 && (room < FEWEST_TOKENS || found.length === input.limit)) return found;
  const alone = { ...input, primedBy: undefined, budget: Number.MAX_SAFE_INTEGER, limit: 1 };
  const [best] = await memory.recall(alone);
  if (!best || found.some(({ id }) => id === best.id)) return found;
  return [cutToBudget(best, room), ...found];
}

const recall = defineOperation({
  name: "recall",
  summary: "search memories and past conversations",
  http: { method: "get", path: "/api/memories/recall", alsoPost: true },
  cli: { command: "recall", positional: ["query"], mayMiss: ["query"], inProject: true },
  input: z.strictObject({
    q: z.string().min(1).optional().describe("The same as `query`"),
    query: z.string().min(1).optional().describe("What you want to know, in plain words"),
    budget: z.coerce.number().int().min(1).default(1500).describe("At most this many tokens"),
    limit: limit.optional(),
    asOf: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Search what was known at this time: a time, a date, a month (2026-03), a year, or words such as `last week`",
      ),
    file: z.string().min(1).optional().describe("Only results that mention this file"),
    error: z.string().min(1).optional().describe("An error text: find where it occurred before and what fixed it"),
    command: z.string().min(1).optional().describe("Only results that contain this command"),
    explain: yesOrNo.describe("Explain each score"),
    ...scope,
  }),
  output: z.array(recalledShape),
  mcp: {
    tool: "recall",
    description:
      "Searches all memories and earlier sessions of this project, also what a compaction dropped. Call it before you ask the user something they may have answered before, before you repeat an investigation, when you meet an error that may have been solved before, and at the start of work on an unfamiliar part. Ask in plain words, in any language; give `file` for what was decided about a file, `error` with the error's text for how it was fixed before, `command` for what a command did. Results have a score, age, source and an id for `expand`; memories on the same subject are grouped, newest first: judge which holds; what was withdrawn or superseded since is marked.",
    text: recallText,
  },
  async run(
    engine,
    { q, query = q, limit: most, agent, asOf, explain, session: named, project: path, ...asked },
    caller,
  ) {
    if (path !== undefined) await engine.projects.named(path);
    const { session, project } = await whereabouts(engine, caller, { session: named, project: path, agent });
    const { file, error, command } = asked;
    if ([query, file, error, command].every((one) => one === undefined))
      throw badInput("query: say what you want to know", "Ask in plain words, or give a file, an error or a command.");
    const { store, clock } = engine.services;
    const moment = asOf === undefined ? undefined : momentOf(asOf, clock.now());
    if (asOf !== undefined && moment === undefined)
      throw badInput(
        `asOf: "${asOf.slice(0, 40)}" is not a time`,
        "Give 2026, 2026-03, 2026-03-14, 2026-03-14T09:30Z or “last week”.",
      );
    const speaking = agent === undefined ? session : await primarySession(store, agent);
    const primedBy = speaking?.primedId ?? undefined;
    const input = { ...asked, query, project, agent, limit: most, primedBy, asOf: moment, explain: true };
    const found = await bestWithin(engine, input);
    const asking = session ?? speaking;
    if (asking) engine.signals.served(asking, "recall", found.map(itemOf), query ?? file ?? command ?? "");
    if (speaking && primedBy !== undefined) await store.sessions.change(speaking.id, { primedServed: 1 });
    const ids = found.map(({ id }) => id);
    if (session && ids.length > 0) await engine.checkpoints.recordRecall(session, ids);
    const justSaid =
      query === undefined || agent !== undefined || moment !== undefined
        ? []
        : await recalledUnconfirmed(store, query, { project, asking: session, budget: asked.budget });
    // One that was confirmed in the meantime is already among the results.
    const isNews = ({ content }: { content: string }) => !found.some((one) => one.content === content);
    const marked = await withEnded(store, found);
    const shown = explain ? marked : marked.map(({ explanation: _explanation, ...memory }) => memory);
    return [...justSaid.filter(isNews), ...shown].slice(0, most);
  },
});

export const memoryOperations = [remember, recall];
