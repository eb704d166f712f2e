import { z } from "zod";
import { badInput } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { LedgersExtension, withinTokens } from "../extensions/ledgers/index.ts";
import { defineOperation, projectPath, served } from "../operation/index.ts";

/** Recall results already fit: whole items are dropped from the end, none is cut. */
const WHOLE = 1000;

async function whyNothing({ recovery }: Engine, project: string): Promise<string> {
  const active = await recovery.underWay(project);
  if (!active) return "nothing to recover in this project";
  const { id, harness, lastActivityAt } = active;
  return `nothing to recover in this project yet: ${harness} session ${id} is still active (${lastActivityAt}) and can be recovered once it ends`;
}

export const recover = defineOperation({
  name: "recover",
  summary: "show what a new session would be given",
  http: { method: "get", path: "/api/recover", alsoPost: true },
  cli: { command: "recover", inProject: true, warnsOfSettings: true },
  input: z.strictObject({
    project: projectPath.describe("A path in the project"),
    level: z.coerce
      .number()
      .int()
      .min(1)
      .max(3)
      .optional()
      .describe("1: the shortest; 2: results for `query`; 3: everything. By default what a new session gets"),
    query: z.string().optional().describe("For level 2: what to search for"),
  }),
  output: z.object({ text: served, fromSessionId: z.string().nullable(), reason: z.string() }),
  async run(engine, { project, level, query }) {
    const { normalized } = await engine.projects.named(project);
    const ledgers = await ofLedgers(engine, project, level, query);
    if (level === 3 && !query) {
      const session = await engine.recovery.atLevel(normalized, 3);
      const text = [ledgers, session?.text ?? ""].filter((part) => part !== "").join("\n");
      if (text !== "") return { text, fromSessionId: session?.fromSessionId ?? null, reason: "level 3" };
    } else if (ledgers !== "")
      return { text: ledgers, fromSessionId: null, reason: `level ${level ?? 2}, from the ledgers` };
    if (level === 2 && !query)
      throw badInput("query: level 2 needs a question", 'For example: --query "token rotation"');
    if (query) {
      const { recovery } = await engine.services.configFor(normalized);
      const budget = recovery.level2Tokens;
      const found = await engine.memory.recall({ query, project: normalized, budget });
      const lines = found.map((memory) => `- ${memory.content} [${memory.source}, ${memory.createdAt}]`);
      const text = withinTokens(["## Recalled", ...lines], budget, { fewestChars: WHOLE });
      return { text, fromSessionId: null, reason: `level 2: ${found.length} found` };
    }
    const recovered =
      level === 1 ? await engine.recovery.atLevel(normalized, 1) : await engine.recovery.forProject(normalized);
    if (recovered) return recovered;
    return { text: "", fromSessionId: null, reason: await whyNothing(engine, normalized) };
  },
});

/** Ledger entries come before text from conversations; level 3 gives both. */
async function ofLedgers(
  engine: Engine,
  project: string,
  level: number | undefined,
  query: string | undefined,
): Promise<string> {
  const ledger = engine.find(LedgersExtension)?.ledger;
  if (!ledger) return "";
  const location = await ledger.at(project);
  if (query) return ledger.briefing.answering(location, query);
  return level === 1 || level === 3 ? ledger.briefing.recovered(location, level) : "";
}
