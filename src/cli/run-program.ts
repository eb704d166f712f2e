import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a program prints, given this on its standard input. It is ended after `withinMs`. */
export async function runProgram({ command, args, env }: Program, input: string, withinMs = 10_000): Promise<string> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, ...env } });
  const failed = new Promise<never>((_, reject) => child.on("error", reject));
  const timer = setTimeout(() => child.kill("SIGKILL"), withinMs);
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return Promise.race([text(child.stdout), failed]).finally(() => clearTimeout(timer));
}
