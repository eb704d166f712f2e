/** A value in a named collection. Everything beyond `value` is there to find it again. */
export interface DocumentRecord {
  readonly collection: string;
  /** Unique in its collection. */
  readonly id: string;
  /** Removed with this session. */
  readonly sessionId: string | null;
  readonly project: string | null;
  /** Whatever lists are narrowed by: `open`, the slug of a task. */
  readonly state: string | null;
  /** Lists are in this order. */
  readonly at: string;
  /** JSON. */
  readonly value: string;
}

/** All conditions must hold. */
export interface DocumentFilter {
  readonly collection: string;
  readonly id?: string | undefined;
  readonly partOfId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly projects?: readonly string[] | undefined;
  readonly states?: readonly (string | null)[] | undefined;
  /** Strings that the value has under these names. */
  readonly fields?: Readonly<Record<string, string | undefined>> | undefined;
  /** Earlier than this time. */
  readonly before?: string | undefined;
  /** All but the newest so many. */
  readonly beyond?: number | undefined;
}

export interface DocumentOrder {
  readonly newestFirst?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** Small values in named collections, for everything that needs no table of its own. */
export interface DocumentRows {
  get(collection: string, id: string): Promise<DocumentRecord | undefined>;
  /** Oldest first; of the same time, in the order in which they were added. */
  list(filter: DocumentFilter, order?: DocumentOrder): Promise<DocumentRecord[]>;
  count(filter: DocumentFilter): Promise<number>;
  /** False if there is one with this id; it is not changed. */
  add(document: DocumentRecord): Promise<boolean>;
  /** Adds a document, or replaces the one with this id. */
  put(document: DocumentRecord): Promise<void>;
  /** False if the stored one is not exactly `before` any more; nothing is changed then. */
  replace(before: DocumentRecord, after: DocumentRecord): Promise<boolean>;
  /** Returns how many were removed. */
  remove(filter: DocumentFilter): Promise<number>;
}
