import type { AnswerOf } from "../../operations/index.ts";
import { colors, facts, wrap } from "../terminal.ts";
import { listing, orNone, percent, type Renderers } from "./words.ts";

function distilled(one: AnswerOf<"distill">): string {
  const receipt = "id" in one ? one : undefined;
  const head = facts({
    [receipt ? "Distilled" : "Would distill"]: one.sessionId,
    Receipt: receipt?.id ?? null,
    Because: one.reason,
    Messages: `${one.messagesBefore} → ${one.messagesAfter}`,
    Tokens: `${one.tokensBefore} → ${one.tokensAfter}`,
    Found: `${one.factsExtracted} facts, ${one.decisionsExtracted} decisions, ${one.openItemsExtracted} open items`,
    "Memory files": receipt ? (receipt.flushSucceeded ? "written" : "not written") : null,
    Continuity: percent(receipt?.continuityScore),
  });
  const complaints = [...(receipt?.errors ?? []), ...(receipt?.warnings ?? [])].map((text) =>
    colors.yellow(wrap(text, "  ")),
  );
  return [head, ...complaints, "", wrap(one.summary, "  ")].join("\n");
}

function verdict({ ok, sessionKey, receipts, messages, findings }: AnswerOf<"receipts.verify">[number]): string[] {
  return [
    `${ok ? colors.green("intact") : colors.red("altered")}  ${sessionKey}: ${receipts} receipts, ${messages} messages`,
    ...findings.map(({ what, messageId, receiptId }) => {
      const where = messageId ?? (receiptId && `receipt ${receiptId}`);
      return wrap(`  ${what}${where ? ` (${where})` : ""}`, "    ");
    }),
  ];
}

export const distillationRenderers: Renderers = {
  distill: distilled,
  "receipts.list": listing("No distillations yet.", {
    RECEIPT: "id",
    AGE: "distilledAt",
    MESSAGES: ({ messagesBefore, messagesAfter }) => `${messagesBefore} → ${messagesAfter}`,
    TOKENS: ({ tokensBefore, tokensAfter }) => `${tokensBefore} → ${tokensAfter}`,
    FOUND: (one) => one.factsExtracted + one.decisionsExtracted + one.openItemsExtracted,
    SCORE: ({ continuityScore }) => percent(continuityScore),
    BECAUSE: "reason",
  }),
  "model-calls": listing("No model calls: the built-in summarizer needs none.", {
    AGE: "createdAt",
    MODEL: "model",
    IN: "inputTokens",
    OUT: "outputTokens",
    COST: ({ cost }) => cost?.toFixed(4) ?? "",
    OUTCOME: "outcome",
  }),
  "receipts.verify": orNone("No distillations to verify.", (rows) => rows.flatMap(verdict).join("\n")),
};
