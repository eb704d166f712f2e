import { collectionOf, type Tables } from "../../../store/index.ts";

export const FIXER_OUTCOMES = ["fix", "escalate"] as const;
export type FixerOutcome = (typeof FIXER_OUTCOMES)[number];

/** A step that failed too often and was handed to a fixer. */
export interface Fixer {
  readonly id: string;
  readonly sessionId: string;
  readonly step: string;
  readonly kind: string;
  readonly failures: number;
  readonly brief: string;
  readonly openedAt: string;
  readonly deadlineAt: string;
  readonly closedAt: string | null;
  readonly outcome: FixerOutcome | null;
  readonly note: string | null;
}

export type FixerClosing = Readonly<Pick<Fixer, "closedAt" | "outcome" | "note">>;

const OPEN = "open";
/** Enough to show that a part of an id is ambiguous. */
const MOST_CANDIDATES = 10;

const fixers = collectionOf<Fixer>("fixers", ({ id, sessionId, openedAt, closedAt }) => ({
  ...{ id, sessionId, at: openedAt, state: closedAt === null ? OPEN : null },
}));

/** Newest first. */
export const fixersOf = (tables: Tables, sessionId: string): Promise<Fixer[]> =>
  fixers(tables).list({ sessionId }, { newestFirst: true });

/** By a part of an id: none, one, or more than one. */
export const findFixers = (tables: Tables, partOfId: string): Promise<Fixer[]> =>
  fixers(tables).list({ partOfId }, { limit: MOST_CANDIDATES });

/** The longest open first. */
export const openFixers = (tables: Tables): Promise<Fixer[]> => fixers(tables).list({ states: [OPEN] });

/** In a transaction. False if the step already has an open one. */
export async function openFixer(tables: Tables, fixer: Fixer): Promise<boolean> {
  const { sessionId, step } = fixer;
  const open = await fixers(tables).list({ sessionId, states: [OPEN] });
  return open.every((one) => one.step !== step) && fixers(tables).add(fixer);
}

/** Undefined if it was already closed. */
export const closeFixer = (tables: Tables, id: string, closing: FixerClosing): Promise<Fixer | undefined> =>
  fixers(tables).update(id, (fixer) => (fixer.closedAt === null ? { ...fixer, ...closing } : undefined));
