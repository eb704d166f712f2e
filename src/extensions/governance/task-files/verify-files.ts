import { existsSync } from "node:fs";
import type { Engine } from "../../../engine.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { GovernanceExtension } from "../extension.ts";
import type { ForeignSession } from "../structured/checkpoint-mirror.ts";

/** People read the files of a task, so they must match the store. A removed project has none. */
export async function filesOfTask(engine: Engine, session: SessionRecord, isMeant: boolean) {
  const { project, task } = session;
  if (!isMeant && task !== null && project !== null && !existsSync(project))
    return { problem: null, unseen: `${project} is gone` };
  const rules = await engine.find(GovernanceExtension)?.governance.rules;
  return { problem: (await rules?.mirror.problemOf(session)) ?? null, unseen: null };
}

/** Checkpoints that came with the files of a task, from a machine whose store is not here. */
export async function verdictsOfFiles(
  engine: Engine,
  sessions: readonly Pick<SessionRecord, "project" | "task">[],
  { task, project }: { readonly task: string | undefined; readonly project: string | undefined },
) {
  const named = project !== undefined && task !== undefined ? [{ project, task }] : [];
  const places = new Map([...sessions, ...named].map((one) => [`${one.project} ${one.task}`, one]));
  const brought = new Map<string, ForeignSession>();
  for (const { project: folder, task: slug } of places.values()) {
    if (folder === null || slug === null || !existsSync(folder)) continue;
    const rules = await engine.find(GovernanceExtension)?.governance.rules;
    const foreign = await rules?.mirror.foreign(await engine.services.locationOf(folder), slug);
    for (const one of foreign ?? []) brought.set(one.sessionId, one);
  }
  return [...brought.values()].map(({ sessionId, checked, problem = null }) => ({
    ...{ sessionId, ok: problem === null, checked, pruned: 0, problem, unseen: null },
  }));
}
