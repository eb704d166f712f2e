import { type Config, windowOf } from "../core/index.ts";
import type { SessionRecord } from "../store/index.ts";

/** No thread ever passes this, whatever is configured. */
export const LONGEST_THREAD = 200;
export const BUDGET_REACHED = "Context budget reached";
/** The share of a limit that the thread itself must take. */
const WORTH_WHILE = 0.3;
const HOUR_MS = 3_600_000;

type Measured = Pick<
  SessionRecord,
  | "type"
  | "messageCount"
  | "totalMessages"
  | "contextTokens"
  | "threadTokens"
  | "lastInputTokens"
  | "lastDistilledAt"
  | "startedAt"
  | "refusedSeq"
  | "model"
>;

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** How far a context may fill its model's window before it is made smaller. */
export const contextBudget = ({ models, safety }: Config, model: string | null): number =>
  Math.floor((windowOf(models, model) * safety.softCapPercent) / 100);

/** The first signal that says that a session is to be distilled, in words; none where none does. */
export function dueSignal(session: Measured, config: Config, now: number): string | undefined {
  const { type, messageCount, contextTokens, lastInputTokens } = session;
  if (type !== "primary" && type !== "background") return undefined;
  // It was tried and could not shrink; since then nothing was said.
  if (messageCount === 0 || session.refusedSeq === session.totalMessages) return undefined;
  const limits = config.distillation[type];
  const mostMessages = Math.min(limits.messageCount, LONGEST_THREAD);
  const staleHours = (now - Date.parse(session.lastDistilledAt ?? session.startedAt)) / HOUR_MS;
  if (messageCount >= mostMessages) return `${messageCount} messages`;
  const budget = contextBudget(config, session.model);
  const least = Math.min(limits.estimatedContextSize, budget);
  // Where the size is not the thread's own, or it was distilled a moment ago, another distillation would gain nothing.
  if (messageCount >= 2 * limits.keepMessages || session.threadTokens >= least * WORTH_WHILE) {
    if (lastInputTokens >= limits.tokenThreshold) return `${grouped(lastInputTokens)} reported input tokens`;
    if (contextTokens >= limits.estimatedContextSize) return `${grouped(contextTokens)} computed context tokens`;
    if (contextTokens >= budget) return `${BUDGET_REACHED}: ${grouped(contextTokens)} of ${grouped(budget)} tokens`;
  }
  if (staleHours >= limits.stalenessHours) return `${Math.floor(staleHours)} hours since the last distillation`;
  return undefined;
}

/** How many messages a session may hold before one more is stored; sessions that are not discarded from have no such limit. */
export function roomBefore({ type }: Pick<SessionRecord, "type">, config: Config["distillation"]): number {
  if (type === "background") return Math.min(config.background.messageCount, LONGEST_THREAD) - 1;
  return type === "ephemeral" ? LONGEST_THREAD - 1 : Number.POSITIVE_INFINITY;
}
