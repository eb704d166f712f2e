import type { SessionRecord, Store } from "../store/index.ts";

/** Leaves out internal fields. */
function viewOf(session: SessionRecord, children: readonly SessionRecord[]) {
  const { checkpointHead, messageHead, runtime, clientPid, clientStartTime, ...rest } = session;
  const { transcriptPath, recoveryOwed, recoveryInContext, horizonSeq, horizonHash, ...others } = rest;
  const { threadTokens, recalledTokens, receiptId, receiptHead, primedId, primedServed, refusedSeq, ...known } = others;
  const { refreshedTokens, budgetReached, ...shown } = known;
  // Subagents do not continue the session, so they are also listed apart.
  const subagents = children.filter(({ lineage }) => lineage === "subagent");
  return { ...shown, childIds: children.map(({ id }) => id), subagentIds: subagents.map(({ id }) => id) };
}

export type SessionView = ReturnType<typeof viewOf>;

/** By parent, oldest first. */
async function childrenOf(store: Store, parents: readonly SessionRecord[]) {
  const children = await store.sessions.list({ parentIds: parents.map(({ id }) => id) });
  const byParent = new Map<string | null, SessionRecord[]>();
  for (const child of children.sort((a, b) => (a.id < b.id ? -1 : 1)))
    byParent.set(child.parentId, [...(byParent.get(child.parentId) ?? []), child]);
  return byParent;
}

/** Sessions as every surface shows them: without internal fields, with their children. */
export async function sessionViews(store: Store, sessions: readonly SessionRecord[]): Promise<SessionView[]> {
  const children = await childrenOf(store, sessions);
  return sessions.map((session) => viewOf(session, children.get(session.id) ?? []));
}

export async function sessionView(store: Store, session: SessionRecord): Promise<SessionView> {
  return viewOf(session, (await childrenOf(store, [session])).get(session.id) ?? []);
}

export interface SessionTree extends SessionView {
  readonly children: readonly SessionTree[];
}

const DEEPEST = 50;

async function below(store: Store, session: SessionRecord, depth: number): Promise<SessionTree> {
  const view = await sessionView(store, session);
  if (depth >= DEEPEST) return { ...view, children: [] };
  const records = await Promise.all(view.childIds.map((id) => store.sessions.get(id)));
  const children = await Promise.all(
    records.filter((one) => one !== undefined).map((one) => below(store, one, depth + 1)),
  );
  return { ...view, children };
}

/** The whole chain that a session belongs to, from its first ancestor down. */
export async function sessionTree(store: Store, session: SessionRecord): Promise<SessionTree> {
  let root = session;
  for (let depth = 0; root.parentId !== null && depth < DEEPEST; depth++) {
    const parent = await store.sessions.get(root.parentId);
    if (!parent) break;
    root = parent;
  }
  return below(store, root, 0);
}
