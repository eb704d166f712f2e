import { isCourtesy } from "../conversation/index.ts";
import { contentTerms } from "../memory/index.ts";

const FEWEST_WORDS = 3;
/** Who writes more than that brings along what they want known. */
const LONGEST = 1500;
const LOG_LINES = 4;
const LOG_SHARE = 0.5;
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|at .+[:)]\d*|(?:npm )?(?:ERR!|WARN|INFO|DEBUG|ERROR|TRACE|FATAL)\b|[$>#%|✓×❯+-]\s|File "|\S+:\d+:\d+|Caused by|Traceback|\{|\}|\d+ \|)/;

/** Whether half of it was pasted from a machine. */
function isLog(prompt: string): boolean {
  const lines = prompt.split("\n").filter((line) => line.trim() !== "");
  return lines.length >= LOG_LINES && lines.filter((line) => LOG_LINE.test(line)).length >= LOG_SHARE * lines.length;
}

/** Whether a prompt says enough of what it is about that something could surely belong to it. */
export function saysEnough(prompt: string): boolean {
  const text = prompt.trim();
  if (text === "" || text.length > LONGEST || text.startsWith("/") || isCourtesy(text) || isLog(text)) return false;
  return new Set(contentTerms(text)).size >= FEWEST_WORDS;
}
