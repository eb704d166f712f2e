import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { activityOf } from "../capture/index.ts";
import { badInput, redact } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import {
  LedgersExtension,
  ledgerOf,
  ownNotes,
  readIdentifier,
  stateLines,
  withinTokens,
} from "../extensions/ledgers/index.ts";
import { taskShape } from "../extensions/ledgers/operations/index.ts";
import { defineOperation, projectPath, served } from "../operation/index.ts";
import type { Ground } from "../project-files/index.ts";

/** Recall results already fit: whole items are dropped from the end, none is cut. */
const WHOLE = 1000;

async function whyNothing({ recovery }: Engine, project: string): Promise<string> {
  const active = await recovery.underWay(project);
  if (!active) return "nothing to recover in this project";
  const { id, harness, lastActivityAt } = active;
  return `nothing to recover in this project yet: ${harness} session ${id} is still active (${lastActivityAt}) and can be recovered once it ends`;
}

const recover = defineOperation({
  name: "recover",
  summary: "show what a new session would be given",
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
  const ground = await ledger.at(project);
  if (query) return ledger.answering(ground, query);
  if (level === 1) return ledger.recovered(ground, 1);
  if (level !== 3) return "";
  const parts = [await ledger.recovered(ground, 3), await ownNotes(ground, engine.services.clock.now())];
  return parts.filter((part) => part !== "").join("\n");
}

const identifier = z.object({
  path: z.string(),
  exists: z.boolean().describe("Whether the file exists and has these lines"),
  lines: z.string().describe("The lines, as 12-34; empty for the whole file"),
  problem: z.string().describe("What is wrong with it; empty if nothing"),
});
type Verified = z.output<typeof identifier>;

interface Meant {
  readonly path: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A row that was damaged by hand has no path. */
function placeIn({ root }: Ground, place: string): Meant[] {
  try {
    const { path, ...lines } = readIdentifier(place);
    return [{ path: join(root, path), ...lines }];
  } catch {
    return [];
  }
}

async function linesOf(path: string): Promise<number> {
  let lines = 0;
  let last = "\n";
  for await (const chunk of createReadStream(path, "latin1")) {
    const text = String(chunk);
    lines += text.split("\n").length - 1;
    last = text.at(-1) ?? last;
  }
  return last === "\n" ? lines : lines + 1;
}

/** Files are only checked, not included: a new session opens what it needs. */
async function verified({ path, from, to = from }: Meant): Promise<Verified> {
  const lines = from === undefined ? "" : to === from ? `${from}` : `${from}-${to}`;
  const found = await stat(path).catch(() => undefined);
  if (!found) return { path, lines, exists: false, problem: "gone" };
  if (to === undefined || !found.isFile()) return { path, lines, exists: true, problem: "" };
  const count = await linesOf(path).catch(() => undefined);
  if (count === undefined) return { path, lines, exists: false, problem: "it cannot be read" };
  if (to <= count) return { path, lines, exists: true, problem: "" };
  return { path, lines, exists: false, problem: `the file has only ${count} lines` };
}

const ride = defineOperation({
  name: "sessions.start",
  summary: "run the start sequence: open work, which of its files still exist, where to continue",
  http: { method: "get", path: "/api/start-sequence" },
  cli: { command: "sessions start", inProject: true },
  input: z.strictObject({ project: projectPath.describe("A path in the project") }),
  output: z.object({
    ready: z.array(taskShape).describe("Tasks that are ready, most urgent first"),
    active: taskShape.nullable().describe("The task in progress, with its decisions and handoffs"),
    continuity: served,
    identifiers: z.array(identifier),
    reasoningState: served,
  }),
  async run(engine, { project }) {
    const { normalized } = await engine.projects.named(project);
    const ledger = ledgerOf(engine);
    const ground = await ledger.at(project);
    const ready = await ledger.ready(ground);
    const active = ready.find(({ status }) => status === "in_progress") ?? null;
    const noted = await ledger.recovered(ground, 1);
    const standing = await ledger.standing(ground);
    const short = noted === "" ? (await engine.recovery.atLevel(normalized, 1))?.text : noted;
    const full = await engine.recovery.forProject(normalized);
    const messages = full
      ? await engine.services.store.messages.list(full.fromSessionId, {
          kinds: ["tool_use"],
          limit: 100,
          fromEnd: true,
        })
      : [];
    const files = activityOf(messages).files.slice(-10);
    const known = standing.places.flatMap(({ identifier: place }) => placeIn(ground, place));
    const others = files.map(({ path }) => ({ path })).filter(({ path }) => known.every((one) => one.path !== path));
    const identifiers = await Promise.all([...known, ...others].map(verified));
    const [state] = stateLines({ standing, now: engine.services.clock.now() });
    const [next] = active?.nextSteps ?? [];
    const ahead = [...(state === undefined ? [] : [state]), ...(next === undefined ? [] : [`Next: ${next}`])];
    // Next steps in the ledgers come before text from conversations.
    const conversation = full?.text ?? (ahead.length > 0 ? "" : (short ?? ""));
    const reasoningState = [redact(ahead.join("\n")), conversation].filter((part) => part !== "").join("\n");
    return { ready, active, continuity: short ?? "", identifiers, reasoningState };
  },
});

export const recoveryOperations = [recover, ride];
