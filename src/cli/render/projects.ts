import type { AnswerOf } from "../../operations/index.ts";
import { table, tilde } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const shown = (projects: AnswerOf<"projects.list">): string =>
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
  "projects.list": (projects) => orNone(projects, "No projects yet.", () => shown(projects)),
  "projects.link": (project) => `${shown([project])}\nThese folders are one project now.`,
  "projects.unlink": (project) => `${shown([project])}\nThis is a separate project now.`,
};
