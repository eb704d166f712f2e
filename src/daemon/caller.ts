import { isAbsolute } from "node:path";
import type { Context } from "hono";
import type { Caller } from "../operations/index.ts";

/** Which process asks, and from which folder, where it says so. */
export function callerOf({ req }: Pick<Context, "req">): Caller {
  return {
    clientPid: Number(req.header("x-throughline-client")) || undefined,
    folder: folderIn(req.header("x-throughline-folder")),
  };
}

function folderIn(header: string | undefined): string | undefined {
  try {
    const folder = decodeURIComponent(header ?? "");
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
