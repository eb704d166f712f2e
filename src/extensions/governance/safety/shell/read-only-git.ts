import type { Word } from "./parse-commands.ts";

/** Subcommands that only look, whatever follows, except what is forbidden below. */
const READ_ONLY = new Set(
  `status log diff show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree name-rev merge-base for-each-ref show-ref
  count-objects check-ignore check-attr whatchanged cherry range-diff diff-tree diff-files diff-index cat-file show-branch version grep`.split(
    /\s+/,
  ),
);

/**
 * Options that write a file or run a program: `--output`, `--ext-diff`, the pager of `grep -O`, filters. Git takes
 * abbreviations of long ones.
 */
const FORBIDDEN = /^--(?:ou|ext|textc|fi(?:lters|$)|filters|open-files|exec|upload-pack|receive-pack|git-dir|config)/;
const PAGER_OF_GREP = /^-[^-]*O|^--open/;

/** What the other subcommands may be given so that they only list. */
const LISTING: Readonly<Record<string, RegExp>> = {
  branch:
    /^(?:-[arv]+|--all|--remotes|--verbose|--show-current|--list|--no-color|--color(?:=\w+)?|--sort=\S+|--format=.*|--column|--no-column)$/,
  tag: /^(?:-l|--list|-n\d*|--sort=\S+|--format=.*|--no-color)$/,
  remote: /^(?:-v|--verbose)$/,
  reflog: /^(?:show|-n\d+|-\d+|--oneline|--date=\S+)$/,
};

/** Subcommands of subcommands that only look, with plain words behind them. */
const READ_ONLY_PAIRS =
  /^(?:stash (?:list|show)|worktree list|remote get-url|submodule status|notes (?:list|show)|bisect log)$/;
const CONFIG_READING = /^(?:--get|--get-all|--get-regexp|--list|-l|get|list)$/;
const CONFIG_PLACE = /^(?:--global|--local|--system|--show-origin|--show-scope|--name-only|-z|--null)$/;

/** Without git's own options; undefined where one of them can make any command do anything. */
function withoutGlobals(args: readonly string[]): readonly string[] | undefined {
  let rest = args;
  for (;;) {
    const [first = ""] = rest;
    if (first === "-C" && rest.length > 1) rest = rest.slice(2);
    else if (/^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/.test(first)) rest = rest.slice(1);
    else return first.startsWith("-") && !/^(?:--version|-v)$/.test(first) ? undefined : rest;
  }
}

/** Whether this call of git only looks. */
export function isReadOnlyGit(words: readonly Word[]): boolean {
  if (words.some(({ isOpen }) => isOpen)) return false;
  const args = withoutGlobals(words.map(({ text }) => text));
  if (args === undefined || args.length === 0) return false;
  const [subcommand = "", ...rest] = args;
  if (/^(?:--version|-v)$/.test(subcommand)) return true;
  if (READ_ONLY.has(subcommand))
    return !rest.some((arg) => FORBIDDEN.test(arg) || (subcommand === "grep" && PAGER_OF_GREP.test(arg)));
  if (subcommand === "config") {
    const [mode = "", ...more] = rest.filter((arg) => !CONFIG_PLACE.test(arg));
    return CONFIG_READING.test(mode) && !more.some((arg) => arg.startsWith("-"));
  }
  const [second = "", ...more] = rest;
  if (READ_ONLY_PAIRS.test(`${subcommand} ${second}`)) return !more.some((arg) => FORBIDDEN.test(arg));
  const listing = LISTING[subcommand];
  return listing !== undefined && rest.every((arg) => listing.test(arg));
}
