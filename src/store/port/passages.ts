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

export interface PassageSearch {
  /** Each is a search of its own: for passages that hold all of its terms. One without terms finds every passage. */
  readonly termSets: readonly (readonly string[])[];
  readonly scope: Scope;
  /**
   * Only passages of this time. Within a scope it is searched by position in the index, so late imports may be missing
   * or be found for the time of their import.
   */
  readonly span?: TimeSpan | undefined;
  readonly limit: number;
}

/** The positions of messages in sessions, by the number of the session in the index. */
export type Places = readonly (readonly [thread: number, place: number])[];

/**
 * The search index. Texts are read from the store (`waiting`), split into passages elsewhere, and given back (`take`).
 * What is deleted elsewhere in the store takes its passages with it.
 */
export interface PassageRows {
  /** For each set of terms, the numbers of the newest passages that fit. */
  search(source: Indexed, search: PassageSearch): Promise<number[][]>;
  /** By number, or those of the messages at some places; unordered. */
  read(
    source: Indexed,
    which: { readonly pks: readonly number[] } | { readonly places: Places },
  ): Promise<PassageRecord[]>;
  extentOf(source: Indexed, scope: Scope): Promise<Extent>;
  /** The number of a session in the index; none if nothing of it is indexed. */
  threadOf(session: string): Promise<number | undefined>;
  progress(source: Indexed): Promise<IndexProgress>;
  /** Texts to index: above a number oldest first, or up to a number newest first. Fewer if texts are long. */
  waiting(source: Indexed, from: { above: number } | { upTo: number }, limit: number): Promise<Indexable[]>;
  /**
   * Indexes a batch, without owners that were deleted or changed since, and nothing if the progress is not what the
   * batch says. Run it in a transaction.
   */
  take(source: Indexed, batch: IndexBatch): Promise<void>;
  /**
   * Merges what many small batches left, a little at each call; false when done. A store may have nothing to do here.
   */
  merge(source: Indexed, isBegun: boolean): Promise<boolean>;
  /** Empties the index, so that it is filled again. */
  clear(source: Indexed, edition: string): Promise<void>;
}

/** An owner has at most this many passages. */
export const MOST_PARTS = 64;

export const ownerOf = (pk: number): number => Math.floor(pk / MOST_PARTS);
export const passagePk = (owner: number, part: number): number => owner * MOST_PARTS + part;
