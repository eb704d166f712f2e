import { createInterface } from "node:readline";
import { z } from "zod";
import { type ClaudeOptions, DEFAULT_TIMEOUT_MS } from "./environment.ts";
import { type Exit, startClaude, withinTime } from "./process.ts";

/** A prompt as typed, or as content blocks (an image, say). */
export type Prompt = string | readonly object[];

const Message = z.looseObject({ type: z.string(), subtype: z.string().optional() });
const Result = z.looseObject({
  type: z.literal("result"),
  subtype: z.string(),
  session_id: z.string(),
  is_error: z.boolean(),
  result: z.string().optional(),
});
export type TurnResult = z.infer<typeof Result>;

/** One Claude Code process that takes many turns, slash commands included. */
export interface ClaudeProcess {
  readonly pid: number;
  /** All that the client has written to its stream so far, results included. */
  readonly messages: readonly z.infer<typeof Message>[];
  /** Sends a prompt and waits for the end of the turn. */
  send(prompt: Prompt): Promise<TurnResult>;
  /** Sends a prompt while a turn is under way. The client takes it into that turn: it gets no result of its own. */
  interject(prompt: Prompt): void;
  /** Stops the turn under way, as the Escape key does. */
  interrupt(): void;
  /** Ends the session in order and waits for the process to leave. */
  close(): Promise<Exit>;
  /** The crash: no hook gets to run. Tools that the client had started may outlive it for as long as they take. */
  kill9(): Promise<Exit>;
}

/** Runs the client once, with `input` on its standard input. */
export async function runClaude(
  options: ClaudeOptions,
  args: readonly string[],
  { input = "" }: { readonly input?: string } = {},
): Promise<Exit> {
  const claude = await startClaude(options, args);
  claude.child.stdin.end(input);
  return withinTime(claude, claude.exited, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
}

const STREAMING = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

export async function openClaude(options: ClaudeOptions, args: readonly string[] = []): Promise<ClaudeProcess> {
  const claude = await startClaude(options, [...STREAMING, ...args]);
  const { child, exited } = claude;
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const messages: z.infer<typeof Message>[] = [];
  const waiting: ((result: TurnResult) => void)[] = [];

  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = Message.parse(JSON.parse(line));
    messages.push(message);
    if (message.type === "result") waiting.shift()?.(Result.parse(message));
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const post = (prompt: Prompt) => write({ type: "user", message: { role: "user", content: prompt } });
  const gone = exited.then(({ code, signal, stderr }): never => {
    throw new Error(`Claude Code ended in the middle of a turn (${code ?? signal}).\n${stderr.slice(-1000)}`);
  });
  gone.catch(() => {});

  return {
    pid: child.pid ?? Number.NaN,
    messages,
    send(prompt) {
      const result = new Promise<TurnResult>((resolve) => waiting.push(resolve));
      post(prompt);
      return withinTime(claude, Promise.race([result, gone]), timeoutMs);
    },
    interject: post,
    interrupt: () => write({ type: "control_request", request_id: "interrupt", request: { subtype: "interrupt" } }),
    close() {
      child.stdin.end();
      return withinTime(claude, exited, timeoutMs);
    },
    kill9() {
      child.kill("SIGKILL");
      return exited;
    },
  };
}
