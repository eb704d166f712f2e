import type { Entry } from "../../capture/index.ts";
import type { OnSkip } from "./skipped-files.ts";

/** The home and environment of a user. */
export interface UserPlace {
  readonly userHome: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A line, or a row, that could not be read: it is counted and reported, and the rest is still read. */
export interface Broken {
  /** Which it is: a line's number, a row's id. */
  readonly where: string;
  readonly why: string;
}

/** A part of a session's history, as far as a mark. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** Where to continue reading; only its reader can interpret it. */
  readonly mark: string;
  /** How much of the file or database this was, about. */
  readonly bytes: number;
  readonly broken: readonly Broken[];
}

/** A session as a client left it on disk. */
export interface HistorySession {
  /** The client's own id as a `safeName`: the same that its hooks report. */
  readonly key: string;
  /** The file or database that it is read from. */
  readonly path: string;
  /** A file that grows line by line: the transcript tailer can continue it. */
  readonly isTranscript: boolean;
  readonly cwd: string | undefined;
  /** As the history states it, in the format of `readTime`; undefined without a readable time. */
  readonly startedAt: string | undefined;
  /** The session whose subagent, or fork, it is. */
  readonly parent: { readonly key: string; readonly how: "subagent" | "fork" | "resume" } | undefined;
  /** How much there is to read, about. */
  readonly bytes: number;
  /** Reads from a mark, in batches of about a megabyte: memory stays bounded, however long the history is. */
  read(mark: string | undefined): AsyncIterable<Batch>;
}

/** Where a client writes: files with matching names, in a folder or below it. */
export interface Watched {
  readonly folder: string;
  readonly fits: RegExp;
  readonly isBelow: boolean;
}

/** Reads the histories of one client. */
export interface HistoryReader {
  readonly harness: string;
  /** What the client is called. */
  readonly title: string;
  /** All sessions in this client's usual places; what cannot be read there goes to `onSkip`. */
  find(place: UserPlace, onSkip: OnSkip): AsyncIterable<HistorySession>;
  watches(place: UserPlace): readonly Watched[];
  /** The sessions in a file, database or folder that the user named; undefined where it is not this client's. */
  open(path: string, onSkip: OnSkip): Promise<readonly HistorySession[] | undefined>;
}
