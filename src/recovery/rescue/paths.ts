/** The home folder of any user, written as `~/`. */
const HOME = /(?<![\w.~-])\/(?:home|Users)\/[^/\s]+\//g;

/** Writes paths as the project does: relative to it, whatever folder or worktree they were named from. */
export function relativeTo(roots: readonly (string | null | undefined)[]): (text: string) => string {
  const folders = [...new Set(roots.filter((root): root is string => !!root && root !== "/"))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => folders.reduce((shorter, folder) => shorter.replaceAll(`${folder}/`, ""), text).replace(HOME, "~/");
}

const isOutside = (path: string): boolean => /^(?:[~/]|\.\.\/)/.test(path);

/** The paths of a session by their endings. */
export class PathEndings {
  /** Null where several paths end so. */
  readonly #byEnding = new Map<string, string | null>();

  /** `opened`: paths that are certain as they are, also those of files at the top of the project. */
  constructor(paths: Iterable<string>, opened: ReadonlySet<string> = new Set()) {
    for (const path of opened) this.#byEnding.set(path, path);
    for (const path of new Set([...opened, ...paths])) {
      const parts = path.split("/");
      for (let from = 1; from < parts.length && !isOutside(path); from++) {
        const ending = parts.slice(from).join("/");
        const other = this.#byEnding.get(ending);
        const isLonger = other && path.endsWith(`/${other}`) && !opened.has(other);
        if (other === undefined || isLonger) this.#byEnding.set(ending, path);
        else if (!other?.endsWith(`/${path}`) && other !== ending) this.#byEnding.set(ending, null);
      }
    }
  }

  /** A short mention means the one longer path of the project that ends with it, if there is just one. */
  full(path: string): string {
    return isOutside(path) ? path : (this.#byEnding.get(path) ?? path);
  }

  /** The shortest ending that means this path and no other. */
  short(path: string): string {
    if (isOutside(path)) return path;
    const parts = path.split("/");
    const endings = parts.map((_, from) => parts.slice(from).join("/")).reverse();
    return endings.find((ending) => this.#byEnding.get(ending) === path) ?? path;
  }
}
