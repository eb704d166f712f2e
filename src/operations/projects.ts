import { isAbsolute } from "node:path";
import { z } from "zod";
import { defineOperation, projectPath } from "../operation/index.ts";

const projectShape = z.object({
  id: z.number(),
  folders: z
    .array(
      z.object({
        path: z.string(),
        remote: z.string().nullable().describe("The URL of `origin`, without protocol, user and credentials"),
        isThere: z.boolean().describe("False if the folder is gone or contains another project now"),
        sessions: z.number(),
        lastActivityAt: z.string().nullable(),
      }),
    )
    .readonly(),
});

const folderOrId = z
  .string()
  .refine((given) => isAbsolute(given) || /^\d+$/.test(given), {
    error: "give the absolute path of a folder, or the number of a project",
  })
  .describe("A path in the project, or its number");

const list = defineOperation({
  name: "projects.list",
  summary: "list projects and the folders that belong to each, most recent first",
  http: { method: "get", path: "/api/projects" },
  cli: { command: "projects list" },
  input: z.strictObject({}),
  output: z.array(projectShape),
  run: (engine) => engine.projects.list(),
});

const link = defineOperation({
  name: "projects.link",
  summary: "join two projects into one, such as a fork, or a moved folder without git",
  http: { method: "post", path: "/api/projects/link" },
  cli: { command: "projects link", positional: ["project", "other"], pathsOrNumbers: ["project", "other"] },
  input: z.strictObject({ project: folderOrId, other: folderOrId }),
  output: projectShape,
  run: (engine, { project, other }) => engine.projects.link(project, other),
});

const unlink = defineOperation({
  name: "projects.unlink",
  summary: "take a folder out of its project",
  http: { method: "post", path: "/api/projects/unlink" },
  cli: { command: "projects unlink", positional: ["folder"], paths: ["folder"] },
  input: z.strictObject({ folder: projectPath.describe("A path in the folder") }),
  output: projectShape,
  run: (engine, { folder }) => engine.projects.unlink(folder),
});

export const projectOperations = [list, link, unlink];
