import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { activityOf } from "../../../capture/index.ts";
import { readRegularFileAsync, redact } from "../../../core/index.ts";
import { defineOperation, projectPath, served } from "../../../operation/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { ledgerOf } from "../extension.ts";
import { type Identifier, readIdentifier } from "../identifiers.ts";
import { stateLines } from "../recovery-levels.ts";
import { workStateOf } from "../work-states.ts";
import { taskShape } from "./ledger-shapes.ts";

const LARGEST = 64_000_000;

const identifier = z.object({
  path: z.string(),
  exists: z.boolean().describe("Whether the file exists and has these lines"),
  lines: z.string().describe("The lines, as 12-34; empty for the whole file"),
  problem: z.string().describe("What is wrong with it; empty if nothing"),
});
type Verified = z.output<typeof identifier>;

/** A row that was damaged by hand has no path. */
function placeIn({ root }: ProjectLocation, place: string): Identifier[] {
  try {
    const { path, ...lines } = readIdentifier(place);
    return [{ path: join(root, path), ...lines }];
  } catch {
    return [];
  }
}

async function linesOf(path: string): Promise<number> {
  const text = (await readRegularFileAsync(path, LARGEST))?.toString("latin1") ?? "";
  return text.split("\n").length - (text === "" || text.endsWith("\n") ? 1 : 0);
}

/** Files are only checked, not included: a new session opens what it needs. */
async function verified({ path, from, to = from }: Identifier): Promise<Verified> {
  const lines = from === undefined ? "" : to === from ? `${from}` : `${from}-${to}`;
  const found = await stat(path).catch(() => undefined);
  if (!found) return { path, lines, exists: false, problem: "gone" };
  if (to === undefined || !found.isFile()) return { path, lines, exists: true, problem: "" };
  const count = await linesOf(path).catch(() => undefined);
  if (count === undefined) return { path, lines, exists: false, problem: "it cannot be read" };
  if (to <= count) return { path, lines, exists: true, problem: "" };
  return { path, lines, exists: false, problem: `the file has only ${count} lines` };
}

const startSequence = defineOperation({
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
    const location = await ledger.at(project);
    const ready = await ledger.tasks.ready(location);
    const active = ready.find(({ status }) => status === "in_progress") ?? null;
    const noted = await ledger.briefing.recovered(location, 1);
    const workState = await workStateOf(engine.services.store, location);
    const short = noted === "" ? (await engine.recovery.atLevel(normalized, 1))?.text : noted;
    const full = await engine.recovery.forProject(normalized);
    const lastCalls = { kinds: ["tool_use"], limit: 100, fromEnd: true } as const;
    const messages = full ? await engine.services.store.messages.list(full.fromSessionId, lastCalls) : [];
    const files = activityOf(messages).files.slice(-10);
    const known = workState.places.flatMap(({ identifier: place }) => placeIn(location, place));
    const others = files.map(({ path }) => ({ path })).filter(({ path }) => known.every((one) => one.path !== path));
    const identifiers = await Promise.all([...known, ...others].map(verified));
    const [state] = stateLines({ workState, now: engine.services.clock.now() });
    const [next] = active?.nextSteps ?? [];
    const ahead = [...(state === undefined ? [] : [state]), ...(next === undefined ? [] : [`Next: ${next}`])];
    // Next steps in the ledgers come before text from conversations.
    const conversation = full?.text ?? (ahead.length > 0 ? "" : (short ?? ""));
    const reasoningState = [redact(ahead.join("\n")), conversation].filter((part) => part !== "").join("\n");
    return { ready, active, continuity: short ?? "", identifiers, reasoningState };
  },
});

export const startSequenceOperations = [startSequence];
