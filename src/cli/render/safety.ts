import { z } from "zod";
import { colours, excerpt, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers, when } from "./words.ts";

const sandbox = z.object({
  sessionId: z.string(),
  isSandboxed: z.boolean(),
  lift: z.string().nullable(),
  history: z.array(
    z.object({
      cause: z.string(),
      reason: z.string(),
      enteredAt: z.string(),
      liftedAt: z.string().nullable(),
      liftedReason: z.string().nullable(),
    }),
  ),
});

function sandboxText(value: unknown): string {
  const { sessionId, isSandboxed, lift, history } = sandbox.parse(value);
  const state = isSandboxed ? colours.yellow("may only read") : colours.green("has all its tools");
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

const sampled = z.object({
  sessionId: z.string(),
  samples: z.array(
    z.object({
      sampledAt: z.string(),
      occasion: z.string(),
      refusalRateWindow: z.number(),
      baselineRefusalRate: z.number(),
      delta: z.number(),
      action: z.string(),
      severity: z.string(),
      findings: z.array(z.object({ rule: z.string(), evidence: z.string() })),
      judgedBy: z.string(),
    }),
  ),
});

function samplesText(value: unknown): string {
  const { samples } = sampled.parse(value);
  return orNone(samples, "Never sampled. `--now` does it; sessions with a task are sampled at each checkpoint.", () =>
    table(
      ["SAMPLED", "AT", "WINDOW", "BASELINE", "DELTA", "SEVERITY", "ACTION", "BY", "FOUND"],
      samples.map((one) => [
        ...[age(one.sampledAt), one.occasion, one.refusalRateWindow.toFixed(2), one.baselineRefusalRate.toFixed(2)],
        ...[one.delta.toFixed(2), one.severity, one.action, one.judgedBy.split(" ", 1)[0] ?? ""],
        excerpt(one.findings.map(({ rule, evidence }) => `${rule}: ${evidence}`).join("; ")),
      ]),
    ),
  );
}

const fixer = z.object({
  id: z.string(),
  step: z.string(),
  failures: z.number(),
  openedAt: z.string(),
  deadlineAt: z.string(),
  outcome: z.string().nullable(),
  note: z.string().nullable(),
});

function retriesText(value: unknown): string {
  const shape = z.object({
    steps: z.array(z.object({ step: z.string(), kind: z.string(), failures: z.number(), strategy: z.string() })),
    fixers: z.array(fixer),
  });
  const { steps, fixers } = shape.parse(value);
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
  "fixers.show": (value) => z.object({ brief: z.string() }).parse(value).brief,
  "fixers.close": (value) => {
    const { id, outcome, note } = fixer.parse(value);
    return `Closed fixer ${id}: ${outcome}${note ? ` (${note})` : ""}.`;
  },
};
