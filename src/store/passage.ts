/** What is indexed: each has passages, and terms by which they are found. */
export const INDEXED = ["messages", "memories", "checkpoints"] as const;
export type Indexed = (typeof INDEXED)[number];

/** A part of a text as the index holds it. What its traits and bytes mean, the memory knows. */
export interface PassageRecord {
  /** Its owner's number and its place there, in one. */
  readonly pk: number;
  /** The number of the session it belongs to; 0 for none. */
  readonly thread: number;
  /** Where its owner stands in that session. */
  readonly place: number;
  /** In milliseconds. */
  readonly at: number;
  /** Which characters of the owner's text it is. */
  readonly start: number;
  readonly size: number;
  readonly traits: number;
  /** How many terms it has. */
  readonly length: number;
  readonly terms: Uint8Array;
  readonly meaning: Uint8Array | null;
}

export interface NewPassage extends Omit<PassageRecord, "thread"> {
  readonly words: readonly string[];
  readonly session: string | null;
  readonly folder: number | null;
  readonly agent: string | null;
}

/**
 * Whose passages are asked for. What belongs to neither a project nor an agent holds everywhere, where `orNone` says
 * so; then also what an agent has of any project is given to whoever asks for both. Without a project, null asks for
 * what belongs to none.
 */
export interface Scope {
  readonly session?: string | undefined;
  readonly project?: string | null | undefined;
  readonly agent?: string | undefined;
  readonly orNone?: boolean | undefined;
}

/** A text that is to be indexed. */
export interface Indexable {
  readonly pk: number;
  readonly content: string;
  readonly kind: string;
  readonly role: string;
  readonly createdAt: string;
  /** Tells it from another that may have been given its number since. */
  readonly stamp: string;
  readonly session: string | null;
  readonly place: number;
  /** The folder of its project. */
  readonly folder: number | null;
  readonly agent: string | null;
}

/** Indexed are the owners above `low` up to `high`; the rest waits below and above. */
export interface IndexProgress {
  readonly low: number;
  readonly high: number;
  /** The highest number that an owner has. */
  readonly newest: number;
  readonly passages: number;
  /** Terms of all passages together. */
  readonly length: number;
  /** Which rules the terms were made by. */
  readonly edition: string;
}

/** In milliseconds; its end is not in it. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** How much there is to look through. */
export interface Extent {
  /** How many passages a scope has, about. */
  readonly passages: number;
  /** How many terms a passage of the whole source has. */
  readonly averageLength: number;
}

/** What is indexed in one step. */
export interface IndexBatch {
  readonly owners: readonly Pick<Indexable, "pk" | "stamp">[];
  readonly passages: readonly NewPassage[];
  /** How far the index reached when its owners were read. */
  readonly since: Pick<IndexProgress, "low" | "high">;
  /** How far it reaches with them. */
  readonly low: number;
  readonly high: number;
  readonly edition: string;
}

export interface TermSearch {
  readonly termSets: readonly (readonly string[])[];
  readonly scope: Scope;
  readonly limit: number;
}

/** An owner has at most this many passages. */
export const MOST_PARTS = 64;

export const ownerOf = (pk: number): number => Math.floor(pk / MOST_PARTS);
export const passagePk = (owner: number, part: number): number => owner * MOST_PARTS + part;
