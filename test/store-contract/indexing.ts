import {
  INDEXED,
  type Indexable,
  type IndexBatch,
  type Indexed,
  type IndexProgress,
  type NewPassage,
  ownerOf,
  passagePk,
  type Scope,
  type SessionRecord,
  type Store,
} from "../../src/store/index.ts";
import { aMessage, append } from "./kit.ts";

export const EDITION = "contract";

/** A text as one passage with its words as terms: the store does not define terms. */
export const aPassage = (owner: Indexable, fields: Partial<NewPassage> = {}): NewPassage => {
  const words = owner.content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const { session, folder, agent, place } = owner;
  return {
    pk: passagePk(owner.pk, 0),
    ...{ session, folder, agent, place, words },
    ...{ at: Date.parse(owner.createdAt), start: 0, size: owner.content.length, traits: 5, length: words.length },
    terms: Uint8Array.of(1, 2, 3, 4),
    meaning: null,
    ...fields,
  };
};

const hasText = ({ content }: Indexable): boolean => content !== "";

/** The next batch above the index, or below it, with the progress it makes. */
export async function nextBatch(store: Store, source: Indexed, limit = 100): Promise<IndexBatch | undefined> {
  const since = await store.passages.progress(source);
  const isAbove = since.newest > since.high;
  if (!isAbove && since.low === 0) return undefined;
  const owners = await store.passages.waiting(source, isAbove ? { above: since.high } : { upTo: since.low }, limit);
  const last = owners.at(-1)?.pk;
  const reached = isAbove
    ? { low: since.low, high: last ?? since.high }
    : { low: last === undefined ? 0 : last - 1, high: since.high };
  const passages = owners.filter(hasText).map((owner) => aPassage(owner));
  return { owners, passages, since, ...reached, edition: EDITION };
}

export const indexBatch = (store: Store, source: Indexed, batch: IndexBatch): Promise<void> =>
  store.transaction(({ passages }) => passages.take(source, batch));

/** Indexes everything; fails if it never ends. */
export async function indexAll(store: Store, sources: readonly Indexed[] = INDEXED): Promise<void> {
  for (const source of sources)
    for (let batches = 0, batch = await nextBatch(store, source); batch; batch = await nextBatch(store, source)) {
      if (++batches > 200) throw new Error(`the index of ${source} is never done`);
      await indexBatch(store, source, batch);
    }
}

/** Appends and indexes messages; returns their numbers in the same order. */
export async function indexMessages(store: Store, session: SessionRecord, ...contents: string[]): Promise<number[]> {
  await append(store, session.id, ...contents.map((content) => aMessage({ content })));
  await indexAll(store);
  const { newest } = await store.passages.progress("messages");
  return contents.map((_, n) => newest - contents.length + n + 1);
}

interface Asked extends Scope {
  readonly source?: Indexed;
  readonly limit?: number;
}

/** The numbers of the owners that hold all of these terms, in the store's order. */
export async function search(store: Store, terms: readonly string[], asked: Asked = {}): Promise<number[]> {
  const { source = "messages", limit = 50, ...scope } = asked;
  const [pks = []] = await store.passages.search(source, { termSets: [terms], scope, limit });
  return pks.map(ownerOf);
}

export const isComplete = ({ low, high, newest }: IndexProgress): boolean => low === 0 && high === newest;

export const sizeOf = async (store: Store, scope: Scope): Promise<number> =>
  (await store.passages.extentOf("messages", scope)).passages;

export const progressOf = (store: Store, source: Indexed = "messages"): Promise<IndexProgress> =>
  store.passages.progress(source);
