import { posix } from "node:path";

/*
 * Which commands are the project's own, and which are others': a README is full of `git clone` and `npm install
 * --save-dev`.
 */

/** Others' programs that READMEs speak of most: where a text names one, its flags are likely that one's. */
const OTHERS =
  /(?<![\w./-])(?:git|gh|docker|kubectl|curl|npm|npx|pnpm|yarn|bun|deno|pip|brew|apt|cargo|gcc|cmake|make|ssh|node|python|bash|grep|psql|aws|tsc|webpack|vite|jest|vitest|pytest|eslint|chrome)(?![\w/-]|\.\w)/i;

/** The names by which the project's own program and package are called. */
export class OwnPrograms {
  readonly #names: ReadonlySet<string>;
  readonly #packages: ReadonlySet<string>;
  readonly #runners: ReadonlySet<string>;

  /** `runners`: programs whose targets are the project's own, as `make` where there is a Makefile. */
  constructor(names: readonly string[], runners: readonly string[] = []) {
    this.#packages = new Set(names.map((name) => name.toLowerCase()));
    this.#names = new Set([...this.#packages].map((name) => posix.basename(name)));
    this.#runners = new Set(runners);
  }

  has(program: string): boolean {
    return this.#names.has(program.toLowerCase());
  }

  hasScriptsFor(runner: string): boolean {
    return this.#runners.has(runner.split(" ", 1)[0] ?? "");
  }

  /** Whether a module is the project's own package, or a part of it. */
  hasModule(module: string): boolean {
    const parts = module.toLowerCase().split("/");
    const name = parts.slice(0, module.startsWith("@") ? 2 : 1).join("/");
    return this.#packages.has(name) || this.#packages.has(name.split(".", 1)[0]?.replaceAll("_", "-") ?? "");
  }

  /** Whether a text speaks of somebody else's program. */
  mentionsOther(text: string): boolean {
    const found = OTHERS.exec(text)?.[0];
    return found !== undefined && !this.has(found);
  }
}

const MANIFEST =
  /^(?:[^/]+\/){0,2}(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|composer\.json)$/;
export const isManifest = (path: string): boolean => MANIFEST.test(path) || /^(?:Makefile|\.?justfile)$/i.test(path);

/** What a manifest, by whichever of these forms, gives the project, its programs and their scripts as names. */
const NAMES = [
  /(?:^|[{,(])\s*["']?name["']?\s*[=:]\s*["']?([\w@/.-]+)/gm,
  /^module\s+(?:\S*\/)?([\w.-]+?)(?:\/v\d+)?\s*$/gm,
  /["'\s]([\w.-]+)["']?\s*=\s*["']?[\w.]+:\w+/g,
  /"bin"\s*:\s*\{\s*"([\w.-]+)"/g,
];

export const namesInManifest = (text: string): string[] =>
  NAMES.flatMap((pattern) => [...text.matchAll(pattern)].map((found) => found[1] ?? ""));

/**
 * Runners whose targets a file defines. A published package's README speaks of its readers' scripts: only private ones
 * count.
 */
export function runnersIn(path: string, text: string): string[] {
  if (path === "package.json") return /"private"\s*:\s*true/.test(text) ? ["npm", "yarn", "pnpm", "bun"] : [];
  return path === "Makefile" ? ["make"] : /^\.?justfile$/i.test(path) ? ["just"] : [];
}

/** `cmd/acme/main.go`, `bin/acme`: programs by their paths. */
export const programOfPath = (path: string): string | undefined =>
  /^cmd\/([\w.-]+)\/main\.go$/.exec(path)?.[1] ?? /^bin\/([\w-]+)(?:\.\w+)?$/.exec(path)?.[1];

/** A document's title, where it is a name. */
export function nameInTitle(text: string): string | undefined {
  const title = /^#[ \t]+(.+)$/m.exec(text)?.[1]?.replace(/[`*_]/g, "");
  const words =
    title
      ?.split(/\s*[:–—|]\s*|\s-\s/, 1)[0]
      ?.trim()
      .split(/\s+/) ?? [];
  return words.length <= 2 && words.every((word) => /^[\w.-]+$/.test(word)) ? words.join("-").toLowerCase() : undefined;
}

/** What one command line asks of the project's own program, or of its scripts. */
export interface Call {
  readonly program: string;
  /** The first word behind it, where it looks like a command and not like a value. */
  readonly command: string | undefined;
  readonly flags: readonly string[];
}

export const PROMPT = /^\s*(?:\$|>|%|❯)\s+/;
/** Possible prefixes of the program: variables, and programs that run others. */
const BEFORE =
  /^(?:(?:\w+=\S*|sudo|time|exec|env|npx|bunx|uvx|(?:poetry|uv|pipx|go|cargo|deno|bun) run|bundle exec|python3? -m|node|python3?|ruby|php|--|--release)\s+)+/;
const SCRIPTS = /^(npm run(?:-script)?|yarn run|pnpm run|bun run|make|just)\s+([a-z][\w:-]*)(?=\s|$)/;
const FLAG = /^--(?:no-)?([a-zA-Z][\w-]*)/;
const COMMAND = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** `./bin/acme.js` is acme. */
const nameOf = (program: string): string =>
  program.replace(/^.*\//, "").replace(/@[\w.^~-]+$|\.(?:[cm]?js|ts|py|rb|php|sh|exe|go)$/, "");

function callOf(part: string, own: OwnPrograms): Call | undefined {
  const text = part.replace(PROMPT, "").trim();
  const [, runner = "", target] = SCRIPTS.exec(text) ?? [];
  if (target !== undefined && !own.has(runner))
    return own.hasScriptsFor(runner) ? { program: runner, command: target, flags: [] } : undefined;
  const [first = "", ...rest] = text.replace(BEFORE, "").split(/\s+/);
  const program = nameOf(first);
  if (!own.has(program)) return undefined;
  const flags = rest.flatMap((word) => FLAG.exec(word.replace(/^[[(|]+/, ""))?.[1] ?? []);
  return { program, command: COMMAND.test(rest[0] ?? "") ? rest[0] : undefined, flags };
}

/** The calls of the project's own program on a line of shell; those of other programs say nothing about this one. */
export const callsOn = (line: string, own: OwnPrograms): Call[] =>
  line
    .replace(/(?:^|\s)#\s.*$|\s\/\/\s.*$/, "")
    .split(/\s*(?:&&|\|\||[|;])\s*/)
    .flatMap((part) => callOf(part, own) ?? []);
