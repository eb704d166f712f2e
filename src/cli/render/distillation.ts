import type { AnswerOf } from "../../operations/index.ts";
import { colors, facts, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const percent = (score: number | null | undefined): string => (score == null ? "" : `${Math.round(score * 100)} %`);

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

export const distillationRenderers: Renderers = {
  distill: distilled,
  "receipts.list": (rows) =>
    orNone(rows, "No distillations yet.", () =>
      table(
        ["RECEIPT", "AGE", "MESSAGES", "TOKENS", "FOUND", "SCORE", "BECAUSE"],
        rows.map((one) => [
          shortId(one.id),
          age(one.distilledAt),
          `${one.messagesBefore} → ${one.messagesAfter}`,
          `${one.tokensBefore} → ${one.tokensAfter}`,
          String(one.factsExtracted + one.decisionsExtracted + one.openItemsExtracted),
          percent(one.continuityScore),
          one.reason,
        ]),
      ),
    ),
  "model-calls": (rows) =>
    orNone(rows, "No model calls: the built-in summarizer needs none.", () =>
      table(
        ["AGE", "MODEL", "IN", "OUT", "COST", "OUTCOME"],
        rows.map((one) => [
          age(one.createdAt),
          one.model,
          String(one.inputTokens),
          String(one.outputTokens),
          one.cost === null ? "" : one.cost.toFixed(4),
          one.outcome,
        ]),
      ),
    ),
  "receipts.verify": (rows) =>
    orNone(rows, "No distillations to verify.", () =>
      rows
        .flatMap(({ ok, sessionKey, receipts, messages, findings }) => [
          `${ok ? colors.green("whole") : colors.red("altered")}  ${sessionKey}: ${receipts} receipts, ${messages} messages`,
          ...findings.map(({ what, messageId, receiptId }) => {
            const where = messageId ?? (receiptId && `receipt ${receiptId}`);
            return wrap(`  ${what}${where ? ` (${where})` : ""}`, "    ");
          }),
        ])
        .join("\n"),
    ),
};
