import type { Clock } from "../../core/index.ts";

/** The input of a script: nothing else of the process is read. */
export interface ScriptContext {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
}

/** What a script answers. `json` takes the place of `text` where the caller asked for it. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
  readonly json?: unknown;
  /** It could not do what was asked: the text goes to standard error. */
  readonly isError?: boolean;
}

export type Script = (args: readonly string[], context: ScriptContext) => Outcome | Promise<Outcome>;

export const problem = (code: number, message: string, fields: Readonly<Record<string, unknown>> = {}): Outcome => ({
  code,
  text: message,
  json: { error: message, ...fields },
  isError: true,
});
