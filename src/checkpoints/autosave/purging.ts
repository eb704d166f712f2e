import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionRecord } from "../../store/index.ts";
import { createdIn } from "../named/created.ts";
import { AUTOSAVE } from "../named/names.ts";
import { type OnDisk, putText, textAt } from "../named/project-text.ts";
import { Shelf } from "../named/shelf.ts";
import { nameOf } from "../named/state-owner.ts";
import { worldIn } from "../named/world-form.ts";
import { BUFFER_HEAD, readBuffer } from "./buffer.ts";
import { PUT_AWAY } from "./files.ts";
import { autosaveFile, autosaveLog, labelled } from "./saved.ts";

/* What was written of a session into the files of its project, for whoever removes that session for good. */

export interface Left {
  readonly path: string;
  readonly why: string;
}

/** What a purge does to the files of a project. */
export interface PurgedFiles {
  /** Those that lose the session's words. */
  readonly cleaned: readonly string[];
  /** Those that may hold some and stay as they are. */
  readonly left: readonly Left[];
}

/** A file without a session's words; undefined where nothing of it remains. */
interface Cleaned {
  readonly path: string;
  readonly text: string | undefined;
}

const ofSession = (text: string, name: string): boolean => labelled(text, "Session") === name;

function withoutHistory(text: string, name: string): string {
  const parts = text.split(new RegExp(`^(?=${PUT_AWAY.source})`, "m")).map((part) => {
    const [, from = ""] = PUT_AWAY.exec(part) ?? [];
    if (from === `SESSION-STATE.md of ${name}` || from === `entries of ${name}`) return "";
    if (from !== "working-buffer.md") return part;
    const exchanges = part.split(/^(?=### )/m).filter((one) => !one.split("\n")[0]?.includes(` ${name}, context `));
    return exchanges.length > 1 ? exchanges.join("") : "";
  });
  return parts.join("");
}

/** The files that a session's words are taken out of; SESSION-STATE.md is its writer's own affair. */
export function cleanedFiles(place: OnDisk, session: SessionRecord): Cleaned[] {
  const name = nameOf(session);
  const history = join(place.places.own, "history");
  const months = existsSync(history) ? readdirSync(history).filter((file) => file.endsWith(".md")) : [];
  const withoutExchanges = (text: string): string =>
    `${BUFFER_HEAD}${readBuffer(text)
      .flatMap((one) => (one.session === name ? [] : [one.raw]))
      .join("")}`;
  const withoutLines = (text: string): string =>
    text
      .split("\n")
      .filter((line) => !line.includes(` | ${name} | `))
      .join("\n");
  const whole = (text: string): string | undefined => (ofSession(text, name) ? undefined : text);
  const edits: [path: string, edit: (text: string) => string | undefined][] = [
    [place.places.workingBuffer, (text) => (text.includes(` ${name}, context `) ? withoutExchanges(text) : text)],
    [autosaveFile(place), whole],
    [autosaveLog(place), withoutLines],
    ...new Shelf(place).trashed().flatMap((one): typeof edits => (one.name === AUTOSAVE ? [[one.path, whole]] : [])),
    ...months.map((file): (typeof edits)[number] => [join(history, file), (text) => withoutHistory(text, name)]),
  ];
  return edits.flatMap(([path, edit]) => {
    const before = textAt(place, path);
    const after = before === undefined ? undefined : edit(before);
    return before === after ? [] : [{ path, text: after }];
  });
}

export function applyCleaning(place: OnDisk, files: readonly Cleaned[]): void {
  for (const { path, text } of files) {
    if (text === undefined) rmSync(path, { force: true });
    else putText(place, path, text);
  }
}

/** What people saved or what is the project's own: it stays, and is named. */
export function leftFiles(place: OnDisk, session: SessionRecord): Left[] {
  const name = nameOf(session);
  const began = Math.floor(Date.parse(session.startedAt) / 60_000) * 60_000;
  const shelf = new Shelf(place);
  const saved = [...shelf.all(), ...shelf.trashed()].filter(({ name: called, text, changedAt }) => {
    const owner = worldIn(text)?.session;
    if (called === AUTOSAVE) return false;
    return owner === undefined ? (createdIn(labelled(text, "Created")) ?? changedAt) >= began : owner === name;
  });
  const { notes, tasks } = place.places;
  const ledger = [notes, tasks, dirname(place.places.trajectory("", session.key, ""))].filter((path) =>
    existsSync(path),
  );
  return [
    ...saved.map(({ path }) => ({
      path,
      why: "a checkpoint that somebody saved under a name: delete it if it should go",
    })),
    ...ledger.map((path) => ({
      path,
      why: "the project's own record of notes, decisions and tasks, not one session's",
    })),
  ];
}

export const leftTranscript = ({ transcriptPath: path, harness }: SessionRecord): Left[] =>
  path !== null && existsSync(path)
    ? [{ path, why: `the transcript of ${harness}, which Throughline never changes` }]
    : [];

/** Where its files are today is not known. */
export const goneFolder = ({ project }: SessionRecord): Left[] =>
  project !== null && !existsSync(project)
    ? [
        {
          path: project,
          why: "this folder is gone; if it was moved, `throughline projects link` to its new place before you purge, or its `.throughline` keeps the words",
        },
      ]
    : [];
