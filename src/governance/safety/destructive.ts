/** A way to destroy what cannot be had back, and the words by which somebody would have asked for it. */
interface Destruction {
  readonly what: string;
  readonly command: RegExp;
  readonly asked: RegExp;
  /** The telling part stands inside a quotation, as SQL does. */
  readonly isQuoted?: boolean;
}

const STARTS = String.raw`(?:^|[;&|(\n]\s*)(?:sudo\s+)?`;
const WHOLE_PLACES = String.raw`["']?(?:\/|~|\$HOME|\$\{HOME\}|\.\.|\/(?:home|etc|usr|var|bin|lib|boot|root|opt|Users)|(?:\.\/)?\.git)["']?\/?\*?["']?(?=\s|$|[;&|)])`;

const DESTRUCTIONS: readonly Destruction[] = [
  {
    what: "removes everything in a place that is not the project's",
    command: new RegExp(
      `${STARTS}rm\\s+(?=[^;&|\\n]*\\s?-[a-zA-Z]*[rR]|[^;&|\\n]*--recursive)(?:-\\S+\\s+)*(?:[^;&|\\n]*\\s)?${WHOLE_PLACES}`,
    ),
    asked: /\brm -|\bdelete (?:everything|all)|\bwipe\b|\.git\b/i,
  },
  {
    what: "writes over a disk",
    command: new RegExp(
      `${STARTS}(?:mkfs(?:\\.\\w+)?\\s|dd\\s[^;&|\\n]*\\bof=\\/dev\\/(?:sd|nvme|disk|hd|vd|mmc))|>\\s*\\/dev\\/(?:sd|nvme|disk|hd|vd)`,
    ),
    asked: /\bmkfs\b|\bdd\b|\bformat\b|\bflash\b/i,
  },
  {
    what: "opens every file to everybody",
    command: new RegExp(`${STARTS}(?:chmod|chown)\\s+(?:-\\S+\\s+)*-[a-zA-Z]*R[a-zA-Z]*\\s+\\S+\\s+${WHOLE_PLACES}`),
    asked: /\bch(?:mod|own)\b/i,
  },
  {
    what: "writes over the history that others work on",
    command: new RegExp(
      `${STARTS}git\\s+(?:-C\\s+\\S+\\s+)?push(?=[^;&|\\n]*\\s(?:-f|--force)(?:\\s|$))[^;&|\\n]*\\b(?:main|master|trunk|production)\\b`,
    ),
    asked: /\bforce[- ]?push|\bpush (?:-f|--force)\b/i,
  },
  {
    what: "drops a whole database",
    command:
      /\b(?:psql|mysql|mariadb|sqlcmd|mongosh?|cockroach)\b[^\n]*\b(?:DROP\s+(?:DATABASE|SCHEMA)|dropDatabase)\b|(?:^|[;&|(\n]\s*)dropdb\s/i,
    asked: /\bdrop\b|\bdropdb\b|\breset the (?:database|db)\b|\brecreate\b/i,
    isQuoted: true,
  },
  {
    what: "takes down what is running elsewhere",
    command: new RegExp(
      `${STARTS}(?:terraform\\s+(?:\\S+\\s+)*destroy\\s[^;&|\\n]*-auto-approve|kubectl\\s+delete\\s+(?:ns|namespaces?)\\b)`,
    ),
    asked: /\bdestroy\b|\bnamespace\b|\btear down\b/i,
  },
];

/** A text in quotation marks is an argument: what it speaks of is not run. */
const withoutTexts = (command: string): string => command.replace(/'[^'\n]*\s[^'\n]*'|"[^"\n]*\s[^"\n]*"/g, "''");

/** What a command would destroy for good, unless one of the prompts speaks of it. */
export function destructionIn(command: string, prompts: readonly string[]): string | undefined {
  const bare = withoutTexts(command);
  const found = DESTRUCTIONS.find((one) => one.command.test(one.isQuoted ? command : bare));
  return found && !prompts.some((prompt) => found.asked.test(prompt)) ? found.what : undefined;
}
