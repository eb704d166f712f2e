import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { activityOf } from "../conversation/index.ts";
import { badInput, resolveProject } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { type Ground, readIdentifier, withinTokens } from "../ledger/index.ts";
import { taskShape } from "./ledger-shapes.ts";
import { defineOperation } from "./operation.ts";
import { projectPath, served } from "./shapes.ts";

async function whyNothing({ recovery }: Throughline, project: string): Promise<string> {
  const active = await recovery.underWay(project);
  if (!active) return "nothing to recover in this project";
  const { id, harness, lastActivityAt } = active;
  return `nothing to recover in this project but what is under way: ${harness} session ${id} is active there (${lastActivityAt}), and is recovered once it ends`;
}

const recover = defineOperation({
  name: "recover",
  summary: "shows what a session that starts now would be given",
  scope: "read",
  http: { method: "get", path: "/api/recover", alsoPost: true },
  cli: { command: "recover", inProject: true },
  input: z.strictObject({
    project: projectPath.describe("A path in the project"),
    level: z.coerce
      .number()
      .int()
      .min(1)
      .max(3)
      .optional()
      .describe("1: the shortest; 2: what `query` finds; 3: everything. By default what a starting session gets"),
    query: z.string().optional().describe("For level 2: what the work needs to know"),
  }),
  output: z.object({ text: served, fromSessionId: z.string().nullable(), reason: z.string() }),
  async run(engine, { project, level, query }) {
    const { normalized } = resolveProject(project);
    const ledgers = await ofLedgers(engine, project, level, query);
    if (ledgers !== "") return { text: ledgers, fromSessionId: null, reason: `level ${level ?? 2}, from the ledgers` };
    if (level === 2 && !query)
      throw badInput("query: level 2 answers a question", 'Give one: --query "token rotation"');
    if (query) {
      const { recovery } = await engine.ambient.configFor(normalized);
      const budget = recovery.level2Tokens;
      const found = await engine.memory.recall({ query, project: normalized, budget });
      const lines = found.map((memory) => `- ${memory.content} [${memory.source}, ${memory.createdAt}]`);
      const text = withinTokens(["## Recalled", ...lines], budget);
      return { text, fromSessionId: null, reason: `level 2: ${found.length} found` };
    }
    const recovered =
      level === 1 || level === 3
        ? await engine.recovery.atLevel(normalized, level)
        : await engine.recovery.forProject(normalized);
    if (recovered) return recovered;
    const offer = level === undefined ? await engine.recovery.offerIn(normalized) : "";
    const reason = offer === "" ? await whyNothing(engine, normalized) : "open checkpoint";
    return { text: offer, fromSessionId: null, reason };
  },
});

/** What the ledgers have to say comes before what was only said. */
async function ofLedgers(
  engine: Throughline,
  project: string,
  level: number | undefined,
  query: string | undefined,
): Promise<string> {
  const ground = await engine.ledger.at(project);
  if (query) return engine.ledger.answering(ground, query);
  return level === 1 || level === 3 ? engine.ledger.recovered(ground, level) : "";
}

const identifier = z.object({ path: z.string(), exists: z.boolean() });

/** A row that a person spoilt names no place. */
function pathOf({ root }: Ground, place: string): string[] {
  try {
    return [join(root, readIdentifier(place).path)];
  } catch {
    return [];
  }
}

const ride = defineOperation({
  name: "sessions.start",
  summary: "runs the start sequence: what was open, which files of it still exist, where to go on",
  scope: "read",
  http: { method: "get", path: "/api/start-sequence" },
  cli: { command: "sessions start", inProject: true },
  input: z.strictObject({ project: projectPath.describe("A path in the project") }),
  output: z.object({
    ready: z.array(taskShape).describe("What can be worked on, the most urgent first"),
    active: taskShape.nullable().describe("What is being worked on, with its decisions and handoffs"),
    continuity: served,
    identifiers: z.array(identifier),
    reasoningState: served,
  }),
  async run(engine, { project }) {
    const { normalized } = resolveProject(project);
    const ground = await engine.ledger.at(project);
    const ready = await engine.ledger.ready(ground);
    const active = ready.find(({ status }) => status === "in_progress") ?? null;
    const { places } = await engine.ledger.standing(ground);
    const noted = await engine.ledger.recovered(ground, 1);
    const short = noted === "" ? (await engine.recovery.atLevel(normalized, 1))?.text : noted;
    const full = await engine.recovery.forProject(normalized);
    const messages = full
      ? await engine.ambient.store.messages.list(full.fromSessionId, { kinds: ["tool_use"], limit: 100, fromEnd: true })
      : [];
    const files = activityOf(messages).files.slice(-10);
    // Verified, not read: a starting session's context is for what it will decide to open.
    const known = places.flatMap(({ identifier: place }) => pathOf(ground, place));
    const paths = [...new Set([...known, ...files.map(({ path }) => path)])];
    const identifiers = await Promise.all(
      paths.map(async (path) => ({ path, exists: (await stat(path).catch(() => undefined)) !== undefined })),
    );
    // Without a session that left something, what the ledgers say is where to go on from.
    return { ready, active, continuity: short ?? "", identifiers, reasoningState: full?.text ?? short ?? "" };
  },
});

export const recoveryOperations = [recover, ride];
