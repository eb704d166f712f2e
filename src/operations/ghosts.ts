import { userInfo } from "node:os";
import { z } from "zod";
import { badInput, resolveProject, theOnly } from "../core/index.ts";
import { findGhosts, ghostId, PROMISE_KINDS, VERDICTS } from "../grounding/index.ts";
import { callerGround } from "./binding.ts";
import { behind, where } from "./ledger-shapes.ts";
import { defineOperation } from "./operation.ts";
import { projectPath, served, yesOrNo } from "./shapes.ts";

const judgedShape = z.object({
  id: z.string().describe("The same as long as the promise is in the same words"),
  promise: served,
  kind: z.enum(PROMISE_KINDS),
  promisedAt: z.array(served).readonly().describe("Where it is promised: path:line"),
  mentions: z.number().describe("In how many places the documents speak of it"),
  searches: z
    .array(z.object({ query: served, hits: z.number() }))
    .readonly()
    .describe("The two searches of the code, and what each found"),
  verdict: z
    .enum(VERDICTS)
    .describe(
      "confirmed: no code has it; high_ambiguity: the same, but it is spoken of so often that a person must look",
    ),
  inTests: z.boolean().describe("Tests name it, which proves nothing where no code does"),
});

const reportShape = z.object({
  project: served,
  strict: z.boolean().describe("Whether a ghost is a failure here"),
  documents: z.array(served).readonly().describe("The documents that were read"),
  lookedFor: z.string().nullable().describe("What was looked for, where no document was found"),
  codeFiles: z.number().describe("Files of code that were searched"),
  promises: z.number().describe("What the documents promise, each once"),
  ghosts: z.array(judgedShape),
  accepted: z
    .array(judgedShape.extend({ reason: served, by: served, at: z.string() }))
    .describe("Ghosts that somebody lets stand: they are no failure"),
  toCheck: z
    .array(
      z.object({
        promise: served,
        kind: z.enum([...PROMISE_KINDS, "feature"]),
        promisedAt: z.array(served).readonly(),
      }),
    )
    .readonly()
    .describe("Features in prose, and things that may be another program's: look yourself; never a failure"),
  unread: z
    .array(z.object({ path: served, why: z.string() }))
    .readonly()
    .describe("Files that could not be read"),
  cut: z.array(z.string()).readonly().describe("What was too much to be looked at"),
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
    strict: yesOrNo.describe("A ghost is a failure, as with grounding.enforcement: strict"),
  }),
  output: reportShape,
  async run(engine, { project, path: paths, strict }) {
    const { grounding } = await engine.services.rulesFor(resolveProject(project).normalized);
    const { ghosts: found, promised, ...report } = await findGhosts(project, paths);
    const all = found.map((one) => ({ id: ghostId(one), ...one }));
    const accepted = await engine.acceptedGhosts.of(await engine.ledger.at(project));
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
  summary: "accept a ghost feature, with who and why, so that it fails no check",
  scope: "write",
  http: { method: "post", path: "/api/ghosts/:id/accept" },
  cli: { command: "ghosts accept", positional: ["id"], inProject: true },
  input: z.strictObject({
    id: z.string().min(1).describe("The ghost's id, as `throughline ghosts` shows it"),
    reason: z.string().trim().min(1).optional().describe("Why it may stand; needed unless it is withdrawn"),
    withdraw: yesOrNo.describe("It may no longer stand"),
    by: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("Who says so; by default the user of this machine, or the session's agent"),
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
      throw badInput("reason: it is missing", 'Say why it may stand: throughline ghosts accept ID --reason "…"');
    const { ground, session } = await callerGround(engine, caller, { project, session: ofSession });
    const known = (await findGhosts(ground.root)).ghosts.map((one) => ({ id: ghostId(one), ...one }));
    const ghost = theOnly(
      "ghost",
      id,
      known.filter((one) => one.id.startsWith(id)),
      "`throughline ghosts` lists them.",
    );
    const by = named ?? session?.agent ?? session?.harness ?? userInfo().username;
    const told = withdraw ? undefined : reason;
    const lost = await engine.acceptedGhosts.put(ground, ghost, { reason: told, by, session });
    return {
      id: ghost.id,
      promise: ghost.promise,
      accepted: !withdraw,
      reason: told ?? null,
      by,
      behind: lost ? [lost] : [],
    };
  },
});

export const ghostOperations = [ghosts, accept];
