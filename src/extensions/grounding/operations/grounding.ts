import { z } from "zod";
import { badInput } from "../../../core/index.ts";
import { atLocation, defineOperation, where, yesOrNo } from "../../../operation/index.ts";
import { PROJECT_ROOT } from "../../ledgers/index.ts";
import { behind, evidenceOf } from "../../ledgers/operations/index.ts";
import { groundingOf } from "../extension.ts";
import type { Basis } from "../grounding.ts";
import { driftShape, groundingShape, judgedClaimShape, MODES, synthesisShape } from "../report-shapes.ts";

const words = z.string().min(1).optional();
const cited = z.object({
  evidence: words.describe(`The place and the words there: '${PROJECT_ROOT}/src/file.ts:12 the words'`),
  path: words.describe(`Where: ${PROJECT_ROOT}/src/file.ts, or …:12`),
  line: z.coerce.number().int().positive().optional().describe("Its line"),
  quote: words.describe("The words at that line, or the user's words, verbatim"),
  userInput: yesOrNo.describe("The user said so; `quote` is looked up in the conversation"),
  assumption: yesOrNo.describe("It has no evidence; it lowers the grounding ratio"),
});

function basisOf({ evidence, path, line, quote, userInput, assumption }: z.output<typeof cited>): Basis {
  const ways = [evidence ?? path, userInput || undefined, assumption || undefined].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw badInput(
      "say what supports the claim: code, the user's words, or nothing",
      "Give one of: `path`, `line` and `quote`; `userInput`, with the `quote`; `assumption`.",
    );
  if (assumption) return { type: "assumption" };
  if (userInput) return { type: "user_input", quote };
  if (evidence === undefined && quote === undefined)
    throw badInput("quote is required", "Quote the line verbatim; it is checked.");
  return { type: "citation", ...evidenceOf(evidence ?? { path: path ?? "", line, quote: quote ?? "" }) };
}

const cite = defineOperation({
  name: "cite",
  summary: "record a claim with its evidence, and check it at once",
  http: { method: "post", path: "/api/claims" },
  cli: { command: "cite", positional: ["claim", "evidence"], mayMiss: ["evidence"], inProject: true },
  input: z.strictObject({
    claim: z.string().min(1).describe("What is claimed"),
    ...cited.shape,
    retract: yesOrNo.describe("Withdraw the claim, given in its original words"),
    ...where,
  }),
  output: judgedClaimShape.extend(behind),
  mcp: {
    tool: "cite",
    description:
      "Records a claim about the code with its evidence, and checks it at once: the file must exist in the project and the quote must be at that line. Call it when you state how the code behaves and others will rely on it. Set `userInput` for the user's statements, with their words as `quote` (looked up in the conversation), and `assumption` for what you did not verify: honest assumptions are better than invented quotes. `retract` withdraws a claim.",
  },
  run: atLocation((engine, location, { claim, retract, ...given }, session) => {
    const { grounding } = groundingOf(engine);
    if (retract) return grounding.retract(location, claim, session);
    return grounding.cite(location, claim, basisOf(given), session);
  }),
});

const ground = defineOperation({
  name: "ground",
  summary: "check recorded claims against the code as it is now",
  http: { method: "post", path: "/api/ground" },
  cli: {
    command: "ground",
    inProject: true,
    fails: ({ status, enforcement }) => status === "fail" && enforcement === "strict",
  },
  input: z.strictObject({
    drift: yesOrNo.describe("Also show the state of every recorded quote: same, moved, changed or gone"),
    strict: yesOrNo.describe("Fail on too few grounded claims, as with grounding.enforcement: strict"),
    ...where,
  }),
  output: groundingShape.extend({ drift: z.array(driftShape).readonly().optional() }),
  run: atLocation(async (engine, location, { strict, drift }, session) => {
    const report = await groundingOf(engine).grounding.check(location, session);
    const whole = drift ? { ...report, drift: await groundingOf(engine).grounding.drift(location) } : report;
    return strict ? { ...whole, enforcement: "strict" as const } : whole;
  }),
});

const synthesize = defineOperation({
  name: "synthesize",
  summary: "update the ledgers before the context is cleared, and check whether it is safe to clear",
  http: { method: "post", path: "/api/synthesize" },
  cli: { command: "synthesize", inProject: true, fails: ({ permitted }) => !permitted },
  input: z.strictObject({
    mode: z.enum(MODES).default("clear").describe("Full form before clearing, short form before compacting"),
    ...where,
  }),
  output: synthesisShape,
  mcp: {
    tool: "synthesize",
    description:
      "Updates the project's ledgers before this context is dropped: checks your claims against the code, looks for promised features that do not exist, writes decisions, task, handoff and places to look at, and says whether it is safe to clear. Call it before the user clears the context (mode clear) or compacts it (mode compact), and fix what it reports as missing.",
  },
  run: atLocation((engine, location, { mode }, session) => groundingOf(engine).synthesis.run(location, mode, session)),
});

export const groundingOperations = [cite, ground, synthesize];
