import { redact } from "../../../core/index.ts";
import { foldSpace } from "../../../text/index.ts";
import type { DecisionRecord } from "../../../work/index.ts";
import type { Decision, DecisionContent } from "../entries.ts";

/* What a decision says, as it goes between the ledgers. */

export const decisionOf = ({ id, task, ts, content }: DecisionRecord): Decision => ({
  ...{ id, task, ts },
  ...content,
});

const oneLine = (text: string): string => foldSpace(redact(text));

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
