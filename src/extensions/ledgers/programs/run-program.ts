import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { jsonIn, messageOf } from "../../../core/index.ts";
import { isObject } from "../trajectory/trajectory-entries.ts";

const PATIENCE_MS = 5000;
const LONGEST_ANSWER = 64 * 1024 * 1024;
const LONGEST_REASON = 200;
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

export interface Refusal {
  /** In words, for a person. */
  readonly problem: string;
  /** As the program names it, such as br's `ISSUE_NOT_FOUND`. */
  readonly code?: string | undefined;
  readonly isHanging: boolean;
}

export type Answer = { readonly stdout: string } | Refusal;

/** Newer versions print errors to standard output, older ones to standard error. */
function reasonIn(text: string): { problem: string; code: string } | undefined {
  const answer = jsonIn(text);
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {};
  const { code, message: problem } = error;
  return typeof code === "string" && typeof problem === "string" ? { problem, code } : undefined;
}

const firstLine = (text: string): string =>
  text
    .trim()
    .replace(/^error: /i, "")
    .split("\n")[0]
    ?.slice(0, LONGEST_REASON) ?? "";

/** The output of a command in a folder. It always answers within the time, and never throws. */
export function runProgram(
  command: string,
  folder: string,
  args: readonly string[],
  patience = PATIENCE_MS,
): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      const options = {
        ...{ cwd: folder, timeout: patience, maxBuffer: LONGEST_ANSWER, windowsHide: true },
        // A program that ignores SIGTERM would keep us waiting.
        killSignal: "SIGKILL" as const,
      };
      const child = execFile(command, args, options, (error, stdout, stderr) => {
        if (!error) return resolve({ stdout });
        if (error.killed) {
          const isLate = error.code !== "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
          return resolve({
            problem: isLate ? `no answer within ${patience / 1000} s` : "too much output",
            isHanging: true,
          });
        }
        const problem = firstLine(stderr) || firstLine(stdout) || messageOf(error);
        resolve({ problem, ...(reasonIn(stdout) ?? reasonIn(stderr)), isHanging: false });
      });
      child.stdin?.on("error", () => undefined);
      child.stdin?.end();
    } catch (error) {
      resolve({ problem: messageOf(error), isHanging: false });
    }
  });
}
