import { collectionOf, type Tables } from "../../../store/index.ts";

/** In a sandbox, a session may only use tools that read. */
export interface SandboxRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly cause: string;
  readonly reason: string;
  readonly enteredAt: string;
  readonly liftedAt: string | null;
  readonly liftedReason: string | null;
  /** The last message when it was lifted: earlier ones no longer count. */
  readonly liftedSeq: number | null;
}

export type Lifting = Readonly<Pick<SandboxRecord, "liftedAt" | "liftedReason" | "liftedSeq">>;

const OPEN = "open";

const sandboxes = collectionOf<SandboxRecord>("sandboxes", ({ id, sessionId, enteredAt, liftedAt }) => ({
  ...{ id, sessionId, at: enteredAt, state: liftedAt === null ? OPEN : null },
}));

/** Newest first. */
export const sandboxesOf = (tables: Tables, sessionId: string): Promise<SandboxRecord[]> =>
  sandboxes(tables).list({ sessionId }, { newestFirst: true });

/** All that were not lifted. */
export const openSandboxes = (tables: Tables): Promise<SandboxRecord[]> => sandboxes(tables).list({ states: [OPEN] });

/** In a transaction. False if the session is already in one. */
export async function enterSandbox(tables: Tables, sandbox: SandboxRecord): Promise<boolean> {
  const { sessionId } = sandbox;
  const open = await sandboxes(tables).list({ sessionId, states: [OPEN] });
  return open.length === 0 && sandboxes(tables).add(sandbox);
}

/** Undefined if it was already lifted. */
export const liftSandbox = (tables: Tables, id: string, lifting: Lifting): Promise<SandboxRecord | undefined> =>
  sandboxes(tables).update(id, (one) => (one.liftedAt === null ? { ...one, ...lifting } : undefined));
