import { messageOf, systemCode, ThroughlineError } from "../../core/index.ts";

/** A file or folder that was not read, and why: what it holds is missing, and nothing else. */
export interface SkippedFile {
  readonly path: string;
  readonly why: string;
}

/** Told of each as it is met. */
export type OnSkip = (path: string, why: string) => void;

export const NO_FILE = "it is no ordinary file";
export const NO_HISTORY = "it holds no session that Throughline can read";
export const NO_JSON = "no line of it is JSON";
export const OTHER_TABLES = "its tables are not those that Throughline can read";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "you may not read it",
  EPERM: "you may not read it",
  ENOENT: "it is a link to something that is not there",
  ENOTDIR: "it is a link to something that is not there",
  ELOOP: "it is a link that leads back to itself",
  EISDIR: NO_FILE,
};

const DATABASE_WORDS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "it is no database, or a damaged one",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_CANTOPEN: "the database cannot be opened",
  SQLITE_BUSY: "its client keeps the database locked: import again when it is idle",
};

const databaseWords = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !("sqliteCodeName" in error)) return undefined;
  const name = String(error.sqliteCodeName);
  return Object.entries(DATABASE_WORDS).find(([code]) => name.startsWith(code))?.[1];
};

/** Why something on disk could not be read, for people. */
export function whyUnread(error: unknown): string {
  if (error instanceof ThroughlineError) return error.message;
  return WORDS[systemCode(error) ?? ""] ?? databaseWords(error) ?? messageOf(error);
}

/** What is not there was not passed over. */
export const isAbsent = (error: unknown): boolean => {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
};
