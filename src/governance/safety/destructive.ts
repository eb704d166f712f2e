import type { Severity } from "./reading.ts";

/**
 * A way to destroy what cannot be had back. High: no ordinary work does it, and its target is the first group of the pattern. Low: ordinary
 * work does it too, in places that nobody misses, so it is only noted.
 */
interface Destruction {
  readonly what: string;
  readonly severity: Severity;
  readonly command: RegExp;
  /** The part that counts stands inside a quotation, as SQL does. */
  readonly isQuoted?: boolean;
}

const STARTS = String.raw`(?:^|[;&|(\n]\s*)(?:sudo\s+)?`;
const WHOLE_PLACES = String.raw`["']?(\/|~|\$HOME|\$\{HOME\}|\/(?:home|etc|usr|var|bin|lib|boot|root|opt|Users))["']?\/?\*?["']?(?=\s|$|[;&|)])`;
const DISKS = String.raw`\/dev\/(?:sd|nvme|disk|hd|vd|mmc)\w*`;

const DESTRUCTIONS: readonly Destruction[] = [
  {
    what: "removes everything in a place that is not the project's",
    severity: "high",
    command: new RegExp(
      `${STARTS}rm\\s+(?=[^;&|\\n]*\\s?-[a-zA-Z]*[rR]|[^;&|\\n]*--recursive)(?:-\\S+\\s+)*(?:[^;&|\\n]*\\s)?${WHOLE_PLACES}`,
    ),
  },
  {
    what: "writes over a disk",
    severity: "high",
    command: new RegExp(`(?:${STARTS}(?:mkfs(?:\\.\\w+)?\\s[^;&|\\n]*?|dd\\s[^;&|\\n]*\\bof=)|>\\s*)(${DISKS})`),
  },
  {
    what: "opens every file to everybody",
    severity: "high",
    command: new RegExp(`${STARTS}(?:chmod|chown)\\s+(?:-\\S+\\s+)*-[a-zA-Z]*R[a-zA-Z]*\\s+\\S+\\s+${WHOLE_PLACES}`),
  },
  {
    what: "writes over the history that others work on",
    severity: "low",
    command: new RegExp(
      `${STARTS}git\\s+(?:-C\\s+\\S+\\s+)?push(?=[^;&|\\n]*\\s(?:-f|--force)(?:\\s|$))[^;&|\\n]*\\b(?:main|master|trunk|production)\\b`,
    ),
  },
  {
    what: "drops a whole database",
    severity: "low",
    command:
      /\b(?:psql|mysql|mariadb|sqlcmd|mongosh?|cockroach)\b[^\n]*\b(?:DROP\s+(?:DATABASE|SCHEMA)|dropDatabase)\b|(?:^|[;&|(\n]\s*)dropdb\s/i,
    isQuoted: true,
  },
  {
    what: "takes down what is running elsewhere",
    severity: "low",
    command: new RegExp(
      `${STARTS}(?:terraform\\s+(?:\\S+\\s+)*destroy\\s[^;&|\\n]*-auto-approve|kubectl\\s+delete\\s+(?:ns|namespaces?)\\b)`,
    ),
  },
];

/** A text in quotation marks is an argument: what it speaks of is not run. */
const withoutTexts = (command: string): string => command.replace(/'[^'\n]*\s[^'\n]*'|"[^"\n]*\s[^"\n]*"/g, "''");

/** As a word of its own: the `/` of a path names no root. */
const names = (prompt: string, target: string): boolean =>
  prompt.split(/[\s"'`“”«»(),;:!?]+|\.(?=\s|$)/).some((word) => word.replace(/(?<=.)[/*]+$/, "") === target);

/** What a command destroys for good, unless a prompt names its target. A home that the command set itself is nobody's. */
export function destructionIn(command: string, prompts: readonly string[]): Destruction | undefined {
  const bare = withoutTexts(command);
  for (const one of DESTRUCTIONS) {
    const found = one.command.exec(one.isQuoted ? command : bare);
    const target = found?.[1];
    const isOwnHome = target?.includes("HOME") && /\bHOME=/.test(command);
    const isNamed = target !== undefined && prompts.some((prompt) => names(prompt, target));
    if (found && !isOwnHome && !isNamed) return one;
  }
  return undefined;
}
