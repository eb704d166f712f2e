import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { redact } from "../core/index.ts";

const URL_FORM = /^([a-z][a-z\d+.-]*):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#]*)(?::(\d*))?(.*)$/is;
/** `user@host:path`, as ssh takes it: a colon before any slash. One letter before the colon is a drive of Windows. */
const SCP_FORM = /^(?:[^/@]*@)?(\[[^\]]*\]|[^/:[\]]{2,}):(?!:)(.*)$/s;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { ssh: "22", https: "443", http: "80", git: "9418" };

const withoutSuffix = (path: string): string =>
  path
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");

const onHost = (host: string, path: string): string =>
  `${host.toLowerCase()}/${withoutSuffix(path.replace(/^\/+/, ""))}`;

/** The repository's folder: git accepts `x` for `x`, `x.git` and `x/.git`. */
function localRepository(path: string): string {
  const there = [path, `${path}.git`].find(existsSync) ?? path;
  try {
    return realpathSync.native(there).replace(/[\\/]\.git$/, "");
  } catch {
    return resolve(there);
  }
}

/**
 * One name for a repository, however a clone spells its URL: no protocol, user, credentials, default port, `.git` or
 * case of the host. A path of this machine is taken from `folder`, and stays a path.
 */
export function normalizeRemote(url: string, folder: string): string | undefined {
  const trimmed = url.trim();
  if (trimmed === "") return undefined;
  const [, scheme = "", host = "", port, path = ""] = URL_FORM.exec(trimmed) ?? [];
  if (scheme.toLowerCase() === "file") return redact(localRepository(decoded(path)));
  if (scheme !== "") {
    const isUsual = !port || DEFAULT_PORTS[scheme.toLowerCase()] === port;
    return redact(onHost(isUsual ? host : `${host}:${port}`, path));
  }
  const [, scpHost, scpPath = ""] = isAbsolute(trimmed) ? [] : (SCP_FORM.exec(trimmed) ?? []);
  if (scpHost !== undefined) return redact(onHost(scpHost, scpPath));
  // `helper::address` is not a path.
  return redact(/^[\w-]+::/.test(trimmed) ? trimmed : localRepository(resolve(folder, trimmed)));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
