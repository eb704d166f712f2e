import { type Kysely, sql } from "kysely";
import type { FolderFilter, ProjectRows } from "../port/projects.ts";
import type { Schema } from "../schema.ts";
import { rawRows } from "./raw-sql.ts";

/** One statement, so that of many concurrent callers only one adds the folder. */
const ADDED = `
  INSERT INTO project_folders (pk, path, project, remote, head)
  SELECT next, ?, next, ?, ? FROM (SELECT COALESCE(MAX(pk), 0) + 1 AS next FROM project_folders)`;
const CURRENT = "SELECT pk FROM project_folders WHERE path = ? AND is_current = 1";

/** The folder at a path, added if it is new. */
export async function folderAt(db: Kysely<Schema>, path: string): Promise<number> {
  const find = async () => (await rawRows<{ pk: number }>(db, CURRENT, [path]))[0]?.pk;
  const known = await find();
  if (known !== undefined) return known;
  await rawRows(db, `${ADDED} WHERE NOT EXISTS (${CURRENT})`, [path, null, null, path]);
  const added = await find();
  if (added === undefined) throw new Error(`${path} is neither new nor known`);
  return added;
}

const KIN = `
  project_folders AS here JOIN project_folders AS other ON other.project = here.project
  WHERE here.is_current = 1 AND here.path =`;

/** The folders of the project at a path, which is its parameter; none if it is unknown. */
export const SAME_PROJECT = `(SELECT other.pk FROM ${KIN} ?)`;

/** The same for the query builder. */
export const sameProject = (path: string) => sql<number>`(SELECT other.pk FROM ${sql.raw(KIN)} ${path})`;

/** The same, for queries that run once for each folder. */
export const foldersOf = async (db: Kysely<Schema>, path: string): Promise<number[]> =>
  (await rawRows<{ pk: number }>(db, `SELECT other.pk FROM ${KIN} ?`, [path])).map(({ pk }) => pk);

export function projectRows(db: Kysely<Schema>): ProjectRows {
  const all = () => db.selectFrom("projectFolders").selectAll("projectFolders");
  const folders = ({ path, project, alike }: FolderFilter = {}) => {
    let query = all();
    if (path !== undefined) query = query.where("path", "=", path).where("isCurrent", "=", 1);
    if (project !== undefined) query = query.where("project", "=", project);
    if (alike !== undefined) {
      const { remote, heads = [], roots } = alike;
      query = query
        .where("isApart", "=", 0)
        .where((is) =>
          is.or([
            ...(remote == null ? [] : [is("remote", "=", remote)]),
            ...(heads.length === 0 ? [] : [is("head", "in", heads)]),
            ...(roots == null ? [] : [is("roots", "=", roots)]),
          ]),
        );
    }
    return query.orderBy("pk").execute();
  };

  return {
    folders,

    async add({ path, remote, head }) {
      await db.updateTable("projectFolders").set({ isCurrent: 0 }).where("path", "=", path).execute();
      await rawRows(db, ADDED, [path, remote, head]);
      const [added] = await folders({ path });
      if (!added) throw new Error(`${path} was not noted`);
      return added;
    },

    async learn(pk, facts) {
      await db.updateTable("projectFolders").set(facts).where("pk", "=", pk).execute();
    },

    async join(projects) {
      const first = Math.min(...projects);
      await db
        .updateTable("projectFolders")
        .set({ project: first, isApart: 0 })
        .where("project", "in", projects)
        .execute();
    },

    async split(folders, { isApart }) {
      const project = Math.min(...folders);
      // The project's number may be that of a folder that leaves.
      const { was } = await db
        .selectFrom("projectFolders")
        .select("project as was")
        .where("pk", "=", project)
        .executeTakeFirstOrThrow();
      const rest = await all().where("project", "=", was).where("pk", "not in", folders).orderBy("pk").execute();
      const [first] = rest;
      if (first) await db.updateTable("projectFolders").set({ project: first.pk }).where("project", "=", was).execute();
      await db
        .updateTable("projectFolders")
        .set({ project, isApart: isApart ? 1 : 0 })
        .where("pk", "in", folders)
        .execute();
    },

    async paths(path) {
      const others = await rawRows<{ path: string }>(db, `SELECT other.path FROM ${KIN} ?`, [path]);
      return [...new Set([path, ...others.map((one) => one.path)])];
    },

    async uses() {
      return db
        .selectFrom("sessions")
        .select((select) => [
          select.ref("folder").$notNull().as("folder"),
          select.fn.countAll<number>().as("sessions"),
          select.fn.max("lastActivityAt").as("lastActivityAt"),
        ])
        .where("folder", "is not", null)
        .groupBy("folder")
        .execute();
    },
  };
}
