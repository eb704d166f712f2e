import { z } from "zod";
import { colours, excerpt, facts, shortId, table } from "../terminal.ts";
import type { Renderers } from "./words.ts";

const ruled = z.object({
  session: z.object({ id: z.string(), task: z.string().nullable(), gate: z.string().nullable(), state: z.string() }),
  goal: z.string(),
  resumedFrom: z.string().nullable(),
  smoke: z.string(),
  smokeCommand: z.string().nullable(),
  smokeOutput: z.string().nullable(),
  overrideReason: z.string().nullable(),
  steps: z.array(z.object({ step: z.string(), at: z.string(), detail: z.string() })),
});
type Ruled = z.infer<typeof ruled>;

const HEALTH: Readonly<Record<string, (one: Ruled) => string>> = {
  none: () => "no smoke command is configured (governance.smokeCommand)",
  running: ({ smokeCommand }) => `${smokeCommand} is still running`,
  passed: ({ smokeCommand }) => `${smokeCommand} passes`,
  failed: ({ smokeCommand }) => `${smokeCommand} FAILS: fix this first (P0)`,
  overridden: ({ overrideReason }) => `fails, and work goes on all the same: ${overrideReason}`,
};

const whatNext = ({ smoke, session }: Ruled): string =>
  smoke === "failed"
    ? `\`throughline sessions smoke ${session.id}\` runs it again; with --override "why" work goes on without.`
    : "`throughline gate <Gn>` passes a gate, and says what it lacks.";

function shown(value: unknown): string {
  const one = ruled.parse(value);
  const { session, goal, resumedFrom, smoke, smokeOutput } = one;
  return [
    facts({
      Session: session.id,
      Task: session.task,
      Goal: goal,
      Gate: session.gate,
      "Goes on from": resumedFrom && `checkpoint ${shortId(resumedFrom)}`,
      Health: HEALTH[smoke]?.(one) ?? smoke,
    }),
    ...(smoke === "failed" && smokeOutput ? ["", smokeOutput] : []),
    "",
    ...one.steps.map(({ step, detail }) => `${step.padEnd(16)} ${excerpt(detail)}`),
    "",
    colours.dim(whatNext(one)),
  ].join("\n");
}

function passed(value: unknown): string {
  const shape = z.object({
    id: z.string(),
    gate: z.string().nullable().optional(),
    content: z.array(z.object({ need: z.string(), found: z.string() })),
  });
  const { id, gate, content } = shape.parse(value);
  return [
    `${gate} is passed: checkpoint ${shortId(id)}.`,
    ...content.map(({ need, found }) => `- ${need}: ${excerpt(found)}`),
  ].join("\n");
}

function timeline(value: unknown): string {
  const entry = z.object({ at: z.string(), what: z.string(), text: z.string(), sessionId: z.string().nullable() });
  return table(
    ["TIME", "SESSION", "WHAT", "DETAIL"],
    z
      .array(entry)
      .parse(value)
      .map(({ at, what, text, sessionId }) => [
        `${at.slice(0, 19)}Z`,
        sessionId === null ? "" : shortId(sessionId),
        what,
        excerpt(text),
      ]),
  );
}

export const governanceRenderers: Renderers = {
  "sessions.startTask": shown,
  "sessions.smoke": shown,
  "sessions.timelineOfTask": timeline,
  "sessions.gate": passed,
  gate: passed,
};
