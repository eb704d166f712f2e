import { type Config, windowOf } from "../core/index.ts";
import type { SessionRecord } from "../store/index.ts";

/** No thread passes this, whatever is configured. */
export const LONGEST_THREAD = 200;
export const BUDGET_REACHED = "Context budget reached";
const HOUR_MS = 3_600_000;

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** How many tokens of its model's window a context may fill before it is made smaller. */
export const contextBudget = ({ models, safety }: Config, model: string | null): number =>
  Math.floor((windowOf(models, model) * safety.softCapPercent) / 100);

/** Why a session is due for distillation, and what has to shrink. */
export interface Signal {
  readonly reason: string;
  readonly over: "messages" | "tokens";
}

/** The first signal that a session is due for distillation, if any. */
export function dueSignal(session: SessionRecord, config: Config, now: number): Signal | undefined {
  const { type, messageCount, contextTokens, lastInputTokens } = session;
  if (type !== "primary" && type !== "background") return undefined;
  // It was tried and could not shrink; no message has come since.
  if (messageCount === 0 || session.refusedSeq === session.totalMessages) return undefined;
  const limits = config.distillation[type];
  const tooMany = (reason: string): Signal => ({ reason, over: "messages" });
  if (messageCount >= Math.min(limits.messageCount, LONGEST_THREAD)) return tooMany(`${messageCount} messages`);
  const staleHours = (now - Date.parse(session.lastDistilledAt ?? session.startedAt)) / HOUR_MS;
  if (staleHours >= limits.stalenessHours)
    return tooMany(`${Math.floor(staleHours)} hours since the last distillation`);
  const tooLarge = (reason: string): Signal => ({ reason, over: "tokens" });
  if (lastInputTokens >= limits.tokenThreshold) return tooLarge(`${grouped(lastInputTokens)} reported input tokens`);
  if (contextTokens >= limits.estimatedContextSize)
    return tooLarge(`${grouped(contextTokens)} computed context tokens`);
  const budget = contextBudget(config, session.model);
  if (contextTokens >= budget)
    return tooLarge(`${BUDGET_REACHED}: ${grouped(contextTokens)} of ${grouped(budget)} tokens`);
  return undefined;
}

/** A distillation for the sake of size makes the context smaller by at least this share. */
export const LEAST_GAIN = 0.02;
const FEWEST_KEPT = 5;

/** How many of its newest messages a session keeps: where its size has to shrink, at most half of a short thread. */
export function keptMessages(session: SessionRecord, over: Signal["over"], config: Config["distillation"]): number {
  const { type, messageCount, threadTokens, contextTokens, lastInputTokens } = session;
  const { keepMessages } = type === "background" ? config.background : config.primary;
  if (over === "messages" || messageCount > keepMessages) return keepMessages;
  const half = Math.max(1, Math.floor(messageCount / 2));
  if (threadTokens / 2 >= LEAST_GAIN * Math.max(contextTokens, lastInputTokens)) return half;
  // Nearly all of the context is outside the thread; operational messages go without a summary, which costs nothing.
  return type === "background" ? Math.max(half, FEWEST_KEPT) : keepMessages;
}

/** How many messages a session may hold before one more is stored: only background sessions discard older ones. */
export function roomBefore({ type }: Pick<SessionRecord, "type">, config: Config["distillation"]): number {
  if (type !== "background") return Number.POSITIVE_INFINITY;
  return Math.min(config.background.messageCount, LONGEST_THREAD) - 1;
}
