import { contentTerms } from "../indexing/analyse.ts";

/** A file, an error or a command that an answer must be about. */
export interface About {
  readonly file?: string | undefined;
  readonly error?: string | undefined;
  readonly command?: string | undefined;
}

/** What that means for a search. */
export interface Narrowed {
  /** What is asked, where nothing else is. */
  readonly query: string;
  /** Terms that every passage must hold. */
  readonly must: readonly string[];
  /** Whether a text has it in it, letter by letter but for case and white space. */
  readonly isAbout: (text: string) => boolean;
}

const LONGEST_ERROR = 2000;
const MOST_COMMAND_TERMS = 4;

const asMentioned = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** What changes from one time to the next: addresses, times, numbers, places in files, folders of one machine. */
const CHANGING =
  /0x[0-9a-f]+|\b[0-9a-f]{12,}\b|\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?|(?:\/[\w.-]+)+\/(?=[\w.-]+)|:\d+(?::\d+)?\b|\b\d+(?:\.\d+)?(?:ms|s|kb|mb)?\b/gi;

/** The part of an error by which it is known again. */
export const errorWords = (error: string): string => error.slice(0, LONGEST_ERROR).replace(CHANGING, " ").trim();

const PATH = /[\p{L}\p{N}_.@~+-]+(?:[/\\][\p{L}\p{N}_.@~+-]+)*/gu;
const piecesOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((piece) => piece !== "" && piece !== ".");

/** Whether a text names a file: by its name alone, or by a path of which the one ends with the other. */
export function namesFile(text: string, file: string): boolean {
  const asked = piecesOf(file);
  if (asked.length === 0) return false;
  for (const [found] of text.matchAll(PATH)) {
    // A path may end a sentence, or be followed by a line number.
    const named = piecesOf(found.replace(/\.+$/, ""));
    const shared = Math.min(named.length, asked.length);
    if (shared > 0 && named.slice(-shared).join("/") === asked.slice(-shared).join("/")) return true;
  }
  return false;
}

export function narrowed({ file, error, command }: About): Narrowed {
  const name = file?.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1) ?? "";
  const run = command === undefined ? "" : asMentioned(command);
  return {
    query: [file, error === undefined ? "" : errorWords(error) || error, command].filter((part) => part).join(" "),
    must: [...new Set([...contentTerms(name), ...contentTerms(run).slice(0, MOST_COMMAND_TERMS)])],
    isAbout: (text) => (file === undefined || namesFile(text, file)) && (run === "" || asMentioned(text).includes(run)),
  };
}
