/*
 * Reads a shell command as far as is needed to say what it would run. What is not understood for certain (loops, functions, arithmetic,
 * here-documents, expansions with code in them) is no command at all: whoever asks whether it only reads must then say no.
 */

/** A word as the shell would see it, quotes taken off. */
export interface Word {
  readonly text: string;
  /** Whether it may turn into other words than it says: it has a variable, a substitution or a pattern at a place that matters. */
  readonly isOpen: boolean;
}

export interface SimpleCommand {
  readonly assignments: readonly string[];
  readonly words: readonly Word[];
}

/** All commands that a line would run, those in substitutions included. */
export type Commands = readonly SimpleCommand[];

class NotUnderstood extends Error {}

const no = (what: string): never => {
  throw new NotUnderstood(what);
};

const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const KEYWORDS = new Set(
  "if then else elif fi for while until do done case esac select function coproc time ! { } [[ ]] in".split(" "),
);
const SPACES = new Set([" ", "\t"]);
const ENDS_WORD = new Set([" ", "\t", "\n", "|", "&", ";", "<", ">", "(", ")"]);
/** What a terminal would not show has no place in a command. */
const CONTROL = /[^\P{Cc}\t\n]/u;
/** Where the output may go: nowhere, or to another stream of the same command. */
const HARMLESS_TARGET = "/dev/null";

class Parser {
  readonly #text: string;
  readonly #found: SimpleCommand[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): Commands {
    this.#list(undefined);
    if (this.#at < this.#text.length) no("more than one can read");
    return this.#found;
  }

  #peek(length = 1): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #take(wanted: string): boolean {
    if (this.#peek(wanted.length) !== wanted) return false;
    this.#at += wanted.length;
    return true;
  }

