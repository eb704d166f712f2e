import type { z } from "zod";
import { collectionOf, type Tables } from "../../../store/index.ts";
import type { briefedShape } from "./retry-records.ts";

/** A step that failed too often and was handed to a fixer. */
export type Fixer = Readonly<z.output<typeof briefedShape>>;

/** The state of one that nobody has closed. */
export const OPEN = "open";

export const fixers = collectionOf<Fixer>("fixers", ({ id, sessionId, openedAt, closedAt }) => ({
  ...{ id, sessionId, at: openedAt, state: closedAt === null ? OPEN : null },
}));

/** In a transaction. False if the step already has an open one. */
export async function openFixer(tables: Tables, fixer: Fixer): Promise<boolean> {
  const { sessionId, step } = fixer;
  const open = await fixers(tables).list({ sessionId, states: [OPEN] });
  return open.every((one) => one.step !== step) && fixers(tables).add(fixer);
}

/** Undefined if it was already closed. */
export const closeFixer = (tables: Tables, id: string, closing: Partial<Fixer>): Promise<Fixer | undefined> =>
  fixers(tables).update(id, (fixer) => (fixer.closedAt === null ? { ...fixer, ...closing } : undefined));
