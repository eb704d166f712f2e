import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 16 * 1024 * 1024;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a command that a project may or may not have is installed. */
export function findCommand(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** What another program answers, or undefined where it failed or did not answer in time. */
export function ask(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  const { status, stdout } = spawnSync(command, [...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PATIENCE_MS,
    maxBuffer: LONGEST_ANSWER,
    encoding: "utf8",
  });
  return status === 0 ? stdout : undefined;
}
