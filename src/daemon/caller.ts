import { isAbsolute } from "node:path";
import type { Context } from "hono";
import type { Caller } from "../operations/index.ts";

/** The calling process and its folder, from the headers. */
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
