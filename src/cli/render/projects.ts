import type { AnswerOf } from "../../operations/index.ts";
import { tilde } from "../terminal.ts";
import { orNone, type Renderers, tableOf } from "./words.ts";

function shown(projects: AnswerOf<"projects.list">): string {
  const folders = projects.flatMap(({ id, folders: own }) => own.map((folder) => ({ id, ...folder })));
  return tableOf(folders, {
    PROJECT: ({ id }) => id,
    SESSIONS: "sessions",
    "LAST ACTIVE": "lastActivityAt",
    FOLDER: ({ path, isThere }) => `${tilde(path)}${isThere ? "" : " (gone)"}`,
    REMOTE: "remote",
  });
}

export const projectRenderers: Renderers = {
  "projects.list": orNone("No projects yet.", (projects) => shown([...projects])),
  "projects.link": (project) => `${shown([project])}\nThese folders are one project now.`,
  "projects.unlink": (project) => `${shown([project])}\nThis is a separate project now.`,
};
