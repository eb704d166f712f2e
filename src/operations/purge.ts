import { z } from "zod";
import { badInput } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { defineOperation, projectPath, sessionRef, yesOrNo } from "../operation/index.ts";
import { purge, purgeable } from "../sessions/index.ts";
import type { SessionRecord } from "../store/index.ts";

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
  cleaned: z.array(z.string()).describe("Project files from which the sessions' text is removed"),
  left: z
    .array(z.object({ path: z.string(), why: z.string() }))
    .describe("Files that may contain text of the sessions and are left unchanged, with the reason"),
});

/** All sessions are checked before the first is deleted: if one is refused, none goes. */
async function purgeAll({ services, autosave }: Engine, found: readonly SessionRecord[], isSure: boolean) {
  const sessions = [];
  for (const one of found) sessions.push(await purgeable(services, one));
  const cleaned = new Set<string>();
  const left = new Map<string, string>();
  for (const one of found) {
    // Files first: if one cannot be written, the session is still there for another purge.
    const files = await autosave.purge(one, isSure);
    if (isSure) await purge(services, one);
    for (const path of files.cleaned) cleaned.add(path);
    for (const { path, why } of files.left) left.set(path, why);
  }
  return { purged: isSure, sessions, cleaned: [...cleaned], left: [...left].map(([path, why]) => ({ path, why })) };
}

const yes = yesOrNo.describe("Delete it; without this, only show what would go");

const purgeSessions = defineOperation({
  name: "purge",
  summary: "delete sessions and all their text for good; without --yes, only show what would go",
  scope: "admin",
  http: { method: "post", path: "/api/purge" },
  cli: { command: "purge", fails: ({ purged }) => !purged },
  input: z.strictObject({
    session: sessionRef.optional(),
    project: projectPath.optional().describe("A path in the project whose sessions to delete"),
    yes,
  }),
  output: purgedShape,
  async run(engine, { session, project, yes: sure }) {
    if ((session === undefined) === (project === undefined))
      throw badInput("give either a session or a project", "throughline purge --session S, or --project P");
    const found =
      session !== undefined
        ? [await engine.sessions.find(session)]
        : await engine.services.store.sessions.list({ project: (await engine.projects.at(project ?? "")).normalized });
    return purgeAll(engine, found, sure);
  },
});

const deleteSession = defineOperation({
  name: "sessions.delete",
  summary: "delete one session and all its text for good",
  scope: "admin",
  http: { method: "delete", path: "/api/sessions/:session" },
  input: z.strictObject({ session: sessionRef, yes }),
  output: purgedShape,
  run: async (engine, { session, yes: sure }) => purgeAll(engine, [await engine.sessions.find(session)], sure),
});

export const purgeOperations = [purgeSessions, deleteSession];
