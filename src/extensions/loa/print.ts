import { writeSync } from "node:fs";
import { systemCode } from "../../core/index.ts";
import type { Outcome } from "./outcome.ts";

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;
const RETRY_MS = 2;

/** Directly to the descriptor: making `process.stdout` ready takes a tenth of a probe's whole time. */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // A reader that has gone away, like `head`, wants no more; one that is slow is waited for.
      if (systemCode(error) === "EPIPE") return;
      if (systemCode(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** Prints an outcome and sets the exit code. With `json` there is one document on standard output and nothing else. */
export function print({ code, text, json, isError }: Outcome, { asJson }: { asJson: boolean }): void {
  process.exitCode = code;
  if (asJson && json !== undefined) write(STANDARD_OUTPUT, `${JSON.stringify(json, undefined, 2)}\n`);
  else write(isError ? STANDARD_ERROR : STANDARD_OUTPUT, text.endsWith("\n") ? text : `${text}\n`);
}
