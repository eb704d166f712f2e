import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { isProgram } from "../ledger/index.ts";

const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Where a command that a project may or may not have is installed. */
export function findCommand(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isProgram);
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
