import { setImmediate as nextTurn } from "node:timers/promises";
import { type FileKind, isSource, kindOf } from "./code/kinds.ts";
import { isPacked, readInside } from "./code/reading.ts";
import { LOOKED_FOR } from "./documents/choice.ts";
import { documentsOf, openProject, ownNames, type Project } from "./project.ts";
import { type Document, promisesIn } from "./promises/extract.ts";
import { OwnPrograms } from "./promises/programs.ts";
import type { DocumentPromise, Place, PromiseKind } from "./promises/promise.ts";
import { Lookout } from "./search/lookout.ts";
import { mentionsIn } from "./search/mentions.ts";
import { type Quest, Quests } from "./search/quests.ts";
import { type Marks, type Pause, scan } from "./search/scan.ts";
import { Tally } from "./search/tally.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export interface GhostQuestion {
  /** A path in the project. */
  readonly project: string;
  /** Documents or folders of them, instead of those that promise by their names. */
  readonly paths?: readonly string[] | undefined;
}

/** What became of one promise. */
export interface JudgedPromise {
  readonly promise: string;
  readonly kind: PromiseKind;
  readonly promisedAt: readonly string[];
  readonly mentions: number;
  readonly searches: readonly { readonly query: string; readonly hits: number }[];
  readonly verdict: Verdict;
  /** Where the first search found it first. */
  readonly foundAt: string | null;
  /** A test names it, which proves nothing where no code does. */
  readonly inTests: boolean;
}

export interface GhostReport {
  readonly project: string;
  readonly documents: readonly string[];
  /** What was looked for, where no document was found. */
  readonly lookedFor: string | null;
  /** How much is promised; without any code nothing of it can be judged. */
  readonly promised: number;
  readonly codeFiles: number;
  readonly promises: readonly JudgedPromise[];
  readonly unread: readonly { readonly path: string; readonly why: string }[];
  /** Something was too much to look at all of it. */
  readonly cut: readonly string[];
}

const DOCUMENT_BYTES = 1 << 20;
const CODE_BYTES = 1 << 20;
const MOST_CODE_BYTES = 1 << 30;
const MOST_DOCUMENTS = 500;
const MOST_PROMISES = 3000;
/** So long at a time, then others have their turn. */
const TURN_MS = 10;

function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}

interface Found {
  readonly quest: Quest;
  readonly inCode: Tally;
  readonly inTests: Tally;
  mentions: number;
}

/** Reads the documents, then searches the code, and lets others have their turn in between. */
export async function searchGhosts({ project: given, paths = [] }: GhostQuestion): Promise<GhostReport> {
  const project = await openProject(given);
  return new Hunt(project).run(paths);
}

class Hunt {
  readonly #project: Project;
  readonly #pause = pauses();
  readonly #lookout = new Lookout();
  readonly #unread: { path: string; why: string }[] = [];
  readonly #cut: string[] = [];
  #codeFiles = 0;
  #hasSource = false;

  constructor(project: Project) {
    this.#project = project;
    if (project.listing.isCut) this.#cut.push(`only the first ${project.listing.paths.length} files were looked at`);
  }

  async run(paths: readonly string[]): Promise<GhostReport> {
    const documents = await this.#documents(paths);
    const found = await this.#promised(documents);
    for (const { path, text } of documents) {
      const marks = await this.#marksOf(path, text, false);
      for (const one of found) one.mentions += mentionsIn(one.quest, marks);
    }
    if (found.length > 0) await this.#search(found);
    const promises = this.#hasSource ? judged(found) : undefined;
    return {
      project: this.#project.root,
      documents: documents.map(({ path }) => path),
      lookedFor: documents.length === 0 && paths.length === 0 ? LOOKED_FOR : null,
      promised: promises?.length ?? found.length,
      codeFiles: promises ? this.#codeFiles : 0,
      promises: promises ?? [],
      unread: this.#unread,
      cut: this.#cut,
    };
  }

