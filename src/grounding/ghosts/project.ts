import { realpath, stat } from "node:fs/promises";
import { basename, posix, relative, resolve, sep } from "node:path";
import { notFound, refused } from "../../core/index.ts";
import { kindOf } from "./code/kinds.ts";
import { filesOf, type Listing, workingTree } from "./code/listing.ts";
import { readInside } from "./code/reading.ts";
import { documentsAmong, markdownBelow } from "./documents/choice.ts";
import {
  MANIFESTS,
  nameInTitle,
  namesInManifest,
  OwnPrograms,
  programOfPath,
  RUNNER_FILES,
  runnersIn,
} from "./promises/programs.ts";

export interface Project {
  /** Its folder, a real path. */
  readonly root: string;
  readonly listing: Listing;
}

const MANIFEST_BYTES = 256 << 10;
const MOST_MANIFESTS = 50;
const DEEPEST_MANIFEST = 3;

export async function openProject(path: string): Promise<Project> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw notFound(`there is no folder ${path}`, "Give the folder of a project with --project.");
  const root = await workingTree(path);
  return { root, listing: await filesOf(root) };
}

/** The documents that are meant: those that promise by their names, or those at the given paths. */
export async function documentsOf({ root, listing }: Project, given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return documentsAmong(listing.paths);
  const found = new Set<string>();
  for (const path of given) {
    const real = await realpath(resolve(root, path)).catch(() => undefined);
    if (real === undefined) throw notFound(`there is no ${path}`, "Give documents of the project, or folders of them.");
    const inside = relative(root, real).split(sep).join("/");
    if (inside === ".." || inside.startsWith("../") || resolve(root, inside) !== real)
      throw refused(
        `${path} is outside the project ${root}`,
        "Only the project's own documents are read; --project names another.",
      );
    const isFolder = (await stat(real)).isDirectory();
    for (const one of isFolder ? markdownBelow(listing.paths, inside) : [inside]) found.add(one);
  }
  return [...found];
}

const isManifest = (path: string): boolean =>
  MANIFESTS.includes(posix.basename(path)) && path.split("/").length <= DEEPEST_MANIFEST && kindOf(path) === "code";

/** What the project and its programs are called: by its folder, its manifests, its title. */
export async function ownPrograms({ root, listing }: Project): Promise<OwnPrograms> {
  const textOf = async (path: string): Promise<string> => {
    const read = await readInside(root, path, MANIFEST_BYTES);
    return "text" in read ? read.text : "";
  };
  const names = [basename(root), ...listing.paths.flatMap((path) => programOfPath(path) ?? [])];
  for (const path of listing.paths.filter(isManifest).slice(0, MOST_MANIFESTS))
    names.push(...namesInManifest(path, await textOf(path)));
  const readme = listing.paths.find((path) => /^readme\.(?:md|markdown)$/i.test(path));
  const title = readme === undefined ? undefined : /^#[ \t]+(.+)$/m.exec(await textOf(readme))?.[1];
  const titled = title === undefined ? undefined : nameInTitle(title.replace(/[`*_]/g, ""));
  const files = listing.paths.filter((path) => RUNNER_FILES.includes(path));
  const runners = await Promise.all(files.map(async (path) => runnersIn(path, await textOf(path))));
  return new OwnPrograms([...names, ...(titled === undefined ? [] : [titled])], runners.flat());
}
