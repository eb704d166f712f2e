import type { OwnPrograms } from "./programs.ts";

/** What one command line asks of the project's own program, or of its scripts. */
export interface Call {
  readonly program: string;
  /** The first word behind it, where it looks like a command and not like a value. */
  readonly command: string | undefined;
  readonly flags: readonly string[];
}

/** What may stand before the program: a prompt, variables, and programs that run others. */
export const PROMPT = /^\s*(?:\$|>|%|❯)\s+/;
const BEFORE = /^(?:\$|>|%|❯)\s+|^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+|^(?:sudo|time|exec|env|command)\s+/;
const RUNNERS =
  /^(?:npx|bunx|uvx|pipx run|pnpm dlx|pnpm exec|yarn dlx|npm exec(?: --)?|poetry run|uv run|bundle exec|cargo run(?: --release)?(?: --)?|go run|python3? -m|(?:node|deno run|bun(?: run)?|python3?|ruby|php)(?= ))\s+(?:-[\w-]+\s+)*/;
const SCRIPTS = /^(npm run(?:-script)?|yarn run|pnpm run|bun run|make|just)\s+([a-z][\w:-]*)(?=\s|$)/;
const FLAG = /^--(?:no-)?([a-zA-Z][\w-]*)/;
const COMMAND = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** `./bin/acme.js` is acme. */
const nameOf = (program: string): string =>
  program
    .replace(/^.*\//, "")
    .replace(/@[\w.^~-]+$/, "")
    .replace(/\.(?:c?js|mjs|ts|py|rb|php|sh|exe|go)$/, "");

/** One line of commands in its parts: what follows `|`, `&&` or `;` is another. */
const partsOf = (line: string): string[] => line.split(/\s*(?:&&|\|\||[|;])\s*/);

const withoutComment = (line: string): string => line.replace(/(?:^|\s)#\s.*$|\s\/\/\s.*$/, "");

function stripped(part: string): string {
  let rest = part.trim();
  for (let before = BEFORE.exec(rest); before; before = BEFORE.exec(rest)) rest = rest.slice(before[0].length);
  return rest;
}

function callOf(part: string, own: OwnPrograms): Call | undefined {
  const given = stripped(part);
  const [, runner = "", target] = SCRIPTS.exec(given) ?? [];
  if (target !== undefined && !own.has(runner))
    return own.hasScriptsFor(runner) ? { program: runner, command: target, flags: [] } : undefined;
  const [first = "", ...rest] = given.replace(RUNNERS, "").split(/\s+/);
  const program = nameOf(first);
  if (!own.has(program)) return undefined;
  const [next = ""] = rest;
  const flags = rest.flatMap((word) => FLAG.exec(word.replace(/^[[(|]+/, ""))?.[1] ?? []);
  return { program, command: COMMAND.test(next) ? next : undefined, flags };
}

/** The calls of the project's own program on a line of shell; those of other programs say nothing about this one. */
export const callsOn = (line: string, own: OwnPrograms): Call[] =>
  partsOf(withoutComment(line)).flatMap((part) => callOf(part, own) ?? []);
