import { z } from "zod";
import { redact } from "../../../core/index.ts";
import type { DecisionRecord } from "../../../work/index.ts";
import { type Decision, type DecisionContent, SCENARIO_TYPES } from "../entries.ts";

/* What a decision says, as it goes between the ledgers. */

export const scenarioShape = z.object({ name: z.string(), type: z.enum(SCENARIO_TYPES), expected: z.string() });

const evidenceShape = z.object({ path: z.string(), line: z.number().int(), quote: z.string() });

export const contentShape = z.object({
  decision: z.string(),
  rationale: z.string(),
  alternatives: z.array(z.string()).readonly(),
  evidence: z.array(evidenceShape).readonly(),
  testScenarios: z.array(scenarioShape).readonly(),
});

export const decisionOf = ({ id, task, ts, content }: DecisionRecord): Decision => ({
  ...{ id, task, ts },
  ...content,
});

const oneLine = (text: string): string => redact(text).replace(/\s+/gu, " ").trim();

/** In one line each, without secrets; quotes keep their lines. */
export const normalizeContent = (content: DecisionContent): DecisionContent => ({
  decision: oneLine(content.decision),
  rationale: oneLine(content.rationale),
  alternatives: content.alternatives.map(oneLine).filter((one) => one !== ""),
  evidence: content.evidence.map(({ quote, ...one }) => ({ ...one, quote: redact(quote).trim() })),
  testScenarios: content.testScenarios.map(({ name, type, expected }) => ({
    ...{ name: oneLine(name), type, expected: oneLine(expected) },
  })),
});
