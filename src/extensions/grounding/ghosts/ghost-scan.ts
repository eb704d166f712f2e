import { realpath, stat } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { isInside, KeyedMutex, notFound, refused, workingFolder } from "../../../core/index.ts";
import { readCited } from "../citations/read-cited-file.ts";
import type { ghostShape, scanShape, toCheckShape } from "../report-shapes.ts";
import { type Document, type Pause, type Promised, promisesIn } from "./extract-promises.ts";
import { isManifest, nameInTitle, namesInManifest, OwnPrograms, programOfPath, runnersIn } from "./own-programs.ts";
import { documentsAmong, filesOf, isSource, kindOf, LOOKED_FOR, MOST_FILES, markdownBelow } from "./project-files.ts";
import { type Place, verdictOf } from "./promise.ts";
import { hitsIn, mentionsIn, Scanner, type Search, searchesFor } from "./search-code.ts";

type JudgedPromise = Readonly<z.output<typeof ghostShape>>;
/** What no search can judge: a feature in prose, or a thing of which it is not clear that it is the project's own. */
type ToCheck = Readonly<z.output<typeof toCheckShape>>;
/** Without any code nothing that is promised can be judged. */
export type GhostReport = Readonly<z.output<typeof scanShape>>;

const MOST_BYTES = 1 << 20;
const MOST_CODE_BYTES = 1 << 30;
const MOST_DOCUMENTS = 500;
const MOST_MANIFESTS = 50;
const MOST_PROMISES = 3000;
const MOST_TO_CHECK = 200;
/** So many of a kind must be found before a document's others of that kind are taken for the project's own. */
const FEWEST_FOUND = 2;
/** The length of a time slice; then other work runs. */
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
  readonly hits: [number, number];
  testHits: number;
  mentions: number;
}

/** Scans projects one at a time: each scan holds files in memory. */
export class GhostScanner {
  readonly #turns = new KeyedMutex();

  /** Reads the documents (those at `paths`, or those that promise by their names), then searches the code. */
  find(project: string, paths: readonly string[] = []): Promise<GhostReport> {
    return this.#turns.run("ghosts", async () => {
      const isFolder = await stat(project).then(
        (entry) => entry.isDirectory(),
        () => false,
      );
      if (!isFolder) throw notFound(`there is no folder ${project}`, "Give the folder of a project with --project.");
      // A worktree is a project of its own here: what it promises is to be found in its own files.
      const root = workingFolder(project);
      return new GhostScan(root, await filesOf(root)).run(paths);
    });
  }
}

