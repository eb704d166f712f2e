import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, facts, shortId } from "../terminal.ts";
import { type Renderers, tableOf } from "./words.ts";

type Ruled = AnswerOf<"sessions.smoke">;

const HEALTH: Readonly<Record<Ruled["smoke"], (one: Ruled) => string>> = {
  none: () => "no smoke command is configured (governance.smokeCommand)",
  running: ({ smokeCommand }) => `${smokeCommand} is still running`,
  passed: ({ smokeCommand }) => `${smokeCommand} passes`,
  failed: ({ smokeCommand }) => `${smokeCommand} FAILS: fix this first (P0)`,
  overridden: ({ overrideReason }) => `fails; overridden: ${overrideReason}`,
};

const whatNext = ({ smoke, session }: Ruled): string =>
  smoke === "failed"
    ? `\`throughline sessions smoke ${session.id}\` reruns it; --override "why" continues without it.`
    : "`throughline gate <Gn>` passes a gate, or says what is missing.";

function shown(one: Ruled): string {
  const { session, goal, resumedFrom, smoke, smokeOutput } = one;
  return [
    facts({
      Session: session.id,
      Task: session.task,
      Goal: goal,
      Gate: session.gate,
      "Continues from": resumedFrom && `checkpoint ${shortId(resumedFrom)}`,
      Health: HEALTH[smoke](one),
    }),
    ...(smoke === "failed" && smokeOutput ? ["", smokeOutput] : []),
    "",
    ...one.steps.map(({ step, detail }) => `${step.padEnd(16)} ${excerpt(detail)}`),
    "",
    colors.dim(whatNext(one)),
  ].join("\n");
}

const passed = ({ id, gate, content }: AnswerOf<"gate">): string =>
  [
    `${gate} is passed: checkpoint ${shortId(id)}.`,
    ...content.map(({ need, found }) => `- ${need}: ${excerpt(found)}`),
  ].join("\n");

export const governanceRenderers: Renderers = {
  "sessions.startTask": shown,
  "sessions.smoke": shown,
  "sessions.timelineOfTask": (entries) =>
    tableOf(entries, { TIME: ({ at }) => `${at.slice(0, 19)}Z`, SESSION: "sessionId", WHAT: "what", DETAIL: "text" }),
  "sessions.gate": passed,
  gate: passed,
};
