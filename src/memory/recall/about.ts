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
  /** What an answer must have in it, letter by letter but for case and white space. */
  readonly mentions: readonly string[];
}

const LONGEST_ERROR = 2000;
const MOST_COMMAND_TERMS = 4;

export const asMentioned = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** What changes from one time to the next: addresses, times, numbers, places in files, folders of one machine. */
const CHANGING =
  /0x[0-9a-f]+|\b[0-9a-f]{12,}\b|\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?|(?:\/[\w.-]+)+\/(?=[\w.-]+)|:\d+(?::\d+)?\b|\b\d+(?:\.\d+)?(?:ms|s|kb|mb)?\b/gi;

/** The part of an error by which it is known again. */
export const errorWords = (error: string): string => error.slice(0, LONGEST_ERROR).replace(CHANGING, " ").trim();

export function narrowed({ file, error, command }: About): Narrowed {
  const name = file?.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1) ?? "";
  const run = command === undefined ? "" : asMentioned(command);
  return {
    query: [file, error === undefined ? "" : errorWords(error) || error, command].filter((part) => part).join(" "),
    must: [...new Set([...contentTerms(name), ...contentTerms(run).slice(0, MOST_COMMAND_TERMS)])],
    mentions: [name, run].filter((part) => part !== "").map(asMentioned),
  };
}
