import { collectionOf, type Tables } from "../store/index.ts";

/** A text that was put into an agent's context. */
export interface Injection {
  readonly id: string;
  readonly sessionId: string;
  readonly event: string;
  readonly hookId: string | null;
  readonly reason: string;
  readonly text: string;
  readonly createdAt: string;
}

export const injections = collectionOf<Injection>("injections", ({ id, sessionId, hookId, createdAt: at }) => ({
  ...{ id, sessionId, at, state: hookId },
}));

/** Removes what a hook was answered with, because it never reached the client; undefined if there was nothing. */
export async function takeBackInjection(
  tables: Pick<Tables, "documents">,
  hookId: string,
): Promise<Injection | undefined> {
  const [lost] = await injections(tables).list({ states: [hookId] });
  if (lost) await injections(tables).remove({ states: [hookId] });
  return lost;
}
