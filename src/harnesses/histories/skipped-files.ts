import { messageOf, systemCode, ThroughlineError } from "../../core/index.ts";

/** A file or folder that was not read, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly why: string;
}

/** Called for each such file. */
export type OnSkip = (path: string, why: string) => void;

export const NO_FILE = "not a regular file";
export const NO_HISTORY = "no session that Throughline can read";
export const NO_JSON = "no line is JSON";
export const OTHER_TABLES = "unknown database tables";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "broken link",
  ENOTDIR: "broken link",
  ELOOP: "circular link",
  EISDIR: NO_FILE,
};

const DATABASE_WORDS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "not a database, or damaged",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_CANTOPEN: "the database cannot be opened",
  SQLITE_BUSY: "locked by its client: import again when it is idle",
};

/** Why something on disk could not be read, for people. */
export function whyUnread(error: unknown): string {
  if (error instanceof ThroughlineError) return error.message;
  const name = error instanceof Error && "sqliteCodeName" in error ? String(error.sqliteCodeName) : "";
  const damage = Object.entries(DATABASE_WORDS).find(([code]) => name.startsWith(code))?.[1];
  return WORDS[systemCode(error) ?? ""] ?? damage ?? messageOf(error);
}

/** A missing file was not skipped. */
export const isAbsent = (error: unknown): boolean => {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
};
