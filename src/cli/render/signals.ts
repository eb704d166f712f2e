import { z } from "zod";
import { shortId, table } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const started = z.object({ sessions: z.number(), novelContext: z.number() });
const totals = z.object({
  served: z.number(),
  used: z.number(),
  usedShare: z.number(),
  recovered: started,
  cold: started,
});

/** `served 120, used 34 (28 %), sessions: 12 recovered (4.5 novel each), 3 cold (9 novel each)` */
export function signalsLine(value: unknown): string {
  const { served: all, used, usedShare, recovered, cold } = totals.parse(value);
  const began = (kind: string, { sessions, novelContext }: z.infer<typeof started>) =>
    `${sessions} ${kind}${sessions > 0 ? ` (${novelContext} novel each)` : ""}`;
  const share = all > 0 ? ` (${Math.round(100 * usedShare)} %)` : "";
  return `served ${all}, used ${used}${share}, sessions: ${began("recovered", recovered)}, ${began("cold", cold)}`;
}

export const signalRenderers: Renderers = {
  signals: (rows) =>
    orNone(rows, "Nothing was given to agents yet.", () =>
      table(
        ["ITEM", "KIND", "SERVED", "BY", "RANK", "SCORE", "USED", "SESSION", "TEXT"],
        rows.map((one) => [
          one.itemKind === "message" ? one.itemId : shortId(one.itemId),
          ...[one.itemKind, age(one.servedAt), one.way, String(one.rank), one.score?.toFixed(2) ?? ""],
          ...[one.usedAt === null ? "" : age(one.usedAt), shortId(one.sessionId), one.text ?? ""],
        ]),
      ),
    ),
  "signals.sessions": (rows) =>
    orNone(rows, "No session has signals yet.", () =>
      table(
        ["SESSION", "START", "NOVEL", "CHANGED"],
        rows.map((one) => [shortId(one.sessionId), one.start ?? "", String(one.novelContext), age(one.updatedAt)]),
      ),
    ),
};
