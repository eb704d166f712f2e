import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const ENDING = process.platform === "win32" ? ".exe" : "";

/** By name and PATH. */
const found = new Map<string, string>();

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a program is; only in folders that PATH names whole, or a project could bring a program of its own. */
export function findProgram(name: string, path = process.env.PATH ?? ""): string | undefined {
  const key = `${name}${delimiter}${path}`;
  const known = found.get(key);
  if (known !== undefined && isProgram(known)) return known;
  const command = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, `${name}${ENDING}`))
    .find(isProgram);
  // A miss is not cached: the program may be installed while the daemon runs.
  if (command !== undefined) found.set(key, command);
  return command;
}
