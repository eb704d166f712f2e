import { z } from "zod";
import { table, tilde } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const project = z.object({
  id: z.number(),
  folders: z.array(
    z.object({
      path: z.string(),
      remote: z.string().nullable(),
      isThere: z.boolean(),
      sessions: z.number(),
      lastActivityAt: z.string().nullable(),
    }),
  ),
});
type Project = z.output<typeof project>;

const shown = (projects: readonly Project[]): string =>
  table(
    ["PROJECT", "SESSIONS", "LAST ACTIVE", "FOLDER", "REMOTE"],
    projects.flatMap(({ id, folders }) =>
      folders.map(({ path, remote, isThere, sessions, lastActivityAt }) => [
        ...[String(id), String(sessions), lastActivityAt === null ? "" : age(lastActivityAt)],
        ...[`${tilde(path)}${isThere ? "" : " (gone)"}`, remote ?? ""],
      ]),
    ),
  );

export const projectRenderers: Renderers = {
  "projects.list": (value) => {
    const projects = z.array(project).parse(value);
    return orNone(projects, "There are no projects yet.", () => shown(projects));
  },
  "projects.link": (value) => `${shown([project.parse(value)])}\nThese folders are one project now.`,
  "projects.unlink": (value) => `${shown([project.parse(value)])}\nThis is a project of its own now.`,
};
