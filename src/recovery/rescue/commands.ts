const HEREDOC = /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\1\b/g;
const ASSIGNED = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/;
/** What is kept of a command's output is the command's: `count=$(wc -l a.txt)`. */
const CAUGHT = /^[A-Za-z_]\w*="?\$\(/;
/** An argument that was a document of its own is gone with it. */
const EMPTIED = /(?:\s+-{1,2}[\w-]+)?\s+\S*?["']?\$\(cat\s*\)["']?/g;
/** A variable of a loop means nothing outside it. */
const OF_A_LOOP = /\$\{?[a-z_]/;
const REDIRECTED = /\s*\d?>>?\s*(?:&\d|\S+)/g;
/** What only moves about or talks to the terminal says nothing about the work. */
const ASIDE =
  /^(?:cd|echo|printf|true|false|exit|for|do|done|if|then|fi|while|else|sleep|pwd|export|set|wait|ls|cat|head|tail|which|clear|source|\[|\]|\}|\{)\b|^[#[\]{}]/;
const MESSAGE = /^(git commit)\b[\s\S]*$/;
const SHORTEST = 6;
const LONGEST = 160;

/** What stands between `&&`, `||`, `;` and line ends outside quotes, each up to its first pipe. */
function parted(line: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quote = "";
  let isPiped = false;
  const end = () => {
    parts.push(part);
    part = "";
    isPiped = false;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (quote !== "") {
      if (sign === quote && line[at - 1] !== "\\") quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ";" || sign === "\n") {
      end();
      continue;
    } else if ((sign === "&" || sign === "|") && line[at + 1] === sign) {
      end();
      at += 1;
      continue;
    } else if (sign === "|") isPiped = true;
    if (!isPiped) part += sign;
  }
  end();
  return parts;
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Without the parentheses that were opened or closed in another part of the line. */
function unwrapped(part: string): string {
  let inner = part.trim().replace(/^\(+/, "").replace(CAUGHT, "");
  while (/\)"?$/.test(inner) && count(inner, ")") > count(inner, "(")) inner = inner.replace(/\)"?$/, "");
  return inner.trim();
}

/** The commands in a line given to a shell, as one would type them again: without what was set, redirected or piped on. */
export function commandsIn(line: string): string[] {
  const flat = line.replace(HEREDOC, "").replace(/\\\n/g, " ");
  const found = parted(flat).map((part) =>
    unwrapped(part)
      .replace(ASSIGNED, "")
      .replace(EMPTIED, "")
      .replace(MESSAGE, "$1")
      .replace(REDIRECTED, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  return [...new Set(found)].filter(
    (one) =>
      one.length >= SHORTEST &&
      one.length <= LONGEST &&
      !ASIDE.test(one) &&
      !OF_A_LOOP.test(one) &&
      /^[A-Za-z.~/_]/.test(one),
  );
}

const NOTHING_OF_ITS_OWN = /^(?:-.*|HEAD\S*|main|master|origin|\.|\.\/\.\.\.|-?\d{1,2}|\S*\.\.\.?(?:HEAD|main)?)$/;
const RUNNER = /^(?:mise|npm|pnpm|yarn|make|just|task|cargo|bun|npx|deno|uv|poetry|gradle|\.\/\S+)$/;
const PROVES = /\b(?:test|tests|build|lint|fmt|format|check|typecheck|vet|tsc|vitest|jest|pytest)\b/;

/** Whether a command is of this project rather than of every: not `git log --oneline -5`. */
export function isTelling(command: string): boolean {
  const [program = "", ...rest] = command.split(" ");
  if (RUNNER.test(program)) return rest.length > 0;
  if (program !== "git" && PROVES.test(command)) return true;
  const own = rest.filter((word) => !NOTHING_OF_ITS_OWN.test(word) && word.length > 2);
  return own.length > (/^(?:git|go|docker|kubectl)$/.test(program) ? 1 : program === "gh" ? 2 : 0);
}

const SEARCHES = /^(?:grep|rg|ag|find|fd|sed|awk|wc|git (?:log|diff|status|blame|branch|rev-parse))\b/;
const LOOKS = /^(?:git|gh|curl|jq)\b/;

/** Words of one's own, three or more in quotes: a comment or a message, which is sent once. */
const SAYS = /(["'])(?:(?!\1).)*\s(?:(?!\1).)*\s(?:(?!\1).)*\1/;

/** How likely a command is to be given again: a search is made for one question, a build for all. */
export const recurs = (command: string): number =>
  SEARCHES.test(command) || SAYS.test(command) ? 0.15 : LOOKS.test(command) ? 0.6 : 1;

const LOOK =
  /^(?:grep|rg|ag|find|fd|sed -n|awk|wc|jq|git (?:log|diff|status|show|blame|rev-parse|ls-\w+)|gh \w+ (?:view|diff|list|checks|status))\b/;

/** What a command only looks with, if it changes nothing: when the next such look succeeds, nobody minds that this one failed. */
export const lookOf = (command: string): string | undefined => LOOK.exec(command)?.[0];
