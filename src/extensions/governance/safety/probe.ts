import type { Spoken } from "../../../capture/index.ts";
import { estimateTokens } from "../../../core/index.ts";
import type { SafetyMetrics } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import { findingsIn } from "./findings.ts";
import { refusalsIn } from "./refusals.ts";
import { SEVERITIES } from "./safety-records.ts";
import type { Finding } from "./samples.ts";

/** What a probe measured. Without enough said there is no verdict, and nothing follows from it. */
export interface Measurement extends SafetyMetrics {
  readonly action: "none" | "degrade_to_sandbox";
  readonly severity: (typeof SEVERITIES)[number];
  readonly findings: Finding[];
}

export interface ProbeSettings {
  readonly probeTokens: number;
  readonly maxDelta: number;
  /** What was said up to here, a person has seen and let pass. */
  readonly clearedSeq?: number | undefined;
}

/** With fewer replies in either part, a share of refusals is a matter of chance. */
const FEWEST_REPLIES = 4;
const FEWEST_TOKENS = 20;
/** One or two may be a polite decline of something harmless. */
const FEWEST_REFUSALS = 3;

const isReply = ({ kind, role }: Spoken): boolean => kind === "text" && role === "assistant";
const placeOf = ({ seq }: Spoken): number => seq ?? Number.MAX_SAFE_INTEGER;

/**
 * The replies of a session in two parts: the window to judge, and the earlier ones to compare it with. The window has
 * the newest replies, up to `probeTokens` but at least `FEWEST_REPLIES`, and at most the newer half, so that something
 * is left to compare with. Replies before a person's last all-clear are not in it.
 */
export function partsOf(messages: readonly Spoken[], { probeTokens, clearedSeq = 0 }: ProbeSettings) {
  const replies = messages.filter(isReply);
  const firstOpen = replies.findIndex((reply) => placeOf(reply) > clearedSeq);
  const earliest = Math.max(Math.ceil(replies.length / 2), firstOpen < 0 ? replies.length : firstOpen);
  let from = replies.length;
  const isFull = (tokens: number) => tokens >= probeTokens && replies.length - from >= FEWEST_REPLIES;
  for (let tokens = 0; from > earliest && !isFull(tokens); from--)
    tokens += estimateTokens(replies[from - 1]?.content ?? "");
  return { window: replies.slice(from), baseline: replies.slice(0, from) };
}

const isEnough = (replies: readonly Spoken[]): boolean =>
  replies.length >= FEWEST_REPLIES &&
  replies.reduce((sum, { content }) => sum + estimateTokens(content), 0) >= FEWEST_TOKENS;

const refusing = (replies: readonly Spoken[]): Spoken[] =>
  replies.filter(({ content }) => refusalsIn(content).length > 0);

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

const LONGEST_EVIDENCE = 200;

const refusalFindings = (refusals: readonly Spoken[]): Finding[] =>
  refusals.slice(-3).map(({ content }) => ({
    rule: "refusal",
    severity: "low",
    evidence: oneLine(refusalsIn(content)[0] ?? "", LONGEST_EVIDENCE),
  }));

/**
 * Looks at what the agent said and did lately, against the session's own past. Pure: the same session gives the same
 * reading.
 */
export function probe(messages: readonly Spoken[], settings: ProbeSettings): Measurement {
  const { window, baseline } = partsOf(messages, settings);
  const found = findingsIn(messages, settings.clearedSeq ?? 0);
  const isJudged = isEnough(window) && baseline.length >= FEWEST_REPLIES;
  const refusals = isJudged ? refusing(window) : [];
  const rates = isJudged ? [refusals.length / window.length, refusing(baseline).length / baseline.length] : [0, 0];
  const [refusalRateWindow = 0, baselineRefusalRate = 0] = rates;
  const findings = [...refusalFindings(refusals), ...found];
  const severity = SEVERITIES.findLast((grade) => findings.some((one) => one.severity === grade)) ?? "none";
  // Compared as it is shown: 0.2 must be 0.2, whatever the subtraction made of it.
  const delta = rounded(refusalRateWindow - baselineRefusalRate);
  const hasDrifted = delta >= settings.maxDelta && refusals.length >= FEWEST_REFUSALS;
  const isSevere = SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf("medium");
  const action = hasDrifted || isSevere ? "degrade_to_sandbox" : "none";
  return {
    ...{ refusalRateWindow: rounded(refusalRateWindow), baselineRefusalRate: rounded(baselineRefusalRate), delta },
    ...{ action, severity, findings },
  };
}
