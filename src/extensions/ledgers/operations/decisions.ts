import { z } from "zod";
import type { Engine } from "../../../engine.ts";
import {
  atLocation,
  defineOperation,
  idOf,
  limit,
  served,
  sourceOf,
  where,
  yesOrNo,
} from "../../../operation/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { SessionRecord, WorkNoteRecord } from "../../../store/index.ts";
import { ledgerOf } from "../extension.ts";
import { onlyInProgress } from "../tasks/tasks.ts";
import {
  behind,
  decisionShape,
  evidenceInput,
  evidenceOf,
  evidenceShape,
  scenarioOf,
  scenariosInput,
  wordsInput,
} from "./ledger-shapes.ts";

/** The default task of a decision: the only one that sessions work on, else the only one in progress. */
async function impliedTask(engine: Engine, location: ProjectLocation, session: SessionRecord | undefined) {
  const { project } = location;
  const sessions = session
    ? [session]
    : await engine.services.store.sessions.list({ project, states: ["init", "active"] });
  const own = sessions.filter(({ projectNormalized }) => projectNormalized === project);
  const [slug, another] = new Set(own.flatMap(({ task }) => task ?? []));
  if (another !== undefined) return undefined;
  const tasks = await ledgerOf(engine).tasks.list(location);
  const task = slug === undefined ? onlyInProgress(tasks) : tasks.find((one) => one.slug === slug || one.id === slug);
  return task?.slug;
}

const taskName = z.string().min(1).optional();

const decide = defineOperation({
  name: "decide",
  summary: "record a decision with its rationale and evidence",
  http: { method: "post", path: "/api/decisions" },
  cli: { command: "decide", positional: ["decision"], inProject: true },
  input: z.strictObject({
    decision: z.string().min(1).describe("What was decided, complete in itself"),
    rationale: z.string().default("").describe("Why, as stated; leave it out if nobody gave a reason"),
    alternatives: wordsInput.default([]).describe("What was not chosen"),
    evidence: evidenceInput,
    testScenarios: scenariosInput.default([]),
    task: taskName.describe("The task it belongs to; by default the session's, or the only one in progress"),
    ...where,
  }),
  output: decisionShape.extend({
    ...behind,
    evidence: z
      .array(evidenceShape.extend({ grounded: z.boolean(), note: z.string().nullable() }))
      .readonly()
      .describe("Each with whether the quote was found, and why not"),
  }),
  mcp: {
    tool: "record_decision",
    description:
      "Records a decision in the project's ledger, where it survives every context: what was decided, why, the alternatives, and the code that supports it, quoted verbatim with its line. Call it when you or the user settle how something is done, before you act on it. Give a rationale only if there is one: do not invent it. The quotes are checked against the files.",
  },
  run: atLocation(async (engine, location, { evidence, testScenarios, task, ...rest }, session, caller) => {
    const ledger = ledgerOf(engine);
    const checked = evidence.map((one) => ledger.checks.evidence(location, evidenceOf(one)));
    const entered = await ledger.decide(location, {
      ...rest,
      task: task ?? (await impliedTask(engine, location, session)),
      session,
      source: sourceOf(session, caller),
      evidence: checked.map(({ grounded: _grounded, note: _note, ...one }) => one),
      testScenarios: testScenarios.map(scenarioOf),
    });
    return { ...entered, evidence: checked };
  }),
});

const list = defineOperation({
  name: "decisions.list",
  summary: "list a project's decisions, newest first",
  http: { method: "get", path: "/api/decisions" },
  cli: { command: "decisions", inProject: true },
  input: z.strictObject({
    task: taskName.describe("Only decisions of this task, by its slug"),
    all: yesOrNo.describe("Also decisions that a person removed from the notes"),
    limit: limit.optional(),
    ...where,
  }),
  output: z.array(decisionShape),
  run: atLocation(async (engine, location, filter) => {
    const task =
      filter.task === undefined ? undefined : (await ledgerOf(engine).tasks.show(location, filter.task)).slug;
    return ledgerOf(engine).decided(location, { ...filter, task });
  }),
});

const contentShape = decisionShape.omit({ id: true, task: true, ts: true });

const show = defineOperation({
  name: "decisions.show",
  summary: "show a decision and its earlier versions",
  http: { method: "get", path: "/api/decisions/:id" },
  cli: { command: "decisions show", positional: ["id"], inProject: true },
  input: z.strictObject({ id: idOf("A decision"), ...where }),
  output: decisionShape.extend({
    withdrawnAt: z.string().nullable(),
    withdrawnWhy: z.string().nullable(),
    before: z.array(contentShape).readonly(),
  }),
  run: atLocation(async (engine, location, { id }) => {
    const { services } = engine;
    await ledgerOf(engine).decided(location, { limit: 1 });
    const shown = await ledgerOf(engine).decisions.show(location.project, id);
    const { withdrawnAt } = shown;
    const notes = await services.store.work.notes(location.project);
    return { ...shown, withdrawnWhy: withdrawnAt === null ? null : whyWithdrawn(notes, { ...shown, withdrawnAt }) };
  }),
});

/** Either a note in the project's work says why, or somebody edited the notes file. */
function whyWithdrawn(notes: readonly WorkNoteRecord[], { id, withdrawnAt }: { id: string; withdrawnAt: string }) {
  const note = notes.findLast(
    ({ kind, target, at }) => target === id && at >= withdrawnAt && (kind === "withdraw" || kind === "supersede"),
  );
  if (note === undefined) return "a person removed it from the notes";
  return note.kind === "supersede" ? `superseded by ${note.text}` : `withdrawn by the ${note.by}`;
}

const clashes = defineOperation({
  name: "clashes",
  summary: "list conflicts: ledger entries changed in the file and in the store at once (the file wins)",
  http: { method: "get", path: "/api/clashes" },
  cli: { command: "clashes", inProject: true },
  input: z.strictObject({ limit: limit.default(50), ...where }),
  output: z.array(
    z.object({
      ...{ id: z.string(), path: z.string(), place: z.string(), foundAt: z.string() },
      ...{ inFile: served.nullable(), inStore: served.nullable() },
    }),
  ),
  run: atLocation((engine, location, { limit: most }) => ledgerOf(engine).clashes(location, most)),
});

const heal = defineOperation({
  name: "heal",
  summary: "restore ledger files that are missing, empty or incomplete: from git, the store, or a template",
  http: { method: "post", path: "/api/heal" },
  cli: { command: "heal", inProject: true },
  input: z.strictObject(where),
  output: z.array(
    z.object({
      ...{ path: z.string(), problem: z.enum(["missing", "blank", "incomplete"]), why: z.string().nullable() },
      from: z.enum(["git", "store", "template"]).nullable().describe("Null if it could not be restored"),
    }),
  ),
  run: atLocation((engine, location) => ledgerOf(engine).files.heal(location)),
});

export const decisionOperations = [decide, list, show, clashes, heal];
