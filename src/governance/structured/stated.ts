import { oneLine } from "../../conversation/index.ts";
import type { StructuredState } from "../../store/index.ts";

export type StatedDecision = StructuredState["state"]["decisions"][number];

const REASON = /[,;:]?\s+\b(?:because|since|so that|as it)\b\s+(.+?)[.]?$/i;
const INSTEAD =
  /\b(?:instead of|rather than|over|and not|, not)\s+(.+?)(?=[.,;:]|\s+(?:because|since|so that|as it)\b|$)/i;
const LONGEST = 300;

/** A decision as somebody said it, taken apart as far as the words allow. */
export function statedDecision(sentence: string): StatedDecision {
  const rationale = REASON.exec(sentence)?.[1] ?? "";
  const alternative = INSTEAD.exec(sentence)?.[1];
  const decision = oneLine(sentence.replace(REASON, ""), LONGEST);
  return {
    ...{ decision, rationale: oneLine(rationale, LONGEST) },
    alternatives: alternative === undefined ? [] : [oneLine(alternative, LONGEST)],
  };
}
