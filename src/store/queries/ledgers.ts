import type { Kysely } from "kysely";
import type {
  ClashRecord,
  DecisionRecord,
  LedgerFileRecord,
  TaskRecord,
  TrajectoryRecord,
} from "../records/ledgers.ts";
import type { Schema } from "../schema.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { insert, put } from "./statements.ts";

export type DecisionKey = Pick<DecisionRecord, "project" | "id">;

export interface DecisionFilter {
  readonly project: string;
  readonly task?: string | undefined;
  readonly limit?: number | undefined;
  /** Also withdrawn ones. */
  readonly all?: boolean | undefined;
}

export interface TrajectoryFilter {
  readonly project: string;
  readonly phases: readonly string[];
  readonly sessionKey?: string | undefined;
  /** Only later ones. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/** Tasks, decisions and the trajectory of projects, and the last state of their files. */
export interface LedgerRows {
  /** By priority, then by age. */
  tasks(project: string): Promise<TaskRecord[]>;
  /** Of one project, or of all; each once. */
  slugs(project?: string): Promise<string[]>;
  /** By slug, by id, or by part of its id. */
  findTasks(project: string, named: string): Promise<TaskRecord[]>;
  hasTask(project: string, id: string): Promise<boolean>;
  putTask(task: TaskRecord): Promise<void>;
  dropTask(which: Pick<TaskRecord, "project" | "id">): Promise<void>;
  /** Newest first. */
  decisions(filter: DecisionFilter): Promise<DecisionRecord[]>;
  findDecisions(project: string, partOfId: string): Promise<DecisionRecord[]>;
  addDecision(decision: DecisionRecord): Promise<void>;
  /** The former text stays as a version. */
  rewordDecision(which: DecisionKey, content: string, at: string): Promise<void>;
  changeDecision(
    which: DecisionKey,
    change: Partial<Pick<DecisionRecord, "memoryId" | "withdrawnAt" | "task">>,
  ): Promise<void>;
  /** Former texts of a decision, oldest first. */
  versions(which: DecisionKey): Promise<{ content: string; replacedAt: string }[]>;
  continuity(project: string): Promise<string | undefined>;
  putContinuity(project: string, state: string, at: string): Promise<void>;
  file(path: string): Promise<LedgerFileRecord | undefined>;
  putFile(file: LedgerFileRecord): Promise<void>;
  dropFile(path: string): Promise<void>;
  /** The paths of all files that have a stored state. */
  files(project: string): Promise<string[]>;
  addClash(clash: ClashRecord): Promise<void>;
  /** Newest first. */
  clashes(project: string, limit: number): Promise<ClashRecord[]>;
  addEntry(entry: Omit<TrajectoryRecord, "pk">): Promise<void>;
  /** Oldest first; with a limit, the newest of them. */
  entries(filter: TrajectoryFilter): Promise<TrajectoryRecord[]>;
}

export function ledgerRows(db: Kysely<Schema>): LedgerRows {
  const tasksOf = (project: string) => db.selectFrom("tasks").selectAll().where("project", "=", project);

  return {
    tasks: (project) => tasksOf(project).orderBy("priority").orderBy("createdAt").orderBy("id").execute(),

    async slugs(project) {
      const all = db.selectFrom("tasks").select("slug").distinct().orderBy("slug");
      const rows = await (project === undefined ? all : all.where("project", "=", project)).execute();
      return rows.map(({ slug }) => slug);
    },

    async findTasks(project, named) {
      const exact = await tasksOf(project)
        .where((is) => is.or([is("slug", "=", named), is("id", "=", named)]))
        .execute();
      return exact.length > 0 ? exact : tasksOf(project).where(idFits(named)).limit(MOST_CANDIDATES).execute();
    },

    async hasTask(project, id) {
      return (await tasksOf(project).where("id", "=", id).executeTakeFirst()) !== undefined;
    },

    async putTask(task) {
      const { id: _id, project: _project, createdAt: _createdAt, ...change } = task;
      await db
        .insertInto("tasks")
        .values(task)
        .onConflict((conflict) => conflict.columns(["project", "id"]).doUpdateSet(change))
        .execute();
    },

    async dropTask({ project, id }) {
      await db.deleteFrom("tasks").where("project", "=", project).where("id", "=", id).execute();
    },

    decisions({ project, task, limit, all }) {
      let query = db.selectFrom("decisions").selectAll().where("project", "=", project);
      if (task !== undefined) query = query.where("task", "=", task);
      if (!all) query = query.where("withdrawnAt", "is", null);
      const newest = query.orderBy("ts", "desc").orderBy("id", "desc");
      return (limit === undefined ? newest : newest.limit(limit)).execute();
    },

    findDecisions: (project, partOfId) =>
      db
        .selectFrom("decisions")
        .selectAll()
        .where("project", "=", project)
        .where(idFits(partOfId))
        .limit(MOST_CANDIDATES)
        .execute(),

    addDecision: (decision) => insert(db, "decisions", decision),

    async rewordDecision({ project, id }, content, at) {
      await db
        .insertInto("decisionVersions")
        .columns(["project", "decisionId", "replacedAt", "content"])
        .expression((build) =>
          build
            .selectFrom("decisions")
            .where("project", "=", project)
            .where("id", "=", id)
            .select((select) => ["project", "id", select.val(at).as("replacedAt"), "content"]),
        )
        .execute();
      await db.updateTable("decisions").set({ content }).where("project", "=", project).where("id", "=", id).execute();
    },

    async changeDecision({ project, id }, change) {
      await db.updateTable("decisions").set(change).where("project", "=", project).where("id", "=", id).execute();
    },

    versions: ({ project, id }) =>
      db
        .selectFrom("decisionVersions")
        .select(["content", "replacedAt"])
        .where("project", "=", project)
        .where("decisionId", "=", id)
        .orderBy("replacedAt")
        .execute(),

    async continuity(project) {
      const query = db.selectFrom("continuities").select("state").where("project", "=", project);
      return (await query.executeTakeFirst())?.state;
    },

    putContinuity: (project, state, updatedAt) => put(db, "continuities", { project, state, updatedAt }, "project"),

    file: (path) => db.selectFrom("ledgerFiles").selectAll().where("path", "=", path).executeTakeFirst(),

    async files(project) {
      const rows = await db.selectFrom("ledgerFiles").select("path").where("project", "=", project).execute();
      return rows.map(({ path }) => path);
    },

    async dropFile(path) {
      await db.deleteFrom("ledgerFiles").where("path", "=", path).execute();
    },

    putFile: (file) => put(db, "ledgerFiles", file, "path"),

    addClash: (clash) => insert(db, "clashes", clash),

    clashes: (project, limit) =>
      db
        .selectFrom("clashes")
        .selectAll()
        .where("project", "=", project)
        .orderBy("foundAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    addEntry: (entry) => insert(db, "trajectory", entry),

    async entries({ project, phases, sessionKey, after, limit }) {
      let query = db.selectFrom("trajectory").selectAll().where("project", "=", project).where("phase", "in", phases);
      if (sessionKey !== undefined) query = query.where("sessionKey", "=", sessionKey);
      if (after !== undefined) query = query.where("pk", ">", after);
      const newest = query.orderBy("pk", "desc");
      return (await (limit === undefined ? newest : newest.limit(limit)).execute()).reverse();
    },
  };
}
