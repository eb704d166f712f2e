import { collectionOf, type Tables } from "../store/index.ts";

export const SCENARIO_TYPES = ["happy_path", "edge_case", "error_handling"] as const;
export type ScenarioType = (typeof SCENARIO_TYPES)[number];

/** What must hold for a decision or a task to count as done. */
export interface Scenario {
  readonly name: string;
  readonly type: ScenarioType;
  readonly expected: string;
}

/** Where in the code a decision rests: a place, and the words that stood there. */
export interface Evidence {
  /** `${PROJECT_ROOT}/…`, without lines. */
  readonly path: string;
  readonly line: number;
  readonly quote: string;
}

export interface DecisionContent {
  readonly decision: string;
  readonly rationale: string;
  readonly alternatives: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly testScenarios: readonly Scenario[];
}

/** A recorded decision. It outlives its session. */
export interface DecisionRecord {
  readonly id: string;
  readonly project: string;
  readonly task: string | null;
  readonly ts: string;
  readonly content: DecisionContent;
  /** Former texts, oldest first. */
  readonly versions: readonly { readonly content: DecisionContent; readonly replacedAt: string }[];
  readonly sessionId: string | null;
  /** Who wrote it: a session, a person at the command line, or a person in the file. */
  readonly source: string;
  /** The memory that recall finds it by. */
  readonly memoryId: string | null;
  readonly withdrawnAt: string | null;
}

const ACTIVE = "active";
const WITHDRAWN = "withdrawn";

/** Ids are a project's own: a clone brings the same ones with its files. */
export const decisionKey = ({ project, id }: Pick<DecisionRecord, "project" | "id">): string => `${project}\n${id}`;

export const recordedDecisions = collectionOf<DecisionRecord>("decisions", (record) => ({
  ...{ id: decisionKey(record), project: record.project, at: record.ts },
  state: record.withdrawnAt === null ? ACTIVE : WITHDRAWN,
}));

export interface DecisionFilter {
  readonly project: string;
  readonly task?: string | undefined;
  readonly limit?: number | undefined;
  /** Also withdrawn ones. */
  readonly all?: boolean | undefined;
}

/** Newest first. */
export const decisionsOf = (
  tables: Tables,
  { project, task, limit, all = false }: DecisionFilter,
): Promise<DecisionRecord[]> =>
  recordedDecisions(tables).list(
    { projects: [project], fields: { task }, states: all ? undefined : [ACTIVE] },
    { newestFirst: true, limit },
  );
