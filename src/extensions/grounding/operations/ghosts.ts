import { userInfo } from "node:os";
import { z } from "zod";
import { badInput, resolveProject, theOnly } from "../../../core/index.ts";
import { atLocation, defineOperation, projectPath, served, where, yesOrNo } from "../../../operation/index.ts";
import { ledgerOf } from "../../ledgers/index.ts";
import { behind } from "../../ledgers/operations/index.ts";
import { groundingOf } from "../extension.ts";
import { acceptedGhosts, acceptGhost, ghostId } from "../ghosts/accepted-ghosts.ts";
import { ghostShape, scanShape } from "../report-shapes.ts";

const listedShape = z.object({
  id: z.string().describe("Stable while the promise keeps its wording"),
  ...ghostShape.shape,
});

const reportShape = scanShape.extend({
  strict: z.boolean().describe("Whether ghosts fail the check here"),
  ghosts: z.array(listedShape),
  accepted: z
    .array(listedShape.extend({ reason: served, by: served, at: z.string() }))
    .describe("Accepted ghosts, which do not fail the check"),
});

const document = z.string().min(1);

const ghosts = defineOperation({
  name: "ghosts",
  summary: "find features that the project's documents promise and its code lacks",
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
      .union([z.array(document), document.transform((path) => [path])], { error: "give paths" })
      .optional()
      .describe("Documents, or folders of them, instead of README, PRD, SDD, docs/ and the like"),
    strict: yesOrNo.describe("Ghosts fail the check, as with grounding.enforcement: strict"),
  }),
  output: reportShape,
  async run(engine, { project, path: paths, strict }) {
    const { grounding } = await engine.services.rulesFor(resolveProject(project).normalized);
    const report = await groundingOf(engine).ghosts.find(project, paths);
    const all = report.ghosts.map((one) => ({ ...one, id: ghostId(one) }));
    const accepted = await acceptedGhosts(ledgerOf(engine), await ledgerOf(engine).at(project));
    return {
      ...report,
      strict: strict || grounding.enforcement === "strict",
      ghosts: all.filter(({ id }) => !accepted.has(id)),
      accepted: all.flatMap((one) => {
        const acceptance = accepted.get(one.id);
        return acceptance ? [{ ...one, ...acceptance }] : [];
      }),
    };
  },
});

const words = z.string().trim().min(1);

const accept = defineOperation({
  name: "ghosts.accept",
  summary: "accept a ghost feature, with who and why, so that it does not fail the check",
  http: { method: "post", path: "/api/ghosts/:id/accept" },
  cli: { command: "ghosts accept", positional: ["id"], inProject: true },
  input: z.strictObject({
    id: z.string().min(1).describe("The ghost's id, as `throughline ghosts` shows it"),
    reason: words.optional().describe("Why it is accepted; required unless withdrawn"),
    withdraw: yesOrNo.describe("Withdraw the acceptance"),
    by: words.optional().describe("Who accepts it; by default the user of this machine, or the session's agent"),
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
  run: atLocation(async (engine, location, { id, reason, withdraw, by: named }, session) => {
    if (!withdraw && reason === undefined)
      throw badInput("reason is required: say why", 'throughline ghosts accept ID --reason "…"');
    const { ghosts: found } = await groundingOf(engine).ghosts.find(location.root);
    const matching = found.map((one) => ({ ...one, id: ghostId(one) })).filter((one) => one.id.startsWith(id));
    const ghost = theOnly("ghost", id, matching, "`throughline ghosts` lists them.");
    const by = named ?? session?.agent ?? session?.harness ?? userInfo().username;
    const acceptedFor = withdraw ? undefined : reason;
    const lost = await acceptGhost(ledgerOf(engine), location, ghost, { reason: acceptedFor, by, session });
    const result = { id: ghost.id, promise: ghost.promise, accepted: !withdraw, reason: acceptedFor ?? null, by };
    return { ...result, behind: lost ? [lost] : [] };
  }),
});

export const ghostOperations = [ghosts, accept];
