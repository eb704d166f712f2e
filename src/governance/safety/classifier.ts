import { exec } from "node:child_process";
import { z } from "zod";
import { messageOf } from "../../core/index.ts";
import { SEVERITIES } from "./reading.ts";

/** What a classifier is given: the agent's own words, redacted, in the two parts that the rules compare. */
export interface ClassifierInput {
  readonly sessionId: string;
  readonly window: readonly string[];
  readonly baseline: readonly string[];
}

const share = z.number().min(0).max(1);
const judgementShape = z.object({
  refusalRateWindow: share,
  baselineRefusalRate: share,
  severity: z.enum(SEVERITIES).default("none"),
  /** For the account. */
  reason: z.string().max(500).default(""),
});

export type Judgement = z.input<typeof judgementShape>;
export type Classifier = (input: ClassifierInput) => Promise<Judgement>;

/** The command is given the input as JSON on standard input, and answers a judgement as JSON on standard output. */
export const commandClassifier =
  (command: string, timeoutMs: number): Classifier =>
  (input) =>
    new Promise((resolve, reject) => {
      const options = { timeout: timeoutMs, maxBuffer: 1 << 20, killSignal: "SIGKILL" as const, windowsHide: true };
      const child = exec(command, options, (error, stdout) => {
        if (error) return reject(new Error(error.killed ? `no answer within ${timeoutMs} ms` : messageOf(error)));
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error("its answer is not JSON"));
        }
      });
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(JSON.stringify(input));
    });

/** Asks within the time. Whatever comes that is no judgement is an error; whoever asks then keeps to the rules. */
export async function ask(
  classifier: Classifier,
  input: ClassifierInput,
  timeoutMs: number,
): Promise<z.output<typeof judgementShape>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return judgementShape.parse(await Promise.race([classifier(input), late]));
  } finally {
    clearTimeout(timer);
  }
}
