import { activityOf } from "../../capture/index.ts";
import { canonicalJson, isoTime, redact } from "../../core/index.ts";
import type { Decision } from "../../ledger/index.ts";
import type { SessionRecord, Store } from "../../store/index.ts";
import { oneLine } from "../../text/index.ts";
import { type ActiveTask, withTitle } from "../named/active.ts";
import type { Draft } from "../named/draft.ts";
import { checkpointText, readCheckpoint } from "../named/file-form.ts";
import { draftOf, type Sources } from "../named/filling.ts";
import { sourcesOf } from "../named/gathering.ts";
import { AUTOSAVE } from "../named/names.ts";
import { type OnDisk, putText, textAt } from "../named/project-text.ts";
import { lacking } from "../named/quality.ts";
import { nameOf } from "../named/state-owner.ts";
import { worldOf } from "../named/world.ts";
import { closes } from "./close-words.ts";
import { appendText, keepOutOfGit } from "./files.ts";
import { type Reason, reasonText } from "./reasons.ts";
import { autosaveFile, autosaveLog, lastAutosave, savedSection } from "./saved.ts";

const QUESTION = /[?？]\s*$/u;

/** Whether there is work to go on with: a question that was answered is none. */
function isOpen({ captured }: Sources): boolean {
  const { requests, files, commands } = activityOf(captured?.messages ?? []);
  const asked = requests.some(({ text }) => !QUESTION.test(text));
  return asked || commands.length > 0 || files.some(({ edits }) => edits > 0);
}

/** Nobody goes on with "goodnight". */
const withoutCloseWords = ({ captured, ...files }: Sources): Sources => ({
  ...files,
  captured: captured && {
    ...captured,
    messages: captured.messages.filter(({ kind, content }) => kind !== "prompt" || !closes(content)),
  },
});

export interface Saving {
  readonly session: SessionRecord;
  readonly reason: Reason;
  readonly now: number;
  readonly minMinutesBetween: number;
  /** Those of the project's ledger, newest first. */
  readonly decisions: readonly Decision[];
  readonly tasks: readonly ActiveTask[];
}

/**
 * Writes the autosave of a project, unless nothing is open, or nothing has changed since the last one. Tells where it
 * stands, if it did.
 */
export async function saveNow(store: Store, place: OnDisk, saving: Saving): Promise<string | undefined> {
  const { session, reason, now, minMinutesBetween, decisions, tasks } = saving;
  const name = nameOf(session);
  const found = withoutCloseWords(await sourcesOf(store, place, session, decisions));
  if (!isOpen(found)) return undefined;
  const draft = withTitle(draftOf(found), tasks);
  if (draft.task === "") return undefined;
  const why = redact(reasonText(reason));
  const last = lastAutosave(place);
  const isRecent = last !== undefined && (reason.kind === "idle" || now - last.at < minMinutesBetween * 60_000);
  if (isRecent && last.session === name && isSame(draft, textAt(place, autosaveFile(place)) ?? "")) return undefined;
  // Looks at the project's files and asks git: only where it is written down.
  const world = await worldOf(place.root, draft, now);
  const others = savedSection({ why, session: name });
  const text = checkpointText(AUTOSAVE, draft, now, { world, others, lacks: lacking(draft) });
  keepOutOfGit(place);
  putText(place, autosaveFile(place), text);
  const task = oneLine(redact(draft.task), 120);
  appendText(place, autosaveLog(place), `- ${isoTime(now)} | ${why} | ${name} | ${task}\n`, "# Autosave log\n\n");
  return autosaveFile(place);
}

/** Compared as it is read again: writing folds spaces and redacts. */
const isSame = (draft: Draft, text: string): boolean =>
  canonicalJson(readCheckpoint(checkpointText(AUTOSAVE, draft, 0)).draft) === canonicalJson(readCheckpoint(text).draft);
