import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionRecord } from "../../store/index.ts";
import { CheckpointFiles } from "../named/checkpoint-files.ts";
import { AUTOSAVE } from "../named/checkpoint-names.ts";
import { parseCreated } from "../named/created-time.ts";
import { type ProjectFolder, readText, writeText } from "../named/project-folder.ts";
import { sessionLabel } from "../named/session-state-owner.ts";
import { readSnapshot } from "../named/workspace-snapshot.ts";
import { ARCHIVED_HEADING } from "./history-files.ts";
import { autosaveFile, autosaveLog, labelValue } from "./saved-checkpoints.ts";
import { BUFFER_HEAD, readBuffer } from "./working-buffer.ts";

/* Purging: what a session left in the files of its project. */

export interface LeftFile {
  readonly path: string;
  readonly why: string;
}

/** A file without a session's text; undefined where nothing of it remains. */
interface Cleaned {
  readonly path: string;
  readonly text: string | undefined;
}

function withoutHistory(text: string, name: string): string {
  const parts = text.split(new RegExp(`^(?=${ARCHIVED_HEADING.source})`, "m")).map((part) => {
    const [, from = ""] = ARCHIVED_HEADING.exec(part) ?? [];
    if (from === `SESSION-STATE.md of ${name}` || from === `entries of ${name}`) return "";
    if (from !== "working-buffer.md") return part;
    const exchanges = part.split(/^(?=### )/m).filter((one) => !one.split("\n")[0]?.includes(` ${name}, context `));
    return exchanges.length > 1 ? exchanges.join("") : "";
  });
  return parts.join("");
}

/** The files to remove a session's text from; `WriteAhead` handles SESSION-STATE.md. */
export function cleanedFiles(place: ProjectFolder, session: SessionRecord): Cleaned[] {
  const name = sessionLabel(session);
  const history = join(place.places.own, "history");
  const months = existsSync(history) ? readdirSync(history).filter((file) => file.endsWith(".md")) : [];
  const withoutExchanges = (text: string): string =>
    [BUFFER_HEAD, ...readBuffer(text).flatMap((one) => (one.session === name ? [] : [one.raw]))].join("");
  const withoutLines = (text: string): string =>
    text.replace(/.*\n?/g, (line) => (line.includes(` | ${name} | `) ? "" : line));
  const whole = (text: string): string | undefined => (labelValue(text, "Session") === name ? undefined : text);
  const edits: [path: string, edit: (text: string) => string | undefined][] = [
    [place.places.workingBuffer, (text) => (text.includes(` ${name}, context `) ? withoutExchanges(text) : text)],
    [autosaveFile(place), whole],
    [autosaveLog(place), withoutLines],
    ...new CheckpointFiles(place)
      .trashed()
      .flatMap((one): typeof edits => (one.name === AUTOSAVE ? [[one.path, whole]] : [])),
    ...months.map((file): (typeof edits)[number] => [join(history, file), (text) => withoutHistory(text, name)]),
  ];
  return edits.flatMap(([path, edit]) => {
    const before = readText(place, path);
    const after = before === undefined ? undefined : edit(before);
    return before === after ? [] : [{ path, text: after }];
  });
}

export function applyCleaning(place: ProjectFolder, files: readonly Cleaned[]): void {
  for (const { path, text } of files) {
    if (text === undefined) rmSync(path, { force: true });
    else writeText(place, path, text);
  }
}

/** Files that people saved, or that belong to the project: they stay, and are reported. */
export function leftFiles(place: ProjectFolder, session: SessionRecord): LeftFile[] {
  const name = sessionLabel(session);
  const began = Math.floor(Date.parse(session.startedAt) / 60_000) * 60_000;
  const files = new CheckpointFiles(place);
  const saved = [...files.all(), ...files.trashed()].filter(({ name: called, text, changedAt }) => {
    const owner = readSnapshot(text)?.session;
    if (called === AUTOSAVE) return false;
    return owner === undefined ? (parseCreated(labelValue(text, "Created")) ?? changedAt) >= began : owner === name;
  });
  const { notes, tasks } = place.places;
  const ledger = [notes, tasks, dirname(place.places.trajectory("", session.key, ""))];
  return [
    ...saved.map(({ path }) => ({ path, why: "a named checkpoint: delete it yourself if it should go" })),
    ...ledger.flatMap((path) =>
      ifThere(path, "the project's own record of notes, decisions and tasks, not one session's"),
    ),
  ];
}

const ifThere = (path: string | null, why: string): LeftFile[] =>
  path !== null && existsSync(path) ? [{ path, why }] : [];

export const leftTranscript = ({ transcriptPath, harness }: SessionRecord): LeftFile[] =>
  ifThere(transcriptPath, `the transcript of ${harness}, which Throughline never changes`);

const GONE =
  "this folder is gone; if it was moved, `throughline projects link` to its new place before you purge, or its `.throughline` keeps the text";

/** The project's folder is gone, so its files may be anywhere. */
export const goneFolder = ({ project }: SessionRecord): LeftFile[] =>
  project !== null && !existsSync(project) ? [{ path: project, why: GONE }] : [];
