import { contentTerms } from "../../text/index.ts";
import type { RecallInput } from "../input.ts";

/** What every answer must be about. */
export type Topic = Pick<RecallInput, "file" | "error" | "command">;

export interface TopicFilter {
  /** Search text: the stable words of the error; the file and the command. */
  readonly error: string;
  readonly place: string;
  /** Terms that every passage must hold. */
  readonly must: readonly string[];
  /** Whether a text names it exactly, apart from case and white space. */
  readonly isAbout: (text: string) => boolean;
}

/** Longer text was pasted; its beginning is enough. */
const LONGEST = 2000;
const LONGEST_NAME = 255;
const MOST_NAME_TERMS = 8;
const MOST_COMMAND_TERMS = 4;

const asMentioned = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Tool calls are stored as JSON, where quotes and line ends are escaped: both forms are compared. */
function mentions(text: string, part: string): boolean {
  const plain = asMentioned(text);
  const unescaped = asMentioned(text.replace(/\\[nrt]/g, " ").replace(/\\(["\\])/g, "$1"));
  return plain.includes(part) || unescaped.includes(part);
}

/** What differs between two occurrences: addresses, times, numbers, line numbers, local folders. */
const CHANGING =
  /0x[0-9a-f]+|\b[0-9a-f]{12,}\b|\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?|(?:\/[\w.-]+)+\/(?=[\w.-]+)|:\d+(?::\d+)?\b|\b\d+(?:\.\d+)?(?:ms|s|kb|mb)?\b/gi;

/** The part of an error message that stays the same. */
export const errorWords = (error: string): string => error.slice(0, LONGEST).replace(CHANGING, " ").trim();

const PATH = /[\p{L}\p{N}_.@~+-]+(?:[/\\][\p{L}\p{N}_.@~+-]+)*/gu;
const piecesOf = (path: string): string[] =>
  path
    .normalize("NFC")
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((piece) => piece !== "" && piece !== ".");

/** Whether a path is in a folder: it contains the folder's path, or begins with the end of it. */
function isInside(path: readonly string[], folder: readonly string[]): boolean {
  const name = folder.at(-1);
  for (let at = path.indexOf(name ?? ""); at >= 0 && at < path.length - 1; at = path.indexOf(name ?? "", at + 1)) {
    const shared = Math.min(at + 1, folder.length);
    if (path.slice(at + 1 - shared, at + 1).join("/") === folder.slice(-shared).join("/")) return true;
  }
  return false;
}

/**
 * Whether a text names the file, or a file in that folder: by name alone, or by a path where one ends with the other.
 */
export function namesFile(text: string, file: string): boolean {
  const asked = piecesOf(file);
  if (asked.length === 0) return false;
  for (const [found] of text.normalize("NFC").matchAll(PATH)) {
    // A path may end a sentence, or be followed by a line number.
    const named = piecesOf(found.replace(/\.+$/, ""));
    const shared = Math.min(named.length, asked.length);
    if (shared > 0 && named.slice(-shared).join("/") === asked.slice(-shared).join("/")) return true;
    if (isInside(named, asked)) return true;
  }
  return false;
}

export function topicFilter({ file, error, command }: Topic): TopicFilter {
  const name = file?.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1)?.slice(-LONGEST_NAME) ?? "";
  const run = command === undefined ? "" : asMentioned(command.slice(0, LONGEST));
  return {
    error: error === undefined ? "" : errorWords(error) || error.slice(0, LONGEST),
    place: [file?.slice(-LONGEST), run].filter((part) => part).join(" "),
    must: [
      ...new Set([...contentTerms(name).slice(0, MOST_NAME_TERMS), ...contentTerms(run).slice(0, MOST_COMMAND_TERMS)]),
    ],
    isAbout: (text) => (file === undefined || namesFile(text, file)) && (run === "" || mentions(text, run)),
  };
}
