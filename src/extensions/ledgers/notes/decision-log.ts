import { canonicalJson } from "../../../core/index.ts";
import type { WrittenDecision } from "../ledger-entries.ts";
import { decisionLines, identityLine } from "./continuity.ts";
import type { LogEntry } from "./parsing/continuity.ts";
import { COMMENTS } from "./template.ts";

/* An entry of the decision log keeps its text as long as the decision is the same. */

const LOWEST = 4;
/** A heading of the section's own level: nothing of the section can follow it. */
const TOP = 2;

const levelOf = ({ lines: [heading = ""] }: LogEntry): number => /^ {0,3}(#{1,6})\s/u.exec(heading)?.[1]?.length ?? 0;

const contentOf = ({ decision, rationale, alternatives, evidence, testScenarios }: WrittenDecision): string =>
  canonicalJson({ decision, rationale, alternatives, evidence, testScenarios });

/** Whether an entry matches a decision; an entry without a date was dated when it was read. */
const matches = ({ decision: noted }: LogEntry, one: WrittenDecision): boolean =>
  (noted.id === undefined || (noted.id === one.id && (noted.task ?? null) === (one.task ?? null))) &&
  (noted.ts === "" || noted.ts === one.ts) &&
  contentOf(noted) === contentOf(one);

/** The entry unchanged, with our comment below a person's text. */
function unchangedEntry({ lines, inner, decision: noted }: LogEntry, one: WrittenDecision): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  const comment = noted.id === undefined && one.id !== undefined ? [identityLine(one, true)] : [];
  const gap = lines.length > end ? lines.slice(end) : [""];
  return [...lines.slice(0, end), ...comment, ...gap, ...inner];
}

/** The log with its entries in their order and new decisions behind them; undefined where no entry stays as it is. */
export function keptLog(decisions: readonly WrittenDecision[], log: readonly LogEntry[]) {
  const level = log[0] === undefined ? 0 : levelOf(log[0]);
  if (level <= TOP || level > LOWEST) return undefined;
  const rest = new Set(decisions);
  const staying = new Set<LogEntry>();
  const kept = log.flatMap((entry) => {
    const isSame = (one: WrittenDecision) => levelOf(entry) === level && matches(entry, one);
    const same = decisions.find((one) => rest.has(one) && isSame(one));
    const one = same ?? decisions.find(({ id }) => id !== undefined && id === entry.decision.id);
    if (one === undefined || !rest.delete(one)) return [];
    if (same) staying.add(entry);
    return same ? unchangedEntry(entry, one) : decisionLines(one, level);
  });
  if (staying.size === 0) return undefined;
  const added = [...rest].flatMap((one) => decisionLines(one, level));
  const heading = `${"#".repeat(level - 1)} Decision Log`;
  return {
    lines: [heading, COMMENTS.decisions, "", ...kept, ...added],
    isLast: level - 1 === TOP,
    staying,
  };
}
