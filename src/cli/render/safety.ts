import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, shortId, wrap } from "../terminal.ts";
import { listing, type Renderers, when } from "./words.ts";

type Sample = AnswerOf<"sessions.safety">["samples"][number];
type Step = AnswerOf<"sessions.retries">["steps"][number];

function sandboxText({ sessionId, isSandboxed, lift, history }: AnswerOf<"sessions.sandbox">): string {
  const state = isSandboxed ? colors.yellow("is read-only") : colors.green("has all its tools");
  return [
    `Session ${shortId(sessionId)} ${state}.`,
    ...history.map(({ enteredAt, cause, reason, liftedAt, liftedReason }) => {
      const lifted = liftedAt ? `; lifted ${when(liftedAt)}: ${liftedReason}` : "";
      return wrap(`- ${when(enteredAt)}, by ${cause}: ${reason}${lifted}`, "  ");
    }),
    ...(lift === null ? [] : [`To lift it: ${lift}`]),
  ].join("\n");
}

const NOT_SAMPLED = "Not sampled yet. `--now` samples it; sessions with a task are sampled at each checkpoint.";
const sampled = listing<Sample>(NOT_SAMPLED, {
  SAMPLED: "sampledAt",
  AT: "occasion",
  WINDOW: ({ refusalRateWindow }) => refusalRateWindow.toFixed(2),
  BASELINE: ({ baselineRefusalRate }) => baselineRefusalRate.toFixed(2),
  DELTA: ({ delta }) => delta.toFixed(2),
  SEVERITY: "severity",
  ACTION: "action",
  FOUND: ({ findings }) => excerpt(findings.map(({ rule, evidence }) => `${rule}: ${evidence}`).join("; ")),
});

const STEPS = { STEP: "step", KIND: "kind", "IN A ROW": "failures", "WHAT TO DO": "strategy" } as const;
const failingSteps = listing<Step>("No step is failing.", STEPS);

function retriesText({ steps, fixers }: AnswerOf<"sessions.retries">): string {
  const handed = fixers.map(
    ({ id, step, outcome, note, deadlineAt }) =>
      `Fixer ${id}: ${excerpt(step)}: ${outcome === null ? `open until ${deadlineAt}` : `${outcome}${note ? ` (${note})` : ""}`}`,
  );
  return [failingSteps(steps), ...handed].join("\n");
}

export const safetyRenderers: Renderers = {
  "sessions.sandbox": sandboxText,
  "sessions.sandbox-enter": sandboxText,
  "sessions.sandbox-lift": sandboxText,
  "sandbox.lift": sandboxText,
  "sessions.safety": ({ samples }) => sampled(samples),
  "sessions.safety-sample": ({ samples }) => sampled(samples),
  "sessions.retries": retriesText,
  "fixers.show": ({ brief }) => brief,
  "fixers.close": ({ id, outcome, note }) => `Closed fixer ${id}: ${outcome}${note ? ` (${note})` : ""}.`,
};
