import { activityOf, nextStepsIn } from "../../capture/index.ts";
import { askGit } from "../../project-files/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";
import { oneLine } from "../../text/index.ts";

/** The state of a session's work, as far as it is known. */
export interface CurrentWork {
  /** What the user asked for last. */
  readonly request: string;
  /** The agent's announced next step. */
  readonly nextStep: string;
  readonly branch: string;
  /** The files that were changed last, newest last. */
  readonly files: readonly string[];
  /** Whether anything was done: a question that was only answered leaves no work. */
  readonly isWork: boolean;
}

const MESSAGES_READ = 200;
const MOST_FILES = 5;
const LONGEST = 300;

/** From what was captured of the session, and from git. */
export async function currentWork(store: Store, { id, project }: SessionRecord): Promise<CurrentWork> {
  const kinds = ["prompt", "text", "tool_use"] as const;
  const messages = await store.messages.list(id, { kinds, limit: MESSAGES_READ, fromEnd: true });
  const { requests, lastReply, files, commands } = activityOf(messages);
  const edited = files.filter(({ edits }) => edits > 0).map(({ path }) => path);
  const branch = project === null ? undefined : await askGit(project, "branch", "--show-current");
  return {
    request: oneLine(requests.at(-1)?.text ?? "", LONGEST),
    nextStep: oneLine(nextStepsIn(lastReply?.text ?? "")[0] ?? "", LONGEST),
    branch: branch?.trim() ?? "",
    files: edited.slice(-MOST_FILES),
    isWork: edited.length > 0 || commands.length > 0,
  };
}

/** In one line. */
export const workLine = ({ request, branch, nextStep }: CurrentWork): string =>
  [
    request === "" ? "" : `Last request: ${request}`,
    branch === "" ? "" : `Branch: ${branch}`,
    nextStep === "" ? "" : `Next: ${nextStep}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** Whether the reasoning state in the notes is one that we wrote; what a person wrote there stays. */
export const isOwnState = (state: string): boolean =>
  state === "" || /^(?:Last request|Open request|Branch|Next): /u.test(state);
