import { existsSync } from "node:fs";
import type { Engine } from "../../../engine.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { GovernanceExtension } from "../extension.ts";

interface Problem {
  readonly checkpointId: string;
  readonly reason: string;
}

/** People read the files of a task, so they must match the store. A removed project has none. */
export async function filesOfTask(engine: Engine, session: SessionRecord, isMeant: boolean) {
  const { project, task } = session;
  if (!isMeant && task !== null && project !== null && !existsSync(project))
    return { problem: null, unseen: `${project} is gone` };
  const rules = await engine.find(GovernanceExtension)?.governance.rules;
  return { problem: (await rules?.mirror.problemOf(session)) ?? null, unseen: null };
}

interface Verdict {
  readonly sessionId: string;
  readonly ok: boolean;
  readonly checked: number;
  readonly pruned: number;
  readonly problem: Problem | null;
  readonly unseen: null;
}

interface TaskPlace {
  readonly task: string | undefined;
  readonly project: string | undefined;
}

/** Checkpoints that came with the files of a task, from a machine whose store is not here. */
export async function verdictsOfFiles(
  engine: Engine,
  sessions: readonly SessionRecord[],
  { task, project }: TaskPlace,
): Promise<Verdict[]> {
  const places = new Map(
    sessions.map((one) => [`${one.project} ${one.task}`, { project: one.project, task: one.task }]),
  );
  if (project !== undefined && task !== undefined) places.set(`${project} ${task}`, { project, task });
  const found = new Map<string, Verdict>();
  for (const { project: folder, task: slug } of places.values()) {
    if (folder === null || slug === null || !existsSync(folder)) continue;
    const rules = await engine.find(GovernanceExtension)?.governance.rules;
    const foreign = await rules?.mirror.foreign(await engine.services.locationOf(folder), slug);
    for (const { sessionId, checked, problem } of foreign ?? [])
      found.set(sessionId, {
        ...{ sessionId, ok: problem === undefined, checked, pruned: 0, problem: problem ?? null, unseen: null },
      });
  }
  return [...found.values()];
}
