import { posix } from "node:path";
import { badInput } from "../../core/index.ts";

/** A place in the project that costs no context until it is looked at. */
export interface Identifier {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const PROJECT_ROOT = `\${PROJECT_ROOT}`;
const LINES = /^(.*?)(?::([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?)?$/su;
const FORM = `Write ${PROJECT_ROOT}/src/file.ts:12-34, from the project's root.`;

function pathWithin(path: string): string | undefined {
  if (path === "" || path.includes("\0") || path.includes("\\")) return undefined;
  const normal = posix.normalize(path);
  return normal === "." || normal === ".." || normal.startsWith("../") || normal.endsWith("/") ? undefined : normal;
}

/** Refuses relative and hard-coded absolute paths: only paths from the root mean the same on every machine. */
export function readIdentifier(text: string): Identifier {
  const [, path = "", from, to] = LINES.exec(text.trim()) ?? [];
  const prefix = `${PROJECT_ROOT}/`;
  if (!path.startsWith(prefix)) {
    const what =
      path.startsWith("/") || /^[A-Za-z]:[\\/]/u.test(path) ? "a hard-coded absolute path" : "a relative path";
    throw badInput(`"${text}" is ${what}`, FORM);
  }
  const inside = pathWithin(path.slice(prefix.length));
  if (inside === undefined) throw badInput(`"${text}" names no file of the project`, FORM);
  if (from === undefined) return { path: inside };
  if (to !== undefined && Number(to) < Number(from)) throw badInput(`"${text}" ends before it begins`, FORM);
  return { path: inside, from: Number(from), ...(to !== undefined && to !== from && { to: Number(to) }) };
}

export function writeIdentifier({ path, from, to }: Identifier): string {
  const lines = from === undefined ? "" : to === undefined ? `:${from}` : `:${from}-${to}`;
  return `${PROJECT_ROOT}/${path}${lines}`;
}
