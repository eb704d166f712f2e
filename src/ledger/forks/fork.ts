import { type Decided, type ReadDecision, readDecision } from "./decision.ts";
import type { Intent } from "./intents.ts";
import { negates } from "./negation.ts";
import { choosesOther } from "./other-choice.ts";
import { givesOtherValue } from "./other-value.ts";
import { takesRejected } from "./rejected.ts";
import { readStatement, type Statement } from "./statement.ts";
import { flat } from "./words.ts";

/** Why a statement and a decision cannot both hold; what comes first is surest. */
const REASONS = ["rejected alternative", "negates", "other value", "other choice for the same subject"] as const;
export type Because = (typeof REASONS)[number];

/** A statement that leads away from what was decided. */
export interface Fork<D extends Decided = Decided> {
  readonly decision: D;
  readonly statement: string;
  readonly because: Because;
}

const RULES: Readonly<Record<Because, (statement: Statement, read: ReadDecision) => boolean>> = {
  "rejected alternative": takesRejected,
  negates,
  "other value": givesOtherValue,
  "other choice for the same subject": choosesOther,
};

/** The decision that an intent conflicts with, by rule: the one with the surest reason, whatever their order. */
export function forkWith<D extends Decided>(intent: Intent, decisions: readonly D[]): Fork<D> | undefined {
  const statement = readStatement(intent);
  const same = new Set([flat(intent.statement), ...(intent.isNegative ? [] : [flat(intent.act)])]);
  const forks = decisions.flatMap((decision): Fork<D>[] => {
    const read = readDecision(decision);
    if (same.has(read.flat) || ![...read.circumstances].every((key) => statement.said.has(key))) return [];
    const because = REASONS.find((reason) => RULES[reason](statement, read));
    return because === undefined ? [] : [{ decision, statement: intent.statement, because }];
  });
  const rank = ({ because, decision }: Fork<D>) => `${REASONS.indexOf(because)} ${decision.text}`;
  return forks.sort((a, b) => Number(rank(a) > rank(b)) - Number(rank(a) < rank(b)))[0];
}
