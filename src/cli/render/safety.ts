import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

function sandboxText({ sessionId, isSandboxed, lift, history }: AnswerOf<"sessions.sandbox">): string {
  const state = isSandboxed ? colors.yellow("is read-only") : colors.green("has all its tools");
  return [
    `Session ${shortId(sessionId)} ${state}.`,
    ...history.map((one) =>
      wrap(
        `- ${when(one.enteredAt)}, by ${one.cause}: ${one.reason}${one.liftedAt ? `; lifted ${when(one.liftedAt)}: ${one.liftedReason}` : ""}`,
        "  ",
      ),
    ),
    ...(lift === null ? [] : [`To lift it: ${lift}`]),
  ].join("\n");
}

const samplesText = ({ samples }: AnswerOf<"sessions.safety">): string =>
  orNone(samples, "Not sampled yet. `--now` samples it; sessions with a task are sampled at each checkpoint.", () =>
    table(
      ["SAMPLED", "AT", "WINDOW", "BASELINE", "DELTA", "SEVERITY", "ACTION", "FOUND"],
      samples.map((one) => [
        ...[age(one.sampledAt), one.occasion, one.refusalRateWindow.toFixed(2), one.baselineRefusalRate.toFixed(2)],
        ...[one.delta.toFixed(2), one.severity, one.action],
        excerpt(one.findings.map(({ rule, evidence }) => `${rule}: ${evidence}`).join("; ")),
      ]),
    ),
  );

function retriesText({ steps, fixers }: AnswerOf<"sessions.retries">): string {
  const failing = orNone(steps, "No step is failing.", () =>
    table(
      ["STEP", "KIND", "IN A ROW", "WHAT TO DO"],
      steps.map((one) => [excerpt(one.step), one.kind, String(one.failures), one.strategy]),
    ),
  );
  const handed = fixers.map(
    ({ id, step, outcome, note, deadlineAt }) =>
      `Fixer ${id}: ${excerpt(step)}: ${outcome === null ? `open until ${deadlineAt}` : `${outcome}${note ? ` (${note})` : ""}`}`,
  );
  return [failing, ...handed].join("\n");
}

export const safetyRenderers: Renderers = {
  "sessions.sandbox": sandboxText,
  "sessions.sandbox-enter": sandboxText,
  "sessions.sandbox-lift": sandboxText,
  "sandbox.lift": sandboxText,
  "sessions.safety": samplesText,
  "sessions.safety-sample": samplesText,
  "sessions.retries": retriesText,
  "fixers.show": ({ brief }) => brief,
  "fixers.close": ({ id, outcome, note }) => `Closed fixer ${id}: ${outcome}${note ? ` (${note})` : ""}.`,
};
