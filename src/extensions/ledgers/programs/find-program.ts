import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const ENDING = process.platform === "win32" ? ".exe" : "";

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a program is; only in folders that PATH names whole, or a project could bring a program of its own. */
export function findProgram(name: string, path = process.env.PATH ?? ""): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, `${name}${ENDING}`))
    .find(isProgram);
}
