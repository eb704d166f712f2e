import type { Kysely } from "kysely";
import type { FixerOutcome, FixerRecord, NewFixer } from "../records/safety.ts";
import type { Schema } from "../schema.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { insertNew } from "./statements.ts";

export interface Closing {
  readonly at: string;
  readonly outcome: FixerOutcome;
  readonly note: string;
}

/** The steps that were handed to a fixer. */
export interface FixerRows {
  /** False if the step already has an open one. */
  open(fixer: NewFixer): Promise<boolean>;
  /** False if it was already closed. */
  close(id: string, closing: Closing): Promise<boolean>;
  /** The open ones, the first to expire first. */
  allOpen(): Promise<FixerRecord[]>;
  /** Newest first. */
  ofSession(sessionId: string): Promise<FixerRecord[]>;
  /** By a part of an id: none, one, or more than one. */
  find(partOfId: string): Promise<FixerRecord[]>;
}

export function fixerRows(db: Kysely<Schema>): FixerRows {
  return {
    open: (fixer) => insertNew(db, "fixers", fixer),

    async close(id, { at, outcome, note }) {
      const changed = await db
        .updateTable("fixers")
        .set({ closedAt: at, outcome, note })
        .where("id", "=", id)
        .where("closedAt", "is", null)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0;
    },

    allOpen: () => db.selectFrom("fixers").selectAll().where("closedAt", "is", null).orderBy("deadlineAt").execute(),

    ofSession: (sessionId) =>
      db
        .selectFrom("fixers")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .orderBy("openedAt", "desc")
        .orderBy("id", "desc")
        .execute(),

    find: (partOfId) => db.selectFrom("fixers").selectAll().where(idFits(partOfId)).limit(MOST_CANDIDATES).execute(),
  };
}
