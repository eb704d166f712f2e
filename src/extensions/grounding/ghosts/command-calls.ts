import type { OwnPrograms } from "./own-programs.ts";

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
