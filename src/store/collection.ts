import type { DocumentFilter, DocumentOrder, DocumentRecord } from "./port/documents.ts";
import type { Tables } from "./port/index.ts";

/** Where a value is found again. */
export type Placement = Pick<DocumentRecord, "id" | "at"> &
  Partial<Pick<DocumentRecord, "sessionId" | "project" | "state">>;

type Filter = Omit<DocumentFilter, "collection">;

/** A collection of documents as values of one type, in a store or in a transaction on it. */
export interface Collection<Value> {
  get(id: string): Promise<Value | undefined>;
  list(filter?: Filter, order?: DocumentOrder): Promise<Value[]>;
  count(filter?: Filter): Promise<number>;
  /** False if there is one with this id; it is not changed. */
  add(value: Value): Promise<boolean>;
  put(value: Value): Promise<void>;
  /**
   * Changes a value, however many change it at once: `change` is called again if another was faster. Undefined where
   * there is none, or where `change` returns undefined, which leaves it as it is.
   */
  update(id: string, change: (value: Value) => Value | undefined): Promise<Value | undefined>;
  remove(filter: Filter): Promise<number>;
}

/** Defines a collection: its name in the store, and where each value is found again. */
export function collectionOf<Value>(collection: string, place: (value: Value) => Placement) {
  const documentOf = (value: Value): DocumentRecord => ({
    ...{ collection, sessionId: null, project: null, state: null },
    ...place(value),
    value: JSON.stringify(value),
  });
  const parsed = ({ value }: DocumentRecord): Value => JSON.parse(value);

  return ({ documents }: Pick<Tables, "documents">): Collection<Value> => ({
    async get(id) {
      const found = await documents.get(collection, id);
      return found && parsed(found);
    },
    async list(filter, order) {
      return (await documents.list({ ...filter, collection }, order)).map(parsed);
    },
    count: (filter) => documents.count({ ...filter, collection }),
    add: (value) => documents.add(documentOf(value)),
    put: (value) => documents.put(documentOf(value)),
    async update(id, change) {
      for (;;) {
        const before = await documents.get(collection, id);
        const after = before && change(parsed(before));
        if (before === undefined || after === undefined) return undefined;
        if (await documents.replace(before, documentOf(after))) return after;
      }
    },
    remove: (filter) => documents.remove({ ...filter, collection }),
  });
}
