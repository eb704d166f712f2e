import { bothEnds, hasFailedTests, isTestCommand } from "../../../text/index.ts";

export const FAILURE_KINDS = ["transient", "test", "resource", "logic", "persistent"] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The machine ran out of something. Asked first: what runs out of memory in a test is no failing test. */
const RESOURCE = [
  /\b(?:ENOSPC|ENOMEM|EMFILE|ENFILE|EDQUOT)\b/,
  /\bno space left on device\b|\bdisk (?:quota exceeded|is full|full)\b/i,
  /\bout of memory\b|\bcannot allocate memory\b|\bOOM(?:Killed|[- ]killer)\b|\bMemoryError\b|\bheap limit\b/i,
  /\btoo many open files\b|\bresource temporarily unavailable\b|\bno more processes\b/i,
  /\b(?:storage|memory|cpu|disk|build minutes?) (?:quota|limit) (?:exceeded|reached)\b|\binsufficient_quota\b|\bquota exceeded\b/i,
  /^(?:.*: line \d+: +\d+ )?Killed\b/m,
];

/** A service was busy or unreachable, and may work at the next attempt. */
const TRANSIENT = [
  /\b(?:ECONNRESET|ETIMEDOUT|ESOCKETTIMEDOUT|ECONNREFUSED|ECONNABORTED|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EPIPE)\b/,
  /\b(?:HTTP|status|code|error|response)\W{0,3}(?:\d\.\d )?(?:408|425|429|500|502|503|504)\b|\b(?:429 Too Many Requests|50[234] (?:Bad Gateway|Service Unavailable|Gateway Time-?out))\b/i,
  /\b(?:too many requests|rate limit(?:ed| exceeded)|service unavailable|bad gateway|gateway time-?out|temporarily unavailable)\b/i,
  /\b(?:connection|request|operation|read|connect|network|handshake) (?:has )?(?:timed out|time-?out)\b|\btimed out (?:after|waiting)\b/i,
  /\b(?:connection (?:reset|refused|closed|aborted)|could not resolve host|temporary failure in name resolution|network is unreachable|socket hang up)\b/i,
  /\bcould not (?:get|acquire) lock\b|\bdatabase is locked\b|\bindex\.lock.*exists\b/i,
];

/** An agent cannot fix these alone: they need a permission, a key or a payment. */
const PERSISTENT = [
  /\b(?:HTTP|status|code|error)\W{0,3}(?:\d\.\d )?(?:401|402|403)\b|\b40[123] (?:Unauthorized|Payment Required|Forbidden)\b/i,
  /\b(?:permission denied \(publickey|authentication failed|invalid (?:api key|credentials|token)|token (?:has )?expired|could not read (?:Username|Password))\b/i,
  /\bEACCES\b|\bEPERM\b|\bsudo: a (?:password|terminal) is required\b|\boperation not permitted\b/i,
  /\b(?:no|missing) (?:api key|credentials|licen[cs]e)\b|\blicen[cs]e (?:has )?expired\b/i,
];

const says = (patterns: readonly RegExp[], output: string): boolean => patterns.some((pattern) => pattern.test(output));

/** Of a very long output both ends are read. */
const READ_AT_EACH_END = 20_000;

/** The kind of failure by the command's output; by default an error in the work itself. */
export function kindOf(command: string, output: string): FailureKind {
  const read = bothEnds(output, READ_AT_EACH_END);
  if (says(RESOURCE, read) || /\b(?:exit(?:ed)?(?: with)?(?: code)?|status)[:\s]+137\b/i.test(read)) return "resource";
  const tests = hasFailedTests(read);
  // A test that fails may well print what a server answered to it.
  if (tests && isTestCommand(command)) return "test";
  if (says(PERSISTENT, read)) return "persistent";
  if (says(TRANSIENT, read)) return "transient";
  return tests || isTestCommand(command) ? "test" : "logic";
}