  #skipSpaces(): void {
    while (SPACES.has(this.#peek()) || this.#peek(2) === "\\\n") this.#at += this.#peek() === "\\" ? 2 : 1;
    if (this.#peek() === "#") while (this.#at < this.#text.length && this.#peek() !== "\n") this.#at += 1;
  }

  /** Commands one behind the other, up to `close`. */
  #list(close: string | undefined): void {
    for (;;) {
      this.#skipSpaces();
      if (this.#at >= this.#text.length) {
        if (close !== undefined) no("an open bracket");
        return;
      }
      if (close !== undefined && this.#take(close)) return;
      if (this.#separator()) continue;
      if (this.#take("(")) this.#list(")");
      else this.#simple();
      this.#redirections();
      if (!this.#separatorOrEnd(close)) no("words behind a command");
    }
  }

  #separator(): boolean {
    if (this.#peek(2) === "&>") return false;
    return ["&&", "||", "|&", ";", "|", "&", "\n"].some((one) => this.#take(one));
  }

  #separatorOrEnd(close: string | undefined): boolean {
    this.#skipSpaces();
    if (this.#at >= this.#text.length || (close !== undefined && this.#peek() === close)) return true;
    if (this.#peek(2) === ";;") return no("a case");
    return this.#separator();
  }

  #simple(): void {
    const assignments: string[] = [];
    const words: Word[] = [];
    for (;;) {
      this.#redirections();
      if (this.#at >= this.#text.length || this.#startsSeparator()) break;
      const from = this.#at;
      const word = this.#word();
      const raw = this.#text.slice(from, this.#at);
      if (words.length === 0 && KEYWORDS.has(raw)) no(`the word ${raw}`);
      if (words.length === 0 && ASSIGNMENT.test(raw))
        assignments.push(word.isOpen ? no("a computed value") : word.text);
      else words.push(word);
    }
    if (assignments.length + words.length > 0) this.#found.push({ assignments, words });
  }

  #startsSeparator(): boolean {
    const next = this.#peek();
    return next === "\n" || next === ";" || next === "|" || next === ")" || (next === "&" && this.#peek(2) !== "&>");
  }

  /** Input may come from anywhere; output may only go nowhere, or to another stream. */
  #redirections(): void {
    for (;;) {
      this.#skipSpaces();
      const numbered = /^\d{1,2}(?=[<>])/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0] ?? "";
      const sign = this.#text[this.#at + numbered.length];
      if (this.#peek(2) === "&>") this.#at += 2;
      else if (sign === "<" || sign === ">") {
        this.#at += numbered.length;
        if (this.#input()) continue;
        this.#at += 1;
        if (this.#take("&")) {
          if (!/^(?:\d|-)$/.test(this.#target().text)) no("another stream");
          continue;
        }
      } else return;
      // `&>>`, `>>` and `>|` end in the same place.
      if (!this.#take(">")) this.#take("|");
      const target = this.#target();
      if (target.isOpen || target.text !== HARMLESS_TARGET) no("output into a file");
    }
  }

  /** `<file` and `<<<text`; a substitution is a word. */
  #input(): boolean {
    if (this.#peek() !== "<") return false;
    if (this.#peek(2) === "<(") {
      this.#at += 2;
      this.#list(")");
      return true;
    }
    if (this.#take("<<<") || (this.#peek(2) !== "<<" && this.#peek(2) !== "<>" && this.#take("<"))) {
      this.#target();
      return true;
    }
    return no("a here-document");
  }

  #target(): Word {
    this.#skipSpaces();
    return this.#word();
  }

  #word(): Word {
    let text = "";
    let isOpen = false;
    const from = this.#at;
    while (this.#at < this.#text.length) {
      const next = this.#peek();
      if (ENDS_WORD.has(next)) break;
      if (next === "'") text += this.#single();
      else if (next === '"') {
        const inner = this.#double();
        text += inner.text;
        isOpen ||= inner.isOpen;
      } else if (next === "\\") {
        text += this.#text[this.#at + 1] ?? no("a lone backslash");
        this.#at += 2;
      } else if (next === "$" || next === "`") {
        const expanded = this.#expansion();
        text += expanded;
        isOpen ||= expanded === "";
      } else {
        // A pattern with a letter before it gives words that begin with that letter: never an option.
        if (/[*?[{]/.test(next) && (text === "" || text.startsWith("-") || next === "{")) isOpen = true;
        text += next;
        this.#at += 1;
      }
    }
    if (this.#at === from || this.#peek() === "(") no("a bracket in a word");
    // The program of this name, not a pattern.
    return { text, isOpen: isOpen && this.#text.slice(from, this.#at) !== "[" };
  }

  #single(): string {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) no("an open quotation");
    const text = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #double(): Word {
    let text = "";
    let isOpen = false;
    this.#at += 1;
    while (!this.#take('"')) {
      const next = this.#peek();
      if (next === "") no("an open quotation");
      if (next === "\\") {
        const escaped = this.#text[this.#at + 1] ?? "";
        text += ['"', "\\", "$", "`"].includes(escaped) ? escaped : escaped === "\n" ? "" : `\\${escaped}`;
        this.#at += 2;
      } else if (next === "$" || next === "`") {
        const expanded = this.#expansion();
        text += expanded;
        isOpen ||= expanded === "";
      } else {
        text += next;
        this.#at += 1;
      }
    }
    return { text, isOpen };
  }

  /** Empty for what only the shell will know; a dollar that stands for itself otherwise. What it would run is found, too. */
  #expansion(): string {
    if (this.#peek() === "`") return no("backticks");
    if (this.#peek(3) === "$((" || this.#peek(2) === "$[") return no("arithmetic");
    if (this.#take("$(")) {
      this.#list(")");
      return "";
    }
    if (this.#peek(2) === "$'" || this.#peek(2) === '$"') return no("a quotation with escapes");
    this.#at += 1;
    if (this.#take("{")) {
      const name = NAME.exec(this.#text.slice(this.#at))?.[0] ?? no("an expansion with a rule");
      this.#at += name.length;
      return this.#take("}") ? "" : no("an expansion with a rule");
    }
    const name = NAME.exec(this.#text.slice(this.#at, this.#at + 100))?.[0] ?? /^[\d?#$!@*-]/.exec(this.#peek())?.[0];
    if (name === undefined) return "$";
    this.#at += name.length;
    return "";
  }
}

const LONGEST = 20_000;

/** What a command line would run, or undefined where that cannot be said for certain. */
export function commandsIn(text: string): Commands | undefined {
  if (text.length > LONGEST || CONTROL.test(text)) return undefined;
  try {
    return new Parser(text).all();
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RangeError) return undefined;
    throw error;
  }
}
