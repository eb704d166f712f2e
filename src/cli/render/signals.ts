import { z } from "zod";
import { howMany } from "../progress.ts";
import { shortId } from "../terminal.ts";
import { listing, percent, type Renderers } from "./words.ts";

const started = z.object({ sessions: z.number(), novelContext: z.number() });
const totals = z.object({
  served: z.number(),
  used: z.number(),
  usedShare: z.number(),
  recovered: started,
  cold: started,
});

/** `120 items given, 34 used (28 %); 12 sessions with recovery (4.5 novel each), 3 without (9 novel each)` */
export function signalsLine(value: unknown): string {
  const { served: all, used, usedShare, recovered, cold } = totals.parse(value);
  const began = (what: string, { sessions, novelContext }: z.infer<typeof started>) =>
    `${what}${sessions > 0 ? ` (${novelContext} novel each)` : ""}`;
  const share = all > 0 ? ` (${percent(usedShare)})` : "";
  const withRecovery = began(`${howMany(recovered.sessions, "session")} with recovery`, recovered);
  return `${howMany(all, "item")} given, ${used} used${share}; ${withRecovery}, ${began(`${cold.sessions} without`, cold)}`;
}

export const signalRenderers: Renderers = {
  signals: listing("Nothing was given to agents yet.", {
    ITEM: ({ itemKind, itemId }) => (itemKind === "message" ? itemId : shortId(itemId)),
    KIND: "itemKind",
    SERVED: "servedAt",
    BY: "way",
    RANK: "rank",
    SCORE: ({ score }) => score?.toFixed(2) ?? "",
    USED: "usedAt",
    SESSION: "sessionId",
    TEXT: "text",
  }),
  "signals.sessions": listing("No session has signals yet.", {
    SESSION: "sessionId",
    START: "start",
    NOVEL: "novelContext",
    CHANGED: "updatedAt",
  }),
};