  async #documents(given: readonly string[]): Promise<Document[]> {
    const paths = await documentsOf(this.#project, given);
    if (paths.length > MOST_DOCUMENTS)
      this.#cut.push(`only the first ${MOST_DOCUMENTS} of ${paths.length} documents were read`);
    const documents: Document[] = [];
    for (const path of paths.slice(0, MOST_DOCUMENTS)) {
      const text = await this.#read(path, DOCUMENT_BYTES);
      if (text !== undefined) documents.push({ path, text });
    }
    return documents;
  }

  async #promised(documents: readonly Document[]): Promise<Found[]> {
    const names = await ownNames(this.#project);
    const own = new OwnPrograms(names);
    const quests = new Quests(this.#lookout, names);
    for (const document of documents) {
      for (const promise of this.#promisesOf(document, own)) {
        quests.add(promise);
        await this.#pause();
      }
    }
    const all = quests.all;
    if (all.length > MOST_PROMISES)
      this.#cut.push(`only the first ${MOST_PROMISES} of ${all.length} promises were looked for`);
    return all.slice(0, MOST_PROMISES).map((quest) => ({
      quest,
      inCode: new Tally(quest.literal, quest.meaning),
      inTests: new Tally(quest.literal, quest.meaning),
      mentions: 0,
    }));
  }

  #promisesOf(document: Document, own: OwnPrograms): DocumentPromise[] {
    try {
      return promisesIn(document, own);
    } catch (error) {
      // Nothing that people write is nested so deeply.
      if (!(error instanceof RangeError)) throw error;
      this.#unread.push({ path: document.path, why: "nested too deeply" });
      return [];
    }
  }

  async #search(found: readonly Found[]): Promise<void> {
    let bytes = 0;
    for (const path of this.#project.listing.paths) {
      const kind: FileKind = kindOf(path);
      if (kind !== "code" && kind !== "test") continue;
      if (bytes > MOST_CODE_BYTES) {
        this.#cut.push(`the search ended at ${path}, after ${MOST_CODE_BYTES >> 20} MB of code`);
        return;
      }
      const text = await this.#read(path, CODE_BYTES);
      if (text === undefined || isPacked(text)) continue;
      bytes += text.length;
      if (kind === "code") this.#codeFiles++;
      this.#hasSource ||= isSource(path);
      const marks = await this.#marksOf(path, text, true);
      for (const one of found) (kind === "code" ? one.inCode : one.inTests).take(path, marks);
    }
  }

  async #read(path: string, most: number): Promise<string | undefined> {
    const read = await readInside(this.#project.root, path, most);
    await this.#pause();
    if ("text" in read) return read.text;
    // What was deleted is nobody's, and pictures are not expected to be read.
    if (read.why !== "gone" && !(read.why === "binary" && kindOf(path) !== "document"))
      this.#unread.push({ path, why: read.why });
    return undefined;
  }

  /** The path is the first line: a file is named after what it does. */
  #marksOf(path: string, text: string, isCode: boolean): Promise<Marks> {
    return scan(`${path}\n${text}`, this.#lookout, this.#pause, isCode);
  }
}

const placed = ({ path, line }: Place): string => `${path}:${line}`;

function judge({ quest, inCode, inTests, mentions: counted }: Found): JudgedPromise {
  const { promise, places, queries } = quest;
  const hits = [inCode.literalHits, inCode.meaningHits] as const;
  const mentions = Math.max(counted, places.length);
  return {
    promise: promise.words,
    kind: promise.kind,
    promisedAt: places.map(placed),
    mentions,
    searches: queries.map((query, at) => ({ query, hits: hits[at] ?? 0 })),
    verdict: verdictOf(hits, mentions),
    foundAt: inCode.foundAt ?? null,
    inTests: inTests.literalHits > 0,
  };
}

/**
 * All that could be judged. The second word of a command may be a value (`add milk`): it counts as a promise only where another
 * second word behind the same first is really one.
 */
function judged(found: readonly Found[]): JudgedPromise[] {
  const groups = new Set(
    found.flatMap(({ quest: { promise }, inCode }) =>
      promise.kind === "command" && promise.path.length > 1 && inCode.literalHits > 0 ? [promise.path[0]] : [],
    ),
  );
  return found
    .filter(({ quest: { promise }, inCode }) =>
      promise.kind === "command" && promise.path.length > 1 ? groups.has(promise.path[0]) : inCode.isJudged,
    )
    .map(judge);
}
