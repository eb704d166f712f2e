import { posix } from "node:path";

/*
 * Which commands are the project's own, and which are others': a README is full of `git clone` and `npm install --save-dev`.
 */

/** Others' programs whose names are no everyday words: where a text names one, its flags are likely that one's. */
const OTHERS =
  `git gh docker docker-compose podman kubectl helm terraform ansible curl wget npm npx pnpm yarn bun deno pip pipx poetry uv conda
  brew apt apt-get cargo rustc rustup gcc clang cmake gradle mvn bundler rake composer php ruby perl python java dotnet ssh rsync
  sudo systemctl tmux grep ripgrep sed awk xargs jq psql mysql sqlite3 redis-cli ffmpeg openssl aws gcloud heroku vercel netlify
  eslint prettier biome tsc tsx webpack vite rollup esbuild jest vitest mocha pytest mypy ruff tox virtualenv powershell bash zsh
  nginx pm2 node node.js v8 chrome chromium firefox`.split(/\s+/);
const NAMED = new RegExp(
  `(?<![\\w./-])(?:${OTHERS.map((name) => name.replace(".", "\\.")).join("|")})(?![\\w/-]|\\.\\w)`,
  "i",
);

/** The names by which the project's own program is called. */
export class OwnPrograms {
  readonly #names: ReadonlySet<string>;
  readonly #packages: ReadonlySet<string>;
  readonly #runners: ReadonlySet<string>;

  /** `runners`: programs whose targets are the project's own, as `make` where there is a Makefile. */
  constructor(names: readonly string[], runners: readonly string[] = []) {
    const plain = names.map((name) => name.toLowerCase());
    this.#packages = new Set(plain);
    this.#names = new Set(plain.map((name) => posix.basename(name)).filter((name) => /^\w[\w.-]*$/.test(name)));
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
    const found = NAMED.exec(text)?.[0];
    return found !== undefined && !this.has(found);
  }
}

/** Files that tell what the project is called. */
export const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "Cargo.toml",
  "go.mod",
  "composer.json",
];
export const RUNNER_FILES = ["package.json", "Makefile", "justfile", ".justfile", "Justfile"];

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

function fromPackageJson(text: string): string[] {
  try {
    const { name, bin }: { name?: unknown; bin?: unknown } = JSON.parse(text) ?? {};
    const own = typeof name === "string" ? [name] : [];
    return bin !== null && typeof bin === "object" ? [...own, ...Object.keys(bin)] : own;
  } catch {
    return [];
  }
}

/** Runners whose targets a file defines. A published package's README speaks of its readers' scripts: only private ones count. */
export function runnersIn(path: string, text: string): string[] {
  if (path === "package.json") return /"private"\s*:\s*true/.test(text) ? ["npm", "yarn", "pnpm", "bun"] : [];
  return path === "Makefile" ? ["make"] : /^\.?justfile$/i.test(path) ? ["just"] : [];
}

/** The names that a manifest gives the project and its programs. */
export function namesInManifest(path: string, text: string): string[] {
  switch (posix.basename(path)) {
    case "package.json":
      return fromPackageJson(text);
    case "go.mod":
      return matches(text, /^module\s+(?:\S*\/)?([\w.-]+?)(?:\/v\d+)?\s*$/gm);
    case "setup.py":
    case "setup.cfg":
      return [...matches(text, /\bname\s*=\s*["']?([\w.-]+)/g), ...matches(text, /["'\s]([\w.-]+)\s*=\s*[\w.]+:\w+/g)];
    default: {
      const names = matches(text, /^\s*"?name"?\s*[=:]\s*"(?:[^"/]*\/)?([\w.-]+)"/gm);
      const scripts = /^\[(?:project\.scripts|tool\.poetry\.scripts|project\.gui-scripts)\]\s*$([^[]*)/m.exec(
        text,
      )?.[1];
      return [...names, ...matches(scripts ?? "", /^\s*"?([\w.-]+)"?\s*=/gm)];
    }
  }
}

/** `cmd/acme/main.go`, `bin/acme`: programs by where they lie. */
export const programOfPath = (path: string): string | undefined =>
  /^cmd\/([\w.-]+)\/main\.go$/.exec(path)?.[1] ?? /^bin\/([\w-]+)(?:\.\w+)?$/.exec(path)?.[1];

/** A document's title, where it is a name. */
export function nameInTitle(title: string): string | undefined {
  const [name = ""] = title.split(/\s*[:–—|]\s*|\s-\s/, 1);
  const words = name.trim().split(/\s+/);
  return words.length <= 2 && /^[\w .-]+$/.test(name) ? words.join("-").toLowerCase() : undefined;
}
