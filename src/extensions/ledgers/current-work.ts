import { askGit } from "../../project-files/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { oneLine } from "../../text/index.ts";
import { isOver, type Thread, type Work } from "../../work/index.ts";

/** The work that a session belongs to, as every other part knows it. */
export interface CurrentWork {
  /** In one line. */
  readonly line: string;
  /** The files that were changed last, newest last. */
  readonly files: readonly string[];
}

const MOST_FILES = 5;
const LONGEST = 300;

/** Undefined for a session that only asked and was answered. */
export async function currentWork(work: Work, session: SessionRecord): Promise<CurrentWork | undefined> {
  const { id, project, projectNormalized } = session;
  if (project === null || projectNormalized === null) return undefined;
  await work.update(id);
  const own = await work.threadOfSession(id);
  const thread = (await work.state(projectNormalized)).threads.find((one) => one.id === own);
  return thread && workOf(thread, project);
}

/** What a session is about, also one that only talked. */
export async function currentTopic(work: Work, session: SessionRecord): Promise<CurrentWork> {
  const [thread] = (await work.ofSession(session)).threads;
  return thread && session.project !== null ? workOf(thread, session.project) : { line: "", files: [] };
}

async function workOf(thread: Thread, project: string): Promise<CurrentWork> {
  const branch = (await askGit(project, "branch", "--show-current"))?.trim() ?? "";
  const { goal, request, nextStep, files } = thread;
  const said = isOver(thread)
    ? [["Finished", goal?.text]]
    : [
        ["Last request", request?.text],
        ["Branch", branch],
        ["Next", nextStep?.text],
      ];
  const line = said.flatMap(([label, text]) => (text ? [`${label}: ${oneLine(text, LONGEST)}`] : [])).join(" · ");
  return { line, files: files.slice(0, MOST_FILES).reverse() };
}

/** Whether the reasoning state in the notes is one that we wrote; what a person wrote there stays. */
export const isOwnState = (state: string): boolean =>
  state === "" || /^(?:Finished|Last request|Open request|Branch|Next): /u.test(state);
