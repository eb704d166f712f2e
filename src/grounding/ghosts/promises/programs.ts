import { posix } from "node:path";

/*
 * Which commands are the project's own, and which are others': a README is full of `git clone` and `npm install --save-dev`.
 */

/** Others' programs whose names are no everyday words: where a text names one, its flags are likely that one's. */
const UNMISTAKABLE =
  `git gh hub docker docker-compose podman kubectl helm terraform ansible curl wget npm npx pnpm yarn bun deno pip pip3 pipx
  poetry uv uvx conda brew apt apt-get dnf yum pacman cargo rustc rustup gcc clang cmake gradle mvn maven bundle bundler rake
  composer php ruby perl python python3 java javac dotnet nuget ssh scp rsync sudo systemctl launchctl tmux grep ripgrep rg sed
  awk xargs jq psql mysql sqlite3 redis-cli mongosh ffmpeg openssl aws gcloud az heroku vercel netlify eslint prettier biome
  tsc tsx webpack vite esbuild jest vitest pytest mypy ruff black tox nox virtualenv venv chmod chown mkdir powershell bash zsh
  vim nano code-server supabase firebase nginx pm2 ollama node node.js claude codex gemini aider chrome chromium firefox flutter`.split(
    /\s+/,
  );
/** The same, with names that a sentence may hold for other reasons: only as the first word of a command. */
const EVERYDAY =
  `go make just task code cat cd cp mv rm ls ln ps kill tar zip unzip head tail sort find test echo export source set env
  open start sh more less touch date time watch which where cursor gem mix swift dart
  act air nix flow top cut`.split(/\s+/);

const OTHERS: ReadonlySet<string> = new Set([...UNMISTAKABLE, ...EVERYDAY]);
const NAMED = new RegExp(
  `(?<![\\w./-])(?:${UNMISTAKABLE.map((name) => name.replace(".", "\\.")).join("|")})(?![\\w/-]|\\.\\w)`,
  "i",
);

/** The names by which the project's own program is called. */
export class OwnPrograms {
  readonly #names: ReadonlySet<string>;

  constructor(names: Iterable<string>) {
    this.#names = new Set([...names].map((name) => name.toLowerCase()).filter((name) => /^[\w][\w.-]*$/.test(name)));
  }

  has(program: string): boolean {
    return this.#names.has(program.toLowerCase());
  }

  /** Whether a text speaks of somebody else's program. */
  mentionsOther(text: string): boolean {
    const found = NAMED.exec(text)?.[0];
    return found !== undefined && !this.has(found);
  }

  isOther(program: string): boolean {
    return OTHERS.has(program.toLowerCase()) && !this.has(program);
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

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

function fromPackageJson(text: string): string[] {
  try {
    const { name, bin }: { name?: unknown; bin?: unknown } = JSON.parse(text) ?? {};
    const own = typeof name === "string" ? [posix.basename(name)] : [];
    return bin !== null && typeof bin === "object" ? [...own, ...Object.keys(bin)] : own;
  } catch {
    return [];
  }
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