class GhostScan {
  readonly #root: string;
  readonly #files: readonly string[];
  readonly #pause = pauses();
  readonly #unread: { path: string; why: string }[] = [];
  readonly #cut: string[] = [];
  #codeFiles = 0;
  #hasSource = false;

  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    this.#files = this.#first(files, MOST_FILES, "files");
  }

  async run(paths: readonly string[]): Promise<GhostReport> {
    const documents = await this.#documents(paths);
    const own = await this.#ownPrograms();
    const promised: Promised[] = [];
    for (const document of documents) promised.push(await promisesIn(document, own, this.#pause));
    const searches = searchesFor(promised.flatMap(({ exact }) => exact));
    const found = this.#first(searches, MOST_PROMISES, "promises").map(
      (search): Found => ({ search, hits: [0, 0], testHits: 0, mentions: 0 }),
    );
    await this.#search(found, documents);
    const { judged, unclear } = this.#hasSource ? splitByOwnership(found) : { judged: [], unclear: [] };
    const features = promised.flatMap((one) =>
      one.features.map(
        ({ words: promise, place }): ToCheck => ({
          ...{ promise, kind: "feature", promisedAt: [placed(place)] },
        }),
      ),
    );
    return {
      project: this.#root,
      documents: documents.map(({ path }) => path),
      lookedFor: documents.length === 0 && paths.length === 0 ? LOOKED_FOR : null,
      promises: this.#hasSource ? judged.length : found.length,
      codeFiles: this.#hasSource ? this.#codeFiles : 0,
      ghosts: judged.filter(({ verdict }) => verdict !== "kept"),
      toCheck: [...unclear, ...features].slice(0, MOST_TO_CHECK),
      ...{ unread: this.#unread, cut: this.#cut },
    };
  }

  /** The first `most`; the report says what was cut. */
  #first<One>(all: readonly One[], most: number, what: string): readonly One[] {
    if (all.length > most) this.#cut.push(`only the first ${most} of ${all.length} ${what} were looked at`);
    return all.slice(0, most);
  }

  async #documents(requested: readonly string[]): Promise<Document[]> {
    const paths =
      requested.length === 0
        ? documentsAmong(this.#files)
        : (await Promise.all(requested.map((path) => this.#named(path)))).flat();
    const documents: Document[] = [];
    for (const path of this.#first([...new Set(paths)], MOST_DOCUMENTS, "documents")) {
      const text = await this.#read(path);
      if (text !== undefined) documents.push({ path, text });
    }
    return documents;
  }

  async #named(path: string): Promise<string[]> {
    const real = await realpath(resolve(this.#root, path)).catch(() => undefined);
    if (real === undefined) throw notFound(`there is no ${path}`, "Give documents of the project, or folders of them.");
    if (!isInside(this.#root, real))
      throw refused(
        `${path} is outside the project ${this.#root}`,
        "Only the project's own documents are read; --project names another.",
      );
    const inside = relative(this.#root, real).split(sep).join("/");
    return (await stat(real)).isDirectory() ? markdownBelow(this.#files, inside) : [inside];
  }

  /** What the project and its programs are called: by its folder, its manifests, its title. */
  async #ownPrograms(): Promise<OwnPrograms> {
    const names = [basename(this.#root), ...this.#files.flatMap((path) => programOfPath(path) ?? [])];
    const runners: string[] = [];
    for (const path of this.#files.filter(isManifest).slice(0, MOST_MANIFESTS)) {
      const text = this.#text(path) ?? "";
      names.push(...namesInManifest(text));
      runners.push(...runnersIn(path, text));
    }
    const readme = this.#files.find((path) => /^readme\.(?:md|markdown)$/i.test(path));
    const title = readme && nameInTitle(this.#text(readme) ?? "");
    return new OwnPrograms([...names, ...(title ? [title] : [])], runners);
  }

  async #search(found: readonly Found[], documents: readonly Document[]): Promise<void> {
    const scanner = new Scanner(
      found.map(({ search }) => search),
      this.#pause,
    );
    for (const { path, text } of documents) {
      const marks = await scanner.scan(path, text, false);
      for (const one of found) one.mentions += mentionsIn(one.search, marks);
    }
    let left = found.length > 0 ? MOST_CODE_BYTES : 0;
    for (const path of found.length > 0 ? this.#files : []) {
      const kind = kindOf(path);
      if (kind !== "code" && kind !== "test") continue;
      if (left < 0)
        return void this.#cut.push(`the search ended at ${path}, after ${MOST_CODE_BYTES >> 20} MB of code`);
      const text = await this.#read(path);
      if (text === undefined) continue;
      left -= text.length;
      if (kind === "code") this.#codeFiles++;
      this.#hasSource ||= isSource(path);
      const marks = await scanner.scan(path, text, true);
      for (const one of found) {
        const [literal, byParts] = hitsIn(one.search, marks);
        if (kind === "test") one.testHits += literal;
        else [one.hits[0], one.hits[1]] = [one.hits[0] + literal, one.hits[1] + byParts];
      }
    }
  }

  #text(path: string): string | undefined {
    const file = readCited(this.#root, path, MOST_BYTES);
    return "text" in file ? file.text : undefined;
  }

  async #read(path: string): Promise<string | undefined> {
    const file = readCited(this.#root, path, MOST_BYTES);
    await this.#pause();
    if ("text" in file) return file.text;
    // Deleted files and pictures are not worth a report.
    if (file.reason !== "missing" && !(file.reason === "binary" && kindOf(path) !== "document"))
      this.#unread.push({ path, why: file.reason });
    return undefined;
  }
}

const placed = ({ path, line }: Place): string => `${path}:${line}`;

function judge({ search, hits, testHits, mentions: counted }: Found): JudgedPromise {
  const { promise, places, queries } = search;
  const mentions = Math.max(counted, places.length);
  return {
    ...{ promise: promise.words, kind: promise.kind, promisedAt: places.map(placed), mentions },
    searches: queries.map((query, at) => ({ query, hits: hits[at] ?? 0 })),
    ...{ verdict: verdictOf(hits, mentions, testHits > 0), inTests: testHits > 0 },
  };
}

/**
 * A document speaks of the project's own flags, commands, routes or names where the code has most of those that it
 * names; otherwise they may be another program's, or the reader's, and are only listed.
 */
function splitByOwnership(found: readonly Found[]): { judged: JudgedPromise[]; unclear: ToCheck[] } {
  const groupsOf = ({ promise: { kind }, places }: Search) => [...new Set(places.map(({ path }) => `${kind} ${path}`))];
  const all = found.map((one) => ({ judgement: judge(one), groups: groupsOf(one.search) }));
  const verdicts = new Map<string, string[]>();
  for (const { judgement, groups } of all)
    for (const group of groups) {
      const known = verdicts.get(group) ?? [];
      known.push(judgement.verdict);
      verdicts.set(group, known);
    }
  const isOwn = (group: string) => {
    const ofGroup = verdicts.get(group) ?? [];
    const kept = ofGroup.filter((verdict) => verdict === "kept").length;
    return kept >= FEWEST_FOUND && kept * 2 >= ofGroup.length;
  };
  const isClear = ({ judgement, groups }: (typeof all)[number]) => judgement.verdict === "kept" || groups.every(isOwn);
  return {
    judged: all.filter(isClear).map(({ judgement }) => judgement),
    unclear: all
      .filter((one) => !isClear(one))
      .map(({ judgement: { promise, kind, promisedAt } }) => ({ promise, kind, promisedAt })),
  };
}
