import { activityOf } from "../../capture/index.ts";
import { canonicalJson, isoTime, redact } from "../../core/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";
import { oneLine } from "../../text/index.ts";
import { withTitle } from "../named/active-task.ts";
import { formatCheckpoint, parseCheckpoint } from "../named/checkpoint-markdown.ts";
import { AUTOSAVE } from "../named/checkpoint-names.ts";
import type { Draft } from "../named/draft.ts";
import { type ProjectFolder, readText, writeText } from "../named/project-folder.ts";
import { qualityProblems } from "../named/quality.ts";
import { sessionLabel } from "../named/session-state-owner.ts";
import { buildDraft, loadSources, type Sources } from "../named/sources.ts";
import { takeSnapshot } from "../named/workspace-snapshot.ts";
import type { CheckpointDecision, CheckpointTask } from "../task-source.ts";
import { appendText, keepOutOfGit } from "./history-files.ts";
import { autosaveFile, autosaveLog, autosaveSection, lastAutosave } from "./saved-checkpoints.ts";
import { isFarewell, type Reason, reasonText } from "./when-to-save.ts";

const QUESTION = /[?？]\s*$/u;

/** Whether there is work to continue: an answered question is none. */
function isOpen({ captured }: Sources): boolean {
  const { requests, files, commands } = activityOf(captured?.messages ?? []);
  const asked = requests.some(({ text }) => !QUESTION.test(text));
  return asked || commands.length > 0 || files.some(({ edits }) => edits > 0);
}

/** "goodnight" is not the task to resume. */
const withoutCloseWords = ({ captured, ...files }: Sources): Sources => ({
  ...files,
  captured: captured && {
    ...captured,
    messages: captured.messages.filter(({ kind, content }) => kind !== "prompt" || !isFarewell(content)),
  },
});

export interface Saving {
  readonly session: SessionRecord;
  readonly reason: Reason;
  readonly now: number;
  readonly minMinutesBetween: number;
  /** From the project's ledger, newest first. */
  readonly decisions: readonly CheckpointDecision[];
  readonly tasks: readonly CheckpointTask[];
}

/** Writes a project's autosave, unless nothing is open or nothing changed. Returns its path if it was written. */
export async function writeAutosave(store: Store, place: ProjectFolder, saving: Saving): Promise<string | undefined> {
  const { session, reason, now, minMinutesBetween, decisions, tasks } = saving;
  const name = sessionLabel(session);
  const found = withoutCloseWords(await loadSources(store, place, session, decisions));
  if (!isOpen(found)) return undefined;
  const draft = withTitle(buildDraft(found), tasks);
  if (draft.task === "") return undefined;
  const why = redact(reasonText(reason));
  const last = lastAutosave(place);
  const isRecent = last !== undefined && (reason.kind === "idle" || now - last.at < minMinutesBetween * 60_000);
  if (isRecent && last.session === name && isSame(draft, readText(place, autosaveFile(place)) ?? "")) return undefined;
  // Reads the project's files and runs git, so only when it is really saved.
  const snapshot = await takeSnapshot(place.root, draft, now);
  const others = autosaveSection({ why, session: name });
  const text = formatCheckpoint(AUTOSAVE, draft, now, { snapshot, others, problems: qualityProblems(draft) });
  keepOutOfGit(place);
  writeText(place, autosaveFile(place), text);
  const task = oneLine(redact(draft.task), 120);
  appendText(place, autosaveLog(place), `- ${isoTime(now)} | ${why} | ${name} | ${task}\n`, "# Autosave log\n\n");
  return autosaveFile(place);
}

/** Compared after a round trip: writing folds spaces and redacts. */
const isSame = (draft: Draft, text: string): boolean =>
  canonicalJson(parseCheckpoint(formatCheckpoint(AUTOSAVE, draft, 0)).draft) ===
  canonicalJson(parseCheckpoint(text).draft);
