/** Marks of a line that reports an error, not of one that only mentions errors. */
const REPORTS =
  /(?:Error|Exception)\b[:\]]|\b(?:error|fatal|panic|ERROR|FATAL|Error)(?:\[\w{1,12}\]|\s[A-Z]{1,4}\d{2,6})?: {1,4}\S|\bnpm ERR!|\bcommand not found\b|\bNo such file or directory\b|\b[Pp]ermission denied\b|\b[Cc]onnection refused\b|\bSegmentation fault\b|\bEADDRINUSE\b|\bENOENT\b|\bUnhandled|^(?:FAIL|--- FAIL)\b|\bExit code [1-9]/gm;
/** A listing of source code with line numbers. */
const LISTED = /^\s{0,8}\d{1,6}[→\t:|-]/;
const LONGEST = 300;

/** The lines of a text that report an error, to the letter. */
export function errorLines(text: string): string[] {
  const lines: string[] = [];
  let past = 0;
  for (const found of text.matchAll(REPORTS)) {
    if (found.index < past) continue;
    const from = text.lastIndexOf("\n", found.index) + 1;
    const next = text.indexOf("\n", found.index);
    past = next < 0 ? text.length : next;
    // A very long line is read from its mark on.
    const start = found.index - from > LONGEST ? found.index : from;
    const line = text.slice(start, Math.min(past, start + LONGEST));
    if (!LISTED.test(line)) lines.push(line.trim().replace(/[\uD800-\uDBFF]$/, ""));
  }
  return lines;
}
