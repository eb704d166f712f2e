import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const NAME = process.platform === "win32" ? "br.exe" : "br";

const found = new Map<string, string>();

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where `br` is; only in folders that PATH names whole, or a project could bring a program of its own. */
export function findBr(path = process.env.PATH ?? ""): string | undefined {
  const known = found.get(path);
  if (known !== undefined && isProgram(known)) return known;
  const command = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, NAME))
    .find(isProgram);
  // That there is none is not kept: somebody may install it while the daemon runs.
  if (command !== undefined) found.set(path, command);
  return command;
}
