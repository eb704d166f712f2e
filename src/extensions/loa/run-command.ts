import { spawnSync } from "node:child_process";

const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 16 * 1024 * 1024;

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
