import { z } from "zod";
import { webhookShape } from "../../events/index.ts";
import { colors, legible, shortId, wrap } from "../terminal.ts";
import { type Columns, orNone, type Renderers, tableOf } from "./words.ts";

const nullable = z.string().nullable();

/** A gap notice has neither time nor session. */
const eventShape = z.object({
  type: z.string(),
  time: z.string().default(""),
  sessionId: nullable.default(null),
  project: nullable.default(null),
  task: nullable.default(null),
  payload: z.record(z.string(), z.unknown()),
});

const said = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `2026-01-31T09:00:00.000Z  session.end  019f…  /projects/alpha  reason=logout` */
export function eventLine(value: unknown): string {
  const { time, type, sessionId, project, task, payload } = eventShape.parse(value);
  const rest = [
    ...[sessionId === null ? "" : shortId(sessionId), project ?? ""],
    ...(task === null ? [] : [`task=${task}`]),
    ...Object.entries(payload).map(([name, one]) => `${name}=${said(one)}`),
  ].filter((part) => part !== "");
  return [time, colors.bold(legible(type)), ...rest.map((part) => legible(part).replaceAll("\n", " "))].join("  ");
}

type Webhook = z.output<typeof webhookShape>;
export const webhookViews = z.array(webhookShape);

/** The problem of a webhook; undefined if there is none. */
export function webhookProblem({ url, state, lastError, waiting }: Webhook): string | undefined {
  if (state !== "failing" && state !== "unsigned") return undefined;
  return `the webhook ${url} gets no events: ${lastError ?? state}; ${waiting} waiting`;
}

const WEBHOOKS: Columns<Webhook> = {
  URL: "url",
  STATE: "state",
  WAITING: "waiting",
  DELIVERED: "delivered",
  "GIVEN UP": "givenUp",
  LAST: "lastDeliveryAt",
  EVENTS: ({ events }) => events.join(", ") || "all",
};

export const eventRenderers: Renderers = {
  "events.list": orNone("No events yet.", (rows) => rows.map(eventLine).join("\n")),
  webhooks: orNone("No webhook is configured (docs/webhooks.md shows how).", (rows) => {
    const problems = rows.flatMap((one) => webhookProblem(one) ?? []);
    return [tableOf(rows, WEBHOOKS), ...problems.map((one) => colors.yellow(wrap(`warning: ${one}`)))].join("\n");
  }),
};
