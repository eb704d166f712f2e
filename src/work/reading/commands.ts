import { LAUNCHERS } from "../../text/index.ts";

const HEREDOC = /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\1\b/g;
const ASSIGNED = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/;
const REDIRECTED = /\s*\d?>>?\s*(?:&\d|\S+)/g;
const LAUNCHED = new RegExp(`^${LAUNCHERS}+|^(?:\\./)?node_modules/\\.bin/`);
/** A commit that is tried again may have another message. */
const MESSAGE = /^(git commit)\b[\s\S]*$/;
/** The text between `&&`, `||`, `;`, `|` and line ends, outside quotes. */
const PART = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^"'\\;&|\n]|(?<=>)&|&(?=>))+|\|\|?/g;

/** Of a script the beginning: what follows is a program of its own. */
const READ_CHARS = 10_000;

/** The commands in a shell line, without assignments, launchers, redirections and what follows a pipe. */
export function commandsIn(line: string): string[] {
  const found: string[] = [];
  let isPiped = false;
  for (const [part] of line.slice(0, READ_CHARS).replace(HEREDOC, "").replace(/\\\n/g, " ").matchAll(PART)) {
    if (part === "|" || part === "||") {
      isPiped = part === "|";
      continue;
    }
    const command = part
      .trim()
      .replace(/^\(+|\)+$/g, "")
      .replace(ASSIGNED, "")
      .replace(LAUNCHED, "");
    if (!isPiped && command !== "")
      found.push(command.replace(MESSAGE, "$1").replace(REDIRECTED, "").replace(/\s+/g, " ").trim());
    isPiped = false;
  }
  return [...new Set(found)];
}

const LOOKS =
  /^(?:cd|echo|printf|true|false|exit|sleep|pwd|export|set|wait|ls|cat|head|tail|which|source|test|\[|grep|rg|ag|find|fd|sed -n|awk|wc|jq|diff|git (?:log|diff|status|show|blame|rev-parse|ls-\w+)|gh \w+ (?:view|diff|list|checks|status))(?= |$)|^#/;

/** Whether a command only looks or moves around: a failure leaves nothing undone. */
export const isLook = (command: string): boolean => LOOKS.test(command);

export const folderOf = (line: string): string =>
  /(?:^|[;&(\n]\s*)cd\s+("[^"]*"|'[^']*'|[^\s;&)]+)/.exec(line)?.[1] ?? "";

const COMMIT = /^git (?:-\S+ (?:\S+ )?)*commit(?: |$)/;
export const isCommit = (line: string): boolean => commandsIn(line).some((part) => COMMIT.test(part));

const DELIVERY = /^git (?:-\S+ (?:\S+ )?)*(?:add|commit|push|tag|merge|checkout|switch|pull)(?: |$)|^gh pr /;
/** Whether a line only puts finished work where it belongs. */
export const isDelivery = (line: string): boolean =>
  commandsIn(line).every((part) => isLook(part) || DELIVERY.test(part));
