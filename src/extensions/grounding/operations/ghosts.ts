import { userInfo } from "node:os";
import { z } from "zod";
import { badInput, resolveProject, theOnly } from "../../../core/index.ts";
import { callerGround, defineOperation, projectPath, served, where, yesOrNo } from "../../../operation/index.ts";
import { ledgerOf } from "../../ledgers/index.ts";
import { behind } from "../../ledgers/operations/index.ts";
import { groundingOf } from "../extension.ts";
import { ghostId, PROMISE_KINDS, VERDICTS } from "../index.ts";

const judgedShape = z.object({
  id: z.string().describe("Stable while the promise keeps its wording"),
  promise: served,
  kind: z.enum(PROMISE_KINDS),
  promisedAt: z.array(served).readonly().describe("Where it is promised: path:line"),
  mentions: z.number().describe("How many places in the documents mention it"),
  searches: z
    .array(z.object({ query: served, hits: z.number() }))
    .readonly()
    .describe("The two searches of the code, and what each found"),
  verdict: z
    .enum(VERDICTS)
    .describe("confirmed: no code has it; high_ambiguity: the same, but so many mentions that a person must check"),
  inTests: z.boolean().describe("Only tests name it, which is no proof"),
});

const reportShape = z.object({
  project: served,
  strict: z.boolean().describe("Whether ghosts fail the check here"),
  documents: z.array(served).readonly().describe("The documents that were read"),
  lookedFor: z.string().nullable().describe("The documents searched for, if none was found"),
  codeFiles: z.number().describe("Code files searched"),
  promises: z.number().describe("Distinct promises in the documents"),
  ghosts: z.array(judgedShape),
  accepted: z
    .array(judgedShape.extend({ reason: served, by: served, at: z.string() }))
    .describe("Accepted ghosts, which do not fail the check"),
  toCheck: z
    .array(
      z.object({
        promise: served,
        kind: z.enum([...PROMISE_KINDS, "feature"]),
        promisedAt: z.array(served).readonly(),
      }),
    )
    .readonly()
    .describe(
      "Features described in prose, or possibly another program's: check them yourself; they never fail the check",
    ),
  unread: z
    .array(z.object({ path: served, why: z.string() }))
    .readonly()
    .describe("Files that could not be read"),
  cut: z.array(z.string()).readonly().describe("What was skipped because there was too much"),
});

const ghosts = defineOperation({
  name: "ghosts",
  summary: "find features that the project's documents promise and its code lacks",
  scope: "read",
  http: { method: "get", path: "/api/ghosts" },
  cli: {
    command: "ghosts",
    positional: ["path"],
    mayMiss: ["path"],
    inProject: true,
    paths: ["path"],
    fails: (report) => report.strict && report.ghosts.some(({ verdict }) => verdict === "confirmed"),
  },
  input: z.strictObject({
    project: projectPath.describe("A path in the project"),
    path: z
      .union(
        [
          z.array(z.string().min(1)),
          z
            .string()
            .min(1)
            .transform((path) => [path]),
        ],
        { error: "give paths" },
      )
      .optional()
      .describe("Documents, or folders of them, instead of README, PRD, SDD, docs/ and the like"),
    strict: yesOrNo.describe("Ghosts fail the check, as with grounding.enforcement: strict"),
  }),
  output: reportShape,
  async run(engine, { project, path: paths, strict }) {
    const { grounding } = await engine.services.rulesFor(resolveProject(project).normalized);
    const { ghosts: found, promised, ...report } = await groundingOf(engine).ghosts.find(project, paths);
    const all = found.map((one) => ({ id: ghostId(one), ...one }));
    const accepted = await groundingOf(engine).acceptedGhosts.of(await ledgerOf(engine).at(project));
    return {
      ...report,
      strict: strict || grounding.enforcement === "strict",
      promises: promised,
      ghosts: all.filter(({ id }) => !accepted.has(id)),
      accepted: all.flatMap((one) => {
        const acceptance = accepted.get(one.id);
        return acceptance ? [{ ...one, ...acceptance }] : [];
      }),
    };
  },
});

const accept = defineOperation({
  name: "ghosts.accept",
  summary: "accept a ghost feature, with who and why, so that it does not fail the check",
  scope: "write",
  http: { method: "post", path: "/api/ghosts/:id/accept" },
  cli: { command: "ghosts accept", positional: ["id"], inProject: true },
  input: z.strictObject({
    id: z.string().min(1).describe("The ghost's id, as `throughline ghosts` shows it"),
    reason: z.string().trim().min(1).optional().describe("Why it is accepted; required unless withdrawn"),
    withdraw: yesOrNo.describe("Withdraw the acceptance"),
    by: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("Who accepts it; by default the user of this machine, or the session's agent"),
    ...where,
  }),
  output: z.object({
    id: z.string(),
    promise: served,
    accepted: z.boolean(),
    reason: served.nullable(),
    by: served,
    ...behind,
  }),
  async run(engine, { id, reason, withdraw, by: named, project, session: ofSession }, caller) {
    if (!withdraw && reason === undefined)
      throw badInput("reason is required: say why", 'throughline ghosts accept ID --reason "…"');
    const { ground, session } = await callerGround(engine, caller, { project, session: ofSession });
    const known = (await groundingOf(engine).ghosts.find(ground.root)).ghosts.map((one) => ({
      id: ghostId(one),
      ...one,
    }));
    const ghost = theOnly(
      "ghost",
      id,
      known.filter((one) => one.id.startsWith(id)),
      "`throughline ghosts` lists them.",
    );
    const by = named ?? session?.agent ?? session?.harness ?? userInfo().username;
    const acceptedFor = withdraw ? undefined : reason;
    const lost = await groundingOf(engine).acceptedGhosts.put(ground, ghost, { reason: acceptedFor, by, session });
    return {
      id: ghost.id,
      promise: ghost.promise,
      accepted: !withdraw,
      reason: acceptedFor ?? null,
      by,
      behind: lost ? [lost] : [],
    };
  },
});

export const ghostOperations = [ghosts, accept];
