import { estimateTokens, isoTime, messageOf, newId, redact } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { oneLine } from "../../text/index.ts";
import { type ModelCallOutcome, modelCalls, recordCall } from "./call-log.ts";
import type { Prompt } from "./prompt.ts";
import { type Answer, ask } from "./providers.ts";
import { keyOf, type ModelSettings } from "./settings.ts";

export type Call =
  | { readonly is: "not made"; readonly why: string }
  | { readonly is: "failed"; readonly why: string; readonly cost: number | null }
  | { readonly is: "answered"; readonly answer: Answer; readonly cost: number | null };

const LONGEST_REASON = 300;
const FIRST_REFUSAL = 400;

type Tokens = Pick<ModelCallOutcome, "inputTokens" | "outputTokens">;

const costOf = ({ inputTokens, outputTokens }: Tokens, { price }: ModelSettings): number | null =>
  price ? (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6 : null;

/** The status of an answer that turns the call down. */
function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof Error && "statusCode" in error && typeof error.statusCode === "number")) return undefined;
  return error.statusCode >= FIRST_REFUSAL ? error.statusCode : undefined;
}

/** With its cause, unless the message has it. */
function wholeMessageOf(error: unknown): string {
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : "";
  return message.includes(cause) ? message : `${message}: ${cause}`;
}

/** Providers repeat the key that they refuse. */
function reasonOf(error: unknown, key: string | undefined): string {
  const status = refusalOf(error);
  const message = status === undefined ? wholeMessageOf(error) : `${status} ${messageOf(error)}`;
  const safe = redact(key === undefined ? message : message.replaceAll(key, "[REDACTED]"));
  return oneLine(safe.replace(/\p{Cc}/gu, " "), LONGEST_REASON);
}

async function within<Result>(
  { clock }: Pick<Services, "clock">,
  limitMs: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const cancel = clock.after(limitMs, () => limit.abort(new Error(`there was no answer within ${limitMs / 1000} s`)));
  const close = () => limit.abort(new Error("Throughline was closing"));
  closing.addEventListener("abort", close);
  try {
    const over = new Promise<never>((_, reject) => {
      limit.signal.addEventListener("abort", () => reject(limit.signal.reason));
    });
    return await Promise.race([work(limit.signal), over]);
  } finally {
    cancel();
    closing.removeEventListener("abort", close);
  }
}

/** Calls the model where the configuration allows it, and records tokens, cost and duration. */
export async function call(
  services: Pick<Services, "store" | "clock">,
  settings: ModelSettings,
  prompt: Prompt,
  { closing, env }: { readonly closing: AbortSignal; readonly env: NodeJS.ProcessEnv },
): Promise<Call> {
  const { store, clock } = services;
  const { provider, model, maxCallsPerDay, timeoutMs } = settings;
  const key = keyOf(settings, env);
  if (closing.aborted) return { is: "not made", why: "Throughline was closing" };
  if ("missing" in key) return { is: "not made", why: `the environment variable ${key.missing} holds no key` };

  const id = newId();
  const begun = clock.now();
  const sent = { inputTokens: estimateTokens(prompt.rules) + estimateTokens(prompt.record), outputTokens: 0 };
  const outcome = (is: string, tokens: Tokens): ModelCallOutcome => {
    return { ...tokens, cost: costOf(tokens, settings), outcome: is, durationMs: clock.now() - begun };
  };
  const made = { id, createdAt: isoTime(begun), purpose: "summary", provider, model, ...outcome("unanswered", sent) };
  if (!(await store.transaction((tables) => recordCall(tables, made, maxCallsPerDay)))) {
    const why = `${maxCallsPerDay} calls in 24 hours are allowed (summarizer.maxCallsPerDay), and they were made`;
    return { is: "not made", why };
  }
  const end = async (is: string, tokens: Tokens): Promise<number | null> => {
    const ended = outcome(is, tokens);
    await modelCalls(store).update(id, (begun) => ({ ...begun, ...ended }));
    return ended.cost;
  };
  try {
    const answer = await within(services, timeoutMs, closing, (signal) => ask(settings, key.value, prompt, signal));
    const { inputTokens = sent.inputTokens, outputTokens = estimateTokens(answer.text) } = answer;
    return { is: "answered", answer, cost: await end("ok", { inputTokens, outputTokens }) };
  } catch (error) {
    const why = reasonOf(error, key.value);
    // A refused call costs nothing; one without an answer may have been paid for.
    const tokens = refusalOf(error) === undefined ? sent : { inputTokens: 0, outputTokens: 0 };
    return { is: "failed", why, cost: await end(why, tokens) };
  }
}
