import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

async function canRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The file that a command would run: as given when it is a path, else found on PATH. */
export async function findExecutable(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const endings = process.platform === "win32" ? ["", ...(env.PATHEXT ?? ".EXE;.CMD").split(";")] : [""];
  const folders = isAbsolute(command) ? [""] : (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, command + ending);
      if (await canRun(path)) return path;
    }
  }
  return undefined;
}
