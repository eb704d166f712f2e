import { collectionOf, type Tables } from "../../store/index.ts";

/** A client replaced a session's context by a summary. */
export interface Compaction {
  readonly id: string;
  readonly sessionId: string;
  readonly trigger: string;
  /** The last message before it. */
  readonly upTo: number;
  readonly announcedAt: string;
  /** Null until it is known to have happened. */
  readonly happenedAt: string | null;
  readonly summary: string | null;
  /** The keys of entities by outcome. */
  readonly things: Readonly<Record<"kept" | "dropped" | "told", readonly string[]>> | null;
  readonly given: string | null;
  readonly givenAt: string | null;
  /** What the agent needed afterwards. */
  readonly needed: Readonly<Record<"kept" | "told" | "missed", readonly string[]>> | null;
  /** The share of what it needed and no longer had that was shown again, 0 to 1. */
  readonly score: number | null;
}

type Announced = Pick<Compaction, "id" | "sessionId" | "trigger" | "upTo" | "announcedAt">;

/** An announced compaction may never happen. */
const ANNOUNCED = "announced";

/** Of one that happened: whether its agent was given the text, and whether it is known what the agent then needed. */
interface Progress {
  readonly isGiven: boolean;
  readonly isSettled: boolean;
}

/** A document has one state to be found by, so that it holds both. */
const stateFor = ({ isGiven, isSettled }: Progress): string =>
  `${isGiven ? "given" : "due"}${isSettled ? ", settled" : ""}`;

const EVERY_PROGRESS: readonly Progress[] = [true, false].flatMap((isGiven) =>
  [true, false].map((isSettled) => ({ isGiven, isSettled })),
);
const statesWhere = (fits: (progress: Progress) => boolean): string[] => EVERY_PROGRESS.filter(fits).map(stateFor);

const UNGIVEN = [ANNOUNCED, ...statesWhere(({ isGiven }) => !isGiven)];
const GIVEN = statesWhere(({ isGiven }) => isGiven);
const UNSETTLED = statesWhere(({ isSettled }) => !isSettled);
const HAPPENED = statesWhere(() => true);

const stateOf = ({ happenedAt, givenAt, needed }: Compaction): string =>
  happenedAt === null ? ANNOUNCED : stateFor({ isGiven: givenAt !== null, isSettled: needed !== null });

export const compactions = collectionOf<Compaction>("compactions", (compaction) => {
  const { id, sessionId, announcedAt: at } = compaction;
  return { id, sessionId, at, state: stateOf(compaction) };
});

type Stored = Pick<Tables, "documents">;
type Change = Partial<Omit<Compaction, "id" | "sessionId">>;

export const addCompaction = (tables: Stored, announced: Announced): Promise<boolean> =>
  compactions(tables).add({
    ...{ ...announced, happenedAt: null, summary: null, things: null, given: null },
    ...{ givenAt: null, needed: null, score: null },
  });

export async function changeCompaction(tables: Stored, id: string, change: Change): Promise<void> {
  await compactions(tables).update(id, (known) => ({ ...known, ...change }));
}

/** The newest of a session without an injected text. */
export async function ungivenCompaction(tables: Stored, sessionId: string): Promise<Compaction | undefined> {
  const newest = { newestFirst: true, limit: 1 };
  return (await compactions(tables).list({ sessionId, states: UNGIVEN }, newest))[0];
}

/** The text never reached the client: it is due again. */
export async function takeBackRescue(tables: Stored, sessionId: string, text: string): Promise<void> {
  for (const { id, given } of await compactions(tables).list({ sessionId, states: GIVEN }))
    if (given === text) await changeCompaction(tables, id, { given: null, givenAt: null });
}

/** Those of a session that happened and whose outcome is still open, oldest first. */
export const unsettledCompactions = (tables: Stored, sessionId: string): Promise<Compaction[]> =>
  compactions(tables).list({ sessionId, states: UNSETTLED });

/** Those that happened, newest first. */
export const listCompactions = (
  tables: Stored,
  filter: { readonly sessionId?: string | undefined; readonly partOfId?: string | undefined; readonly limit: number },
): Promise<Compaction[]> => {
  const { limit, ...narrowed } = filter;
  return compactions(tables).list({ ...narrowed, states: HAPPENED }, { newestFirst: true, limit });
};
