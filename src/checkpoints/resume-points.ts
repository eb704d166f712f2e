import { collectionOf, type Store, type Tables } from "../store/index.ts";

/** The checkpoint that the next session of a project continues from. */
interface ResumePoint {
  /** A folder: another repository at the same path does not get it. */
  readonly folder: number;
  readonly checkpointId: string;
  readonly createdAt: string;
}

const stateOf = (folder: number) => String(folder);

const resumePoints = collectionOf<ResumePoint>("resume-points", ({ folder, createdAt }) => ({
  ...{ id: String(folder), state: stateOf(folder), at: createdAt },
}));

async function resumePointsOf(tables: Tables, project: string): Promise<ResumePoint[]> {
  const all = await resumePoints(tables).list({}, { newestFirst: true });
  // Nearly always there is none, and every session asks when it starts.
  const [here] = all.length === 0 ? [] : await tables.projects.folders({ path: project });
  const folders = here ? await tables.projects.folders({ project: here.project }) : [];
  return all.filter(({ folder }) => folders.some(({ pk }) => pk === folder));
}

export function setResumePoint(store: Store, project: string, checkpointId: string, createdAt: string): Promise<void> {
  return store.transaction(async (tables) => {
    const [known] = await tables.projects.folders({ path: project });
    const { pk } = known ?? (await tables.projects.add({ path: project, remote: null, head: null }));
    await resumePoints(tables).put({ folder: pk, checkpointId, createdAt });
  });
}

export const resumePoint = async (tables: Tables, project: string): Promise<string | undefined> =>
  (await resumePointsOf(tables, project))[0]?.checkpointId;

/** Returns and removes it: of many concurrent callers, one gets it. */
export async function takeResumePoint(store: Store, project: string): Promise<string | undefined> {
  if ((await resumePoint(store, project)) === undefined) return undefined;
  return store.transaction(async (tables) => {
    const points = await resumePointsOf(tables, project);
    await resumePoints(tables).remove({ states: points.map(({ folder }) => stateOf(folder)) });
    return points[0]?.checkpointId;
  });
}
