/** The sources of the index. */
export const INDEXED = ["messages", "memories", "checkpoints"] as const;
export type Indexed = (typeof INDEXED)[number];

/** A part of a text in the index. The store does not interpret its traits and bytes. */
export interface PassageRecord {
  /** The owner's number and the part's position, combined. */
  readonly pk: number;
  /** The number of the session it belongs to; 0 for none. */
  readonly thread: number;
  /** The owner's position in that session. */
  readonly place: number;
  /** In milliseconds. */
  readonly at: number;
  /** The range in the owner's text. */
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
 * Restricts a search. With `orNone`, passages without project and agent match too, and a search for both also finds the
 * agent's passages of any project. A null project matches passages without one.
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
  /** Distinguishes it from a later text with the same number. */
  readonly stamp: string;
  readonly session: string | null;
  readonly place: number;
  /** The folder of its project. */
  readonly folder: number | null;
  readonly agent: string | null;
}

/** Owners above `low` up to `high` are indexed; the others wait. */
export interface IndexProgress {
  readonly low: number;
  readonly high: number;
  /** The highest owner number. */
  readonly newest: number;
  readonly passages: number;
  /** The number of terms in all passages. */
  readonly length: number;
  /** The version of the term rules. */
  readonly edition: string;
}

/** In milliseconds; the end is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The size of a scope. */
export interface Extent {
  /** About how many passages the scope has. */
  readonly passages: number;
  /** The mean number of terms, over the whole source. */
  readonly averageLength: number;
}

/** What is indexed in one step. */
export interface IndexBatch {
  readonly owners: readonly Pick<Indexable, "pk" | "stamp">[];
  readonly passages: readonly NewPassage[];
  /** The progress when the owners were read. */
  readonly since: Pick<IndexProgress, "low" | "high">;
  /** The progress with this batch. */
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
