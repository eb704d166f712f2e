import { setImmediate as nextTurn } from "node:timers/promises";
import { Turns } from "../../core/index.ts";
import { type FileKind, isSource, kindOf } from "./code/kinds.ts";
import { isPacked, readInside } from "./code/reading.ts";
import { LOOKED_FOR } from "./documents/choice.ts";
import { documentsOf, openProject, ownPrograms, type Project } from "./project.ts";
import { type Document, type Promised, promisesIn } from "./promises/extract.ts";
import type { Place, PromiseKind, ProseFeature } from "./promises/promise.ts";
import { mentionsIn, type Search, searchesFor, Tally } from "./search/searches.ts";
import { type Marks, type Pause, scan, Terms } from "./search/terms.ts";
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
  /** Only tests name it: how they come by it, no search can tell. */
  readonly inTests: boolean;
}

/** What no search can judge: a feature in prose, or a thing of which it is not clear that it is the project's own. */
export interface ToCheck {
  readonly promise: string;
  readonly kind: PromiseKind | "feature";
  readonly promisedAt: readonly string[];
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
  readonly toCheck: readonly ToCheck[];
  readonly unread: readonly { readonly path: string; readonly why: string }[];
  /** Something was too much to look at all of it. */
  readonly cut: readonly string[];
}

const DOCUMENT_BYTES = 1 << 20;
const CODE_BYTES = 1 << 20;
const MOST_CODE_BYTES = 1 << 30;
const MOST_DOCUMENTS = 500;
const MOST_PROMISES = 3000;
const MOST_TO_CHECK = 200;
/** So many of a kind must be found before a document's others of that kind are taken for the project's own. */
const FEWEST_FOUND = 2;
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
  readonly search: Search;
  readonly inCode: Tally;
  readonly inTests: Tally;
  mentions: number;
}

/** One after the other: each holds files in memory. */
const turns = new Turns();

/** Reads the documents, then searches the code, and lets others have their turn in between. */
export const findGhosts = ({ project, paths = [] }: GhostQuestion): Promise<GhostReport> =>
  turns.run("ghosts", async () => new GhostScan(await openProject(project)).run(paths));

class GhostScan {
  readonly #project: Project;
  readonly #pause = pauses();
  readonly #terms = new Terms();
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
    const own = await ownPrograms(this.#project);
    const promised: Promised[] = [];
    for (const document of documents) promised.push(await promisesIn(document, own, this.#pause));
    const found = this.#found(promised);
    for (const { path, text } of documents) {
      const marks = await this.#marksOf(path, text, false);
      for (const one of found) one.mentions += mentionsIn(one.search, marks);
    }
    if (found.length > 0) await this.#search(found);
    const { judged, unclear } = this.#hasSource ? parted(found) : { judged: [], unclear: [] };
    const features = promised.flatMap((one) => one.features).map(featureToCheck);
    return {
      project: this.#project.root,
      documents: documents.map(({ path }) => path),
      lookedFor: documents.length === 0 && paths.length === 0 ? LOOKED_FOR : null,
      promised: this.#hasSource ? judged.length : found.length,
      codeFiles: this.#hasSource ? this.#codeFiles : 0,
      promises: judged,
      toCheck: [...unclear, ...features].slice(0, MOST_TO_CHECK),
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

  #found(promised: readonly Promised[]): Found[] {
    const all = searchesFor(
      promised.flatMap(({ exact }) => exact),
      this.#terms,
    );
    if (all.length > MOST_PROMISES)
      this.#cut.push(`only the first ${MOST_PROMISES} of ${all.length} promises were looked for`);
    return all.slice(0, MOST_PROMISES).map((search) => ({
      ...{ search, inCode: new Tally(search), inTests: new Tally(search), mentions: 0 },
    }));
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
    return scan(`${path}\n${text}`, this.#terms, this.#pause, isCode);
  }
}

const placed = ({ path, line }: Place): string => `${path}:${line}`;

const featureToCheck = ({ words, kind, place }: ProseFeature): ToCheck => ({
  ...{ promise: words, kind, promisedAt: [placed(place)] },
});

function judge({ search, inCode, inTests, mentions: counted }: Found): JudgedPromise {
  const { promise, places, queries } = search;
  const hits = [inCode.literalHits, inCode.partHits] as const;
  const mentions = Math.max(counted, places.length);
  const isInTests = inTests.literalHits > 0;
  return {
    promise: promise.words,
    kind: promise.kind,
    promisedAt: places.map(placed),
    mentions,
    searches: queries.map((query, at) => ({ query, hits: hits[at] ?? 0 })),
    verdict: verdictOf(hits, mentions, isInTests),
    foundAt: inCode.foundAt ?? null,
    inTests: isInTests,
  };
}

/**
 * A document speaks of the project's own flags, commands, routes or names where the code has most of those that it names; otherwise they
 * may be another program's, or the reader's, and are only listed.
 */
function parted(found: readonly Found[]): { judged: JudgedPromise[]; unclear: ToCheck[] } {
  const counts = new Map<string, { found: number; missing: number }>();
  const groupsOf = ({ promise: { kind }, places }: Search) => [...new Set(places.map(({ path }) => `${kind} ${path}`))];
  const all = found.map((one) => ({ judgement: judge(one), groups: groupsOf(one.search) }));
  for (const { judgement, groups } of all)
    for (const group of groups) {
      const count = counts.get(group) ?? { found: 0, missing: 0 };
      count[judgement.verdict === "kept" ? "found" : "missing"]++;
      counts.set(group, count);
    }
  const isOwn = (group: string) => {
    const { found: there = 0, missing = 0 } = counts.get(group) ?? {};
    return there >= FEWEST_FOUND && there >= missing;
  };
  const isClear = ({ judgement, groups }: (typeof all)[number]) => judgement.verdict === "kept" || groups.every(isOwn);
  return {
    judged: all.filter(isClear).map(({ judgement }) => judgement),
    unclear: all
      .filter((one) => !isClear(one))
      .map(({ judgement: { promise, kind, promisedAt } }) => ({ promise, kind, promisedAt })),
  };
}
