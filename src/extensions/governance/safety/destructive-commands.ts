/**
 * A way to destroy what cannot be had back, which no ordinary work does. Its target is the first group of the pattern.
 */
interface Destruction {
  readonly what: string;
  readonly command: RegExp;
}

const STARTS = String.raw`(?:^|[;&|(\n]\s*)(?:sudo\s+)?`;
const WHOLE_PLACES = String.raw`["']?(\/|~|\$HOME|\$\{HOME\}|\/(?:home|etc|usr|var|bin|lib|boot|root|opt|Users))["']?\/?\*?["']?(?=\s|$|[;&|)])`;
const DISKS = String.raw`\/dev\/(?:sd|nvme|disk|hd|vd|mmc)\w*`;

const DESTRUCTIONS: readonly Destruction[] = [
  {
    what: "removes everything in a place that is not the project's",
    command: new RegExp(
      `${STARTS}rm\\s+(?=[^;&|\\n]*\\s?-[a-zA-Z]*[rR]|[^;&|\\n]*--recursive)(?:-\\S+\\s+)*(?:[^;&|\\n]*\\s)?${WHOLE_PLACES}`,
    ),
  },
  {
    what: "writes over a disk",
    command: new RegExp(`(?:${STARTS}(?:mkfs(?:\\.\\w+)?\\s[^;&|\\n]*?|dd\\s[^;&|\\n]*\\bof=)|>\\s*)(${DISKS})`),
  },
  {
    what: "opens every file to everybody",
    command: new RegExp(`${STARTS}(?:chmod|chown)\\s+(?:-\\S+\\s+)*-[a-zA-Z]*R[a-zA-Z]*\\s+\\S+\\s+${WHOLE_PLACES}`),
  },
];

/** A text in quotation marks is an argument: what it speaks of is not run. */
const withoutTexts = (command: string): string => command.replace(/'[^'\n]*\s[^'\n]*'|"[^"\n]*\s[^"\n]*"/g, "''");

/** As a word of its own: the `/` of a path names no root. */
const names = (prompt: string, target: string): boolean =>
  prompt.split(/[\s"'`“”«»(),;:!?]+|\.(?=\s|$)/).some((word) => word.replace(/(?<=.)[/*]+$/, "") === target);

/**
 * What a command destroys for good, unless a prompt names its target. A `HOME` that the command sets itself is
 * harmless.
 */
export function destructionIn(command: string, prompts: readonly string[]): string | undefined {
  const bare = withoutTexts(command);
  return DESTRUCTIONS.find(({ command: pattern }) => {
    const target = pattern.exec(bare)?.[1];
    if (target === undefined || (target.includes("HOME") && /\bHOME=/.test(command))) return false;
    return !prompts.some((prompt) => names(prompt, target));
  })?.what;
}
