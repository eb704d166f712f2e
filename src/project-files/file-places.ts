import { dirname, join } from "node:path";
import { type Config, isInside } from "../core/index.ts";
import { loaPlaces } from "./loa-places.ts";

/** The ledger files of a project. */
export interface Places {
  /** The folder that Throughline keeps its own files in. */
  readonly own: string;
  readonly notes: string;
  readonly tasks: string;
  taskFile(slug: string): string;
  /** A task's other files: checkpoints, status, the log of its work. */
  taskFolder(slug: string): string;
  trajectory(agent: string, sessionKey: string | undefined, day: string): string;
  /** Named checkpoints, and the automatic one. */
  readonly checkpoints: string;
  /** What is being worked on, written ahead of everything else. */
  readonly sessionState: string;
  /** The conversation while the context was nearly full. */
  readonly workingBuffer: string;
  /** What a task is called there. */
  readonly taskWord: "Task" | "Bead";
}

/** Makes a text safe as one part of a path. */
const fileName = (text: string): string => text.replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^\.+/u, "") || "unnamed";

/** `own`: the folder for what has no place of its own in that layout. */
export function placesOf(root: string, own: string, layout: Config["layout"]): Places {
  const tasks = layout === "brainwav" ? join(root, "tasks") : join(own, "tasks");
  const memory = layout === "openclaw" ? join(root, "memory") : own;
  const shared = {
    own,
    taskFolder: (slug: string) => join(tasks, fileName(slug)),
    checkpoints: join(memory, "checkpoints"),
    sessionState: join(layout === "openclaw" ? root : own, "SESSION-STATE.md"),
    workingBuffer: join(memory, "working-buffer.md"),
  };
  const plain: Places = {
    ...shared,
    notes: join(own, "NOTES.md"),
    tasks,
    taskFile: (slug) => join(tasks, fileName(slug), "task.yaml"),
    trajectory: (agent, sessionKey, day) =>
      join(own, "trajectory", `${fileName(agent)}-${fileName(sessionKey ?? day)}.jsonl`),
    taskWord: "Task",
  };
  if (layout !== "loa") return plain;
  const loa = loaPlaces(root);
  return {
    ...shared,
    notes: loa.notes,
    tasks: loa.beads,
    taskFile: (slug) => join(loa.beads, `${fileName(slug)}.yaml`),
    trajectory: (agent, _sessionKey, day) => join(loa.trajectory, `${fileName(agent)}-${day}.jsonl`),
    taskWord: "Bead",
  };
}

/** A project on disk: its name in the store, and where its files are. */
export interface ProjectLocation {
  readonly project: string;
  /** The folder that is worked in: of a worktree, the worktree. */
  readonly root: string;
  /** None where nothing is kept on disk. */
  readonly places: Places | undefined;
}

/**
 * The folder that must contain a ledger's file: the project, unless it is the user's home, whose files are elsewhere.
 */
export function folderAround({ root, places }: ProjectLocation, path: string): string {
  const isElsewhere = places !== undefined && dirname(places.own) !== root && isInside(places.own, path);
  return isElsewhere ? places.own : root;
}
