import { dirname } from "node:path/posix";
import { contentTerms } from "../text/index.ts";
import { RanSince } from "./reading/failures.ts";
import { namesNothing } from "./reading/message-pieces.ts";
import type { SessionReading } from "./reading/session-reading.ts";

/** A session's part in a thread. */
export interface Part {
  readonly sessionId: string;
  readonly thread: string;
  readonly lastAt: string;
  readonly reading: SessionReading;
}

/** A session that needs a thread. */
export interface NewSession {
  readonly sessionId: string;
  /** Its certain parent. */
  readonly continues: string | undefined;
  /** The session before it when its client was cleared, perhaps for other work. */
  readonly follows: string | undefined;
  readonly startedAt: string;
  readonly reading: SessionReading;
  /** Threads that are finished: new work in their files is other work. */
  readonly finished: ReadonlySet<string>;
}

const DAY_MS = 24 * 3_600_000;
/** Working in the same folder is the same work for so long; after that, only the same files are. */
const SAME_FOLDER_MS = 7 * DAY_MS;
/** A session without files of its own continues what was open so recently. */
const CONTINUES_MS = 3 * DAY_MS;
/** So many distinctive words in common, by weight, make two requests one piece of work. */
const SAME_WORDS = 0.2;
/** And so many that a finished one continues, where its files are changed again. */
const RELATED_WORDS = 0.05;

/** Folders that hold all of a project's work do not identify a piece of it. */
const isParticular = (folder: string): boolean =>
  !/^(?:\.|src|lib|apps?|tests?|docs?|cmd|pkg|packages|internal|scripts)$/.test(folder);

/** Nothing in it says what is wanted, as after "mach weiter" or a thank-you: it goes on with what it was given. */
const isVague = ({ goal, files, isFinished }: SessionReading): boolean =>
  goal === undefined || namesNothing(goal.text) || (isFinished && files.length === 0);

/** What is said in it about its own work: not that other work is done. */
function textOf({ goal, request, nextStep, highlights, settled }: SessionReading): string {
  const said = [goal, request, nextStep, ...highlights.filter(({ by }) => by === "user")].map((one) => one?.text ?? "");
  return settled.reduce((text, { text: over }) => text.replaceAll(over, ""), said.join("\n"));
}

function overlap(own: ReadonlySet<string>, other: ReadonlySet<string>, rarity: (word: string) => number): number {
  let shared = 0;
  let all = 0;
  for (const word of own) {
    const weight = rarity(word);
    all += weight;
    if (other.has(word)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** The weight of a word: one that is in all threads does not distinguish them. */
function rarityAmong(texts: readonly ReadonlySet<string>[]): (word: string) => number {
  const having = new Map<string, number>();
  for (const words of texts) for (const word of words) having.set(word, (having.get(word) ?? 0) + 1);
  return (word) => Math.log((texts.length + 1) / ((having.get(word) ?? 0) + 0.5));
}

/**
 * The thread that a session belongs to: the one of its certain parent, else by the files and folders that it changes,
 * or by what it repaired, else by the words it shares. A thread has the id of its first session.
 */
export function threadOf(newcomer: NewSession, parts: readonly Part[]): string {
  const others = parts.filter(({ sessionId }) => sessionId !== newcomer.sessionId);
  const certain = others.find(({ sessionId }) => sessionId === newcomer.continues);
  if (certain) return certain.thread;
  const newest = [...others].sort((a, b) => b.lastAt.localeCompare(a.lastAt));
  const open = newest.filter(({ thread }) => !newcomer.finished.has(thread));
  const { files } = newcomer.reading;
  const ageOf = ({ lastAt }: Part): number => Date.parse(newcomer.startedAt) - Date.parse(lastAt);
  const texts = newest.map(({ reading }) => new Set(contentTerms(textOf(reading))));
  const rarity = rarityAmong(texts);
  const words = new Set(contentTerms(textOf(newcomer.reading)));
  const compared = newest.map((part, at) => ({ part, shared: overlap(words, texts[at] ?? new Set(), rarity) }));
  const own = new Set(files);
  const byFile = compared.find(
    ({ part, shared }) =>
      part.reading.files.some((file) => own.has(file)) && (open.includes(part) || shared >= RELATED_WORDS),
  );
  if (byFile) return byFile.part.thread;
  const passed = new RanSince();
  for (const command of newcomer.reading.passed) passed.passed(command);
  const repaired = open.find(
    (part) => ageOf(part) <= CONTINUES_MS && part.reading.failures.some(({ command }) => passed.settles(command)),
  );
  if (repaired) return repaired.thread;
  const ranked = [...compared].sort((a, b) => b.shared - a.shared);
  const [nearest] = ranked;
  if (nearest && nearest.shared >= SAME_WORDS) return nearest.part.thread;
  const folders = new Set(files.map(dirname).filter(isParticular));
  const byFolder = open.find(
    (part) => ageOf(part) <= SAME_FOLDER_MS && part.reading.files.some((file) => folders.has(dirname(file))),
  );
  if (byFolder) return byFolder.thread;
  const [last] = open;
  if (last && isVague(newcomer.reading) && ageOf(last) <= CONTINUES_MS) return last.thread;
  if (files.length > 0) return newcomer.sessionId;
  const cleared = others.find(({ sessionId }) => sessionId === newcomer.follows);
  const related = nearest !== undefined && nearest.shared > 0 && ageOf(nearest.part) <= CONTINUES_MS;
  return cleared?.thread ?? (related ? nearest.part.thread : newcomer.sessionId);
}
