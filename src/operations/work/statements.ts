import { z } from "zod";
import { badInput, ThroughlineError } from "../../core/index.ts";
import { ledgerOf } from "../../extensions/ledgers/index.ts";
import { callerLocation, defineOperation, served, sourceOf, where } from "../../operation/index.ts";
import { type Entry, entryCalled, shortIds } from "../../work/index.ts";
import { atWork, type Call, entryShape, entryView, statementInput } from "./call.ts";

async function entryNow({ engine, project }: Call, id: string) {
  const state = await engine.work.state(project);
  return entryView(entryCalled(state, id), shortIds(state));
}

/** Without what makes no other rule: capitals, line breaks, the full stop. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[\s.!。！]+$/u, "");

/** Records a rule; one in the same words is returned as it is. */
async function addRule({ engine, state, origin }: Call, text: string): Promise<string> {
  const same = ({ isRecorded, supersededBy, text: words }: Entry) =>
    isRecorded && supersededBy === null && wordsOf(words) === wordsOf(text);
  return state.rules.find(same)?.id ?? (await engine.work.record({ ...origin, kind: "rule", text })).id;
}

/** Records the replacement of an entry: a rule for a rule, a decision in the ledger for a decision. */
async function addSuccessor(call: Call, old: Entry, text: string): Promise<string> {
  if (old.kind === "rule") return addRule(call, text);
  const { location, session } = await callerLocation(call.engine, call.caller, call.where);
  const content = { decision: text, rationale: "", alternatives: [], evidence: [], testScenarios: [] };
  return (await ledgerOf(call.engine).decide(location, { ...content, session, source: sourceOf(session, call.caller) }))
    .id;
}

/** Also withdraws a decision that is in the ledger. */
async function leaveLedger({ engine, caller, where }: Call, { id, kind, isRecorded }: Entry): Promise<void> {
  if (kind !== "decision" || !isRecorded) return;
  const { location } = await callerLocation(engine, caller, where);
  try {
    await ledgerOf(engine).withdraw(location, id);
  } catch (error) {
    // Recorded in another clone: a note here applies there, too.
    if (!(error instanceof ThroughlineError) || error.code !== "not_found") throw error;
  }
}

interface Change {
  readonly old: Entry;
  /** What replaced it; none if it was only withdrawn. */
  readonly successor: string | undefined;
}

async function supersede(call: Call, named: string, successorWords: string | undefined): Promise<Change> {
  const { engine, state, origin } = call;
  const old = entryCalled(state, named);
  if (successorWords === undefined) {
    await leaveLedger(call, old);
    await engine.work.record({ ...origin, kind: "withdraw", target: old.id });
    return { old, successor: undefined };
  }
  const isId = /^[rd]-[0-9a-f]{4,64}$/.test(successorWords.trim());
  const known = isId ? entryCalled(state, successorWords).id : undefined;
  const successor = known ?? (await addSuccessor(call, old, successorWords));
  if (successor === old.id)
    throw badInput("by: that is the same rule or decision", "Give the new text, or another id.");
  await leaveLedger(call, old);
  await engine.work.record({ ...origin, kind: "supersede", target: old.id, text: successor });
  return { old, successor };
}

export const addRuleOperation = defineOperation({
  name: "work.rule.add",
  summary: "add a rule to a project",
  http: { method: "post", path: "/api/work/rules" },
  cli: { command: "work rule add", positional: ["text"], inProject: true },
  input: z.strictObject({
    text: statementInput.describe("The rule, self-contained, as the user means it"),
    replaces: z.string().min(1).optional().describe("The rule it replaces: its id, or words of it"),
    ...where,
  }),
  output: entryShape.extend({
    replaced: z.object({ id: z.string(), text: served }).optional().describe("The rule it replaced"),
  }),
  mcp: {
    tool: "set_rule",
    description:
      "Records a rule of this project for all later sessions. Call it when the user says what must always or never hold (not for what only concerns the current task). One rule per call, in the user's words, with exact names and the reason if they gave one. With `replaces` it replaces an older one.",
  },
  run: atWork(async (call, { text, replaces }) => {
    if (replaces === undefined) return entryNow(call, await addRule(call, text));
    const { old, successor = "" } = await supersede(call, replaces, text);
    const { id, text: replaced } = entryView(old, shortIds(call.state));
    return { ...(await entryNow(call, successor)), replaced: { id, text: replaced } };
  }),
});

const changeShape = z.object({
  id: z.string(),
  kind: z.enum(["rule", "decision"]),
  text: served,
  by: entryShape.nullable().describe("What replaced it; null if it was withdrawn"),
});

async function changeView(call: Call, { old, successor }: Change) {
  const { id, kind, text } = entryView(old, shortIds(call.state));
  return { id, kind, text, by: successor === undefined ? null : await entryNow(call, successor) };
}

export const withdraw = defineOperation({
  name: "work.rule.withdraw",
  summary: "withdraw a rule or decision that no longer holds, recorded or said",
  http: { method: "post", path: "/api/work/entries/:id/withdraw" },
  cli: { command: "work rule withdraw", positional: ["id"], inProject: true },
  input: z.strictObject({ id: z.string().min(1).describe("The rule or decision: its id, short or full"), ...where }),
  output: changeShape,
  run: atWork(async (call, { id }) => changeView(call, await supersede(call, id, undefined))),
});

export const supersedeOperation = defineOperation({
  name: "work.supersede",
  summary: "replace a rule or decision that no longer holds, or withdraw it",
  http: { method: "post", path: "/api/work/supersede" },
  cli: { command: "work supersede", positional: ["old"], inProject: true },
  input: z.strictObject({
    old: z.string().min(1).describe("The rule or decision that no longer holds: its id, or words of it"),
    by: statementInput
      .optional()
      .describe("What holds now: its text, or the id of an existing entry; without it, the old one is only withdrawn"),
    ...where,
  }),
  output: changeShape,
  mcp: {
    tool: "supersede",
    description:
      "Marks a rule or decision of this project as no longer valid. Call it when the user withdraws one or decides otherwise. `old` is its id or words of it, `by` what holds now; leave `by` out if nothing replaces it.",
  },
  run: atWork(async (call, { old, by: successor }) => changeView(call, await supersede(call, old, successor))),
});
