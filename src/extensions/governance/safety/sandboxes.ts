import type { z } from "zod";
import { collectionOf, type Tables } from "../../../store/index.ts";
import type { confinementShape } from "./safety-records.ts";

/** In a sandbox, a session may only use tools that read. */
export interface SandboxRecord extends Readonly<z.output<typeof confinementShape>> {
  readonly id: string;
  readonly sessionId: string;
  /** The last message when it was lifted: earlier ones no longer count. */
  readonly liftedSeq: number | null;
}

/** The state of one that nobody has lifted. */
export const OPEN = "open";

export const sandboxes = collectionOf<SandboxRecord>("sandboxes", ({ id, sessionId, enteredAt, liftedAt }) => ({
  ...{ id, sessionId, at: enteredAt, state: liftedAt === null ? OPEN : null },
}));

/** Newest first. */
export const sandboxesOf = (tables: Tables, sessionId: string): Promise<SandboxRecord[]> =>
  sandboxes(tables).list({ sessionId }, { newestFirst: true });

/** In a transaction. False if the session is already in one. */
export async function enterSandbox(tables: Tables, sandbox: SandboxRecord): Promise<boolean> {
  const { sessionId } = sandbox;
  const open = await sandboxes(tables).list({ sessionId, states: [OPEN] });
  return open.length === 0 && sandboxes(tables).add(sandbox);
}
