import { z } from "zod";
import { webhookShape } from "../../operations/index.ts";
import { colors, legible, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

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

export const webhookViews = z.array(webhookShape);

/** The problem of a webhook; undefined if there is none. */
export function webhookProblem({ url, state, lastError, waiting }: z.output<typeof webhookShape>): string | undefined {
  if (state !== "failing" && state !== "unsigned") return undefined;
  return `the webhook ${url} gets no events: ${lastError ?? state}; ${waiting} waiting`;
}

export const eventRenderers: Renderers = {
  "events.list": (rows) => orNone(rows, "No events yet.", () => rows.map(eventLine).join("\n")),
  webhooks: (rows) =>
    orNone(rows, "No webhook is configured (docs/webhooks.md shows how).", () =>
      [
        table(
          ["URL", "STATE", "WAITING", "DELIVERED", "GIVEN UP", "LAST", "EVENTS"],
          rows.map((one) => [
            ...[one.url, one.state, String(one.waiting), String(one.delivered), String(one.givenUp)],
            ...[one.lastDeliveryAt === null ? "" : age(one.lastDeliveryAt), one.events.join(", ") || "all"],
          ]),
        ),
        ...rows
          .flatMap((one) => webhookProblem(one) ?? [])
          .map((problem) => colors.yellow(wrap(`warning: ${problem}`))),
      ].join("\n"),
    ),
};
