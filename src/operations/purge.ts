import { z } from "zod";
import { badInput } from "../core/index.ts";
import { purge, purgeable } from "../sessions/index.ts";
import { defineOperation } from "./operation.ts";
import { projectPath, sessionRef, yesOrNo } from "./shapes.ts";

const purgedShape = z.object({
  purged: z.boolean(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      key: z.string(),
      messages: z.number(),
      checkpoints: z.number(),
      memories: z.number(),
    }),
  ),
});

const yes = yesOrNo.describe("Really remove it; without this, only what would go is told");

const purgeSessions = defineOperation({
  name: "purge",
  summary: "removes sessions and all their words for good; without --yes it only tells what would go",
  scope: "admin",
  http: { method: "post", path: "/api/purge" },
  cli: { command: "purge", fails: (answer) => !z.looseObject({ purged: z.literal(true) }).safeParse(answer).success },
  input: z.strictObject({
    session: sessionRef.optional(),
    project: projectPath.optional().describe("A path in the project whose sessions are to go"),
    yes,
  }),
  output: purgedShape,
  async run({ ambient, sessions, projects }, { session, project, yes: sure }) {
    if ((session === undefined) === (project === undefined))
      throw badInput("give either a session or a project", "throughline purge --session S, or --project P");
    const found =
      session !== undefined
        ? [await sessions.find(session)]
        : await ambient.store.sessions.list({ project: (await projects.at(project ?? "")).normalized });
    // All are looked at before the first goes: one that is refused keeps the others too.
    const told = [];
    for (const one of found) told.push(await purgeable(ambient, one));
    if (sure) for (const one of found) await purge(ambient, one);
    return { purged: sure, sessions: told };
  },
});

const deleteSession = defineOperation({
  name: "sessions.delete",
  summary: "removes one session and all its words for good",
  scope: "admin",
  http: { method: "delete", path: "/api/sessions/:session" },
  input: z.strictObject({ session: sessionRef, yes }),
  output: purgedShape,
  async run({ ambient, sessions }, { session, yes: sure }) {
    const found = await sessions.find(session);
    return { purged: sure, sessions: [await (sure ? purge : purgeable)(ambient, found)] };
  },
});

export const purgeOperations = [purgeSessions, deleteSession];
