import { execFile } from "node:child_process";
import { z } from "zod";
import { jsonIn, messageOf } from "../../../core/index.ts";

export const PATIENCE_MS = 5000;
const LONGEST_ANSWER = 64 * 1024 * 1024;
const LONGEST_REASON = 200;

export interface Refusal {
  /** In words, for a person. */
  readonly problem: string;
  /** As the program names it, such as br's `ISSUE_NOT_FOUND`. */
  readonly code?: string | undefined;
  readonly isHanging: boolean;
}

export type Answer = { readonly stdout: string } | Refusal;

const envelope = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Newer versions print errors to standard output, older ones to standard error. */
const reasonIn = (text: string) => envelope.safeParse(jsonIn(text)).data?.error;

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
        const reason = reasonIn(stdout) ?? reasonIn(stderr);
        const words = reason?.message ?? (firstLine(stderr) || firstLine(stdout) || messageOf(error));
        resolve({ problem: words, code: reason?.code, isHanging: false });
      });
      child.stdin?.on("error", () => undefined);
      child.stdin?.end();
    } catch (error) {
      resolve({ problem: messageOf(error), isHanging: false });
    }
  });
}
