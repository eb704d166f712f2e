/*
 * Splits a shell line into the commands that it would run. What needs more than words, quotes and pipes (substitutions,
 * subshells, loops, here-documents, output into files) is not split at all: whoever asks whether it only reads must
 * then say no.
 */

/** A word as the shell would see it, quotes taken off. */
export interface Word {
  readonly text: string;
  /** Whether it may turn into other words than it says: it has a variable, or a pattern at a place that matters. */
  readonly isOpen: boolean;
}

const LONGEST = 20_000;
/** What a terminal would not show has no place in a command. */
const CONTROL = /[^\P{Cc}\t\n]/u;
/** A line that goes on inside a word may hide what the next one begins with. */
const BLANK = /[ \t]+(?:\\\n[ \t]*)*/y;
const COMMENT = /#[^\n]*/y;
const SEPARATOR = /&&|\|\||\|&|[;|&\n]/y;
/** Output may only go nowhere, or to another stream of the same command. */
const HARMLESS_OUTPUT = /(?:&>|\d?>)[ \t]*\/dev\/null(?=[ \t\n;|&]|$)|\d?>&\d(?=[ \t\n;|&]|$)/y;
const INPUT = /<(?![<(>&])[ \t]*/y;
const PIECE =
  /'([^']*)'|"((?:[^"\\$`]|\\[^\n]|\$[A-Za-z_]\w*|\$(?=["\s]))*)"|\\([^\n])|(\$[A-Za-z_]\w*)|([^\s'"\\$`|&;<>(){}]+)/y;
const VARIABLE = /(?<!\\)\$[A-Za-z_]/;

/** The words of each command of a line, or undefined where that cannot be said for certain. */
export function commandsIn(text: string): Word[][] | undefined {
  if (text.length > LONGEST || CONTROL.test(text)) return undefined;
  const commands: Word[][] = [];
  let words: Word[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const word = (): Word | undefined => {
    const from = at;
    let said = "";
    let isOpen = false;
    for (let piece = take(PIECE); piece; piece = take(PIECE)) {
      const [, single, double, escaped, variable, bare] = piece;
      // A pattern with a letter before it gives words that begin with that letter: never an option.
      const isPattern = /[*?[]/.test(bare ?? "") && /^[-*?[]/.test(said + bare);
      isOpen ||= variable !== undefined || VARIABLE.test(double ?? "") || isPattern;
      said += single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? bare ?? "";
    }
    // The program of this name, not a pattern.
    return at === from ? undefined : { text: said, isOpen: isOpen && said !== "[" };
  };
  while (at < text.length) {
    if (take(BLANK) || take(COMMENT) || take(HARMLESS_OUTPUT)) continue;
    if (take(SEPARATOR)) {
      commands.push(words);
      words = [];
      continue;
    }
    const isInput = take(INPUT) !== null;
    const next = word();
    if (next === undefined) return undefined;
    if (!isInput) words.push(next);
  }
  return [...commands, words].filter((command) => command.length > 0);
}
