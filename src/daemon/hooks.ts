import type { Context } from "hono";
import { incidents, newIncident } from "../audit/index.ts";
import { badInput, type ProcessIdentity, startTimeOf, ThroughlineError } from "../core/index.ts";
import { ANSWER_TYPE, DEFAULT_HARNESS, HOOK_EVENTS, type HookEventName } from "../harnesses/index.ts";
import type { Throughline } from "../throughline.ts";
import { type RequestEnv, requireScope } from "./guard.ts";

export const hookEventNamed = (name: string): HookEventName | undefined => HOOK_EVENTS.find((known) => known === name);

export const HOOK_BODY_BYTES = 64 << 20;
const PROBE = "probe";
/** The start time of a client that has already ended: no later process with the same id can match it. */
const GONE = "gone";

async function clientOf(context: Context<RequestEnv>): Promise<ProcessIdentity | undefined> {
  const pid = Number(context.req.header("x-throughline-client"));
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, startTime: (await startTimeOf(pid)) ?? GONE };
}

/** Takes the spooled events that come before a hook of this input and client. */
export type ReplaySpool = (body: string, clientPid: number | undefined) => Promise<void>;

/**
 * The route for hooks. With `as=client` it answers in the client's form and never reports bad input. The spool is
 * replayed first, so that events are stored in their order.
 */
export function hookRoute(engine: Throughline, replaySpool: ReplaySpool) {
  return async (context: Context<RequestEnv>): Promise<Response> => {
    const asClient = context.req.query("as") === "client";
    const toClient = (output: string) => context.body(output, 200, { "content-type": ANSWER_TYPE });
    try {
      requireScope(context.get("scope"), "write");
      const name = context.req.param("event") ?? "";
      // `doctor` sends this through the installed hook to check the round trip.
      if (name === PROBE) return toClient(await context.req.text());
      const event = hookEventNamed(name);
      if (!event) throw badInput(`event: "${name}" is not one of ${HOOK_EVENTS.join(", ")}`);
      const body = await context.req.text();
      const client = await clientOf(context);
      await replaySpool(body, client?.pid);
      const outcome = await engine.hooks.handle({
        event,
        harness: context.req.query("harness") ?? DEFAULT_HARNESS,
        runtime: context.req.query("runtime") ?? "settings",
        hookPid: context.req.header("x-throughline-hook"),
        client,
        body,
      });
      if (asClient) return toClient(outcome.clientOutput);
      return context.json({ outcome: outcome.outcome, ...outcome.answer });
    } catch (error) {
      if (!asClient || !isRefusal(error)) throw error;
      // The client cannot fix its input, and an agent must not see our error: it becomes an incident instead.
      await noteRefusal(engine, error);
      return toClient("");
    }
  };
}

const isRefusal = (error: unknown): error is ThroughlineError =>
  error instanceof ThroughlineError && error.code === "bad_input";

export async function noteRefusal(engine: Throughline, error: ThroughlineError): Promise<void> {
  const { store, clock, log } = engine.services;
  log.warn({ message: error.message }, "a hook's input was refused");
  await incidents(store).add(newIncident(clock.now(), "hook_refused", error.message));
}
