import { relative, sep } from "node:path";
import {
  contentInHead,
  filesInIndex,
  fromBytes,
  problemOf,
  readBytes,
  replaceBytes,
} from "../../../project-files/index.ts";
import type { FileLocation, FileSync } from "../files/file-sync.ts";

/** Where a lost file came back from; `nothing` where it was never there. */
export type Origin = "git" | "store" | "template";

export interface Healed {
  readonly path: string;
  /** `incomplete`: an append-only file lacks lines. */
  readonly problem: "missing" | "blank" | "incomplete";
  readonly from: Origin | null;
  /** Why it could not be brought back. */
  readonly why: string | null;
}

/** An unreadable file is for a person to fix, and never replaced. */
export function problemOfFile(path: string): "missing" | "blank" | undefined {
  try {
    const bytes = readBytes(path);
    if (bytes === undefined) return "missing";
    return fromBytes(bytes).trim() === "" ? "blank" : undefined;
  } catch {
    return undefined;
  }
}

/** As HEAD has it; a file removed from git on purpose stays removed. */
export function committedBytes(folder: string, path: string): string | undefined {
  const name = relative(folder, path).split(sep).join("/");
  const content = filesInIndex(folder, name).includes(name) ? contentInHead(folder, name) : undefined;
  return content?.toString("utf8").trim() ? content.toString("latin1") : undefined;
}

/** Brings a file back that is missing or blank: from git, else as the store last saw it, else from `template`. */
export async function restore(
  { path, folder }: FileLocation,
  fileSync: FileSync,
  problem: Healed["problem"],
  template: () => Promise<string>,
): Promise<Healed> {
  try {
    const kept = committedBytes(folder, path);
    const seen = kept ?? (await fileSync.lastCopy(path));
    const bytes = seen ?? (await template());
    const from = kept !== undefined ? "git" : seen !== undefined ? "store" : "template";
    replaceBytes(path, readBytes(path), bytes, folder);
    return { path, problem, from, why: null };
  } catch (error) {
    return { path, problem, from: null, why: problemOf(error) };
  }
}
