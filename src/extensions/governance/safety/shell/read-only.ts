import { commandsIn, type Word } from "./parse-commands.ts";
import { isReadOnlyGit } from "./read-only-git.ts";

/*
 * Which commands change nothing, whoever runs them. Three kinds: those that cannot write whatever they are given; those
 * that can, by an option or a script, and are let through only where everything they are given is known and harmless;
 * those that run another command. Everything else is denied.
 */

const HARMLESS = new Set(
  `cat head tail wc ls dir grep egrep fgrep zgrep zcat cut tr nl tac rev paste join comm fold expand unexpand fmt column seq
  echo pwd cd pushd popd dirname basename realpath readlink stat du df diff cmp cksum sum md5sum sha1sum sha224sum sha256sum sha384sum
  sha512sum b2sum od hexdump strings jq id whoami groups uname arch nproc uptime ps pgrep free which type whereis printenv
  true false : sleep lscpu lsblk tty locale getconf exit return`.split(/\s+/),
);

const operands = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith("-"));
/** Only these options, and whatever operands. */
const withOptions = (allowed: RegExp) => (args: readonly string[]) =>
  args.every((arg) => !arg.startsWith("-") || arg === "-" || allowed.test(arg));
const without = (forbidden: RegExp) => (args: readonly string[]) => !args.some((arg) => forbidden.test(arg));

/** Lines printed, deleted or replaced: nothing that names a file or a program. */
const ADDRESS = String.raw`(?:\d+|\$|\/[^\/\\\n]*\/)`;
const SED_STEP = new RegExp(
  String.raw`^\s*(?:${ADDRESS}(?:,(?:${ADDRESS}|\+\d+))?\s*)?(?:!?[pdq=]|s([\/|#,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI0-9]*)\s*$`,
);

function sedOnlyPrints(args: readonly string[]): boolean {
  const scripts: string[] = [];
  let rest = [...args];
  while (rest[0]?.startsWith("-")) {
    const [option = "", next = ""] = rest;
    if (/^-[nErsu]+$|^--(?:quiet|silent|regexp-extended|posix)$/.test(option)) rest = rest.slice(1);
    else if (/^-[nEr]*e$/.test(option)) {
      scripts.push(next);
      rest = rest.slice(2);
    } else return false;
  }
  if (scripts.length === 0) scripts.push(rest.shift() ?? "");
  // Options may stand behind the files as well.
  return rest.every((file) => !file.startsWith("-")) && scripts.every(sedStepsPrint);
}

/** A semicolon may stand inside a step: then the pieces are none, and it is denied. */
const sedStepsPrint = (script: string): boolean => script.split(/[;\n]/).every((step) => SED_STEP.test(step));

const OUR_COMMANDS =
  /^(?:status|recall|expand|incidents|receipts|sessions? (?:list|show|timeline|tree|messages|retries|safety)|checkpoint (?:list|show|diff|verify)|task (?:list|ready|show))(?: |$)/;

/** Of commands that can write: whether these arguments, all known, keep this one from it. */
const CAREFUL: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  find: without(/^-(?:exec|execdir|ok|okdir|delete|fprint.*|fls)$/),
  fd: without(/^-[^-]*[xX]|^--exec/),
  rg: without(/^--(?:pre$|pre=|hostname-bin)/),
  sort: withOptions(
    /^(?:-[bdfghiMnRrsuVzckt0-9.,=:|]+|--(?:reverse|numeric-sort|unique|version-sort|human-numeric-sort|key=\S+))$/,
  ),
  uniq: (args) => operands(args).length <= 1,
  tree: without(/^-[^-]*[oR]|^--output/),
  file: without(/^-[^-]*C|^--c/),
  date: (args) => args.every((arg) => /^(?:\+.*|-u|--utc|-I\w*|-R|--iso-8601.*|--rfc-\S+|-d.*|--date=.*)$/.test(arg)),
  printf: without(/^-v/),
  test: without(/^-[vR]$/),
  "[": without(/^-[vR]$/),
  sed: sedOnlyPrints,
  throughline: (args) => OUR_COMMANDS.test(args.join(" ")) && !args.includes("sandbox"),
};

/** Variables that change how something is shown, and nothing else; a pager only where it is none. */
const HARMLESS_VARIABLE =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES)=|^(?:GIT_)?PAGER=cat$|^TERM=\w+$/;

const OPEN: Word = { text: "", isOpen: true };

/** What `xargs` runs: what it reads stands behind these words. Undefined where its own options are not all known. */
function runByXargs(words: readonly Word[]): Word[] | undefined {
  let own = 0;
  while (words[own]?.text.startsWith("-")) {
    const option = words[own]?.text ?? "";
    if (/^-(?:0|r|t|0r|r0|[nPLI].+)$/.test(option)) own += 1;
    else if (/^-[nPLI]$/.test(option)) own += 2;
    else return undefined;
  }
  const run = words.slice(own);
  const isKnown = words.slice(0, own).every(({ isOpen }) => !isOpen);
  return isKnown ? [...(run.length > 0 ? run : [{ text: "echo", isOpen: false }]), OPEN] : undefined;
}

const SYSTEM_FOLDERS = /^\/(?:usr\/(?:local\/)?)?s?bin\//;

function wordsOnlyRead(words: readonly Word[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined) return true;
  if (first.isOpen) return false;
  const name = first.text.replace(SYSTEM_FOLDERS, "");
  if (HARMLESS.has(name)) return true;
  if (name === "git") return isReadOnlyGit(rest);
  if (name === "xargs") {
    const run = runByXargs(rest);
    return run !== undefined && wordsOnlyRead(run);
  }
  return rest.every(({ isOpen }) => !isOpen) && (CAREFUL[name]?.(rest.map(({ text }) => text)) ?? false);
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function onlyReads(words: readonly Word[]): boolean {
  const first = words.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const assigned = first < 0 ? words : words.slice(0, first);
  const isHarmless = assigned.every(({ text, isOpen }) => !isOpen && HARMLESS_VARIABLE.test(text));
  return isHarmless && wordsOnlyRead(words.slice(assigned.length));
}

/** Whether a shell command certainly changes nothing. Doubt is a no. */
export function isReadOnlyCommand(command: string): boolean {
  const commands = commandsIn(command);
  return commands !== undefined && commands.length > 0 && commands.every(onlyReads);
}
