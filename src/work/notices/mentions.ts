import { hasPhrase, mentionsIn } from "../../text/index.ts";
import { commandsIn } from "../reading/commands.ts";
import { commandKey } from "../reading/failures.ts";
import { shareWithin, wordSet } from "../reading/message-pieces.ts";
import type { Entry, ThreadFailure, WorkState } from "../state.ts";

/** A rule or a decision that names what is touched. */
export interface NamedBy {
  readonly entry: Entry;
  /** The name as the entry has it. */
  readonly what: string;
}

/** Nearly the same words are the same rule. */
const ALIKE = 0.7;
const SCRIPT_RUNNER = /^(?:npm|pnpm|yarn|bun) run /;
const QUOTED = /`([^`\n]+)`/g;

const partsOf = (path: string): string[] => path.split(/[/\\]+/).filter((part) => part !== "" && part !== ".");

/** A program and what it is to do, as people name a command: `git push`, `npm run build`. */
function commandName(command: string): string | undefined {
  const words = command.split(" ").filter((word) => !word.startsWith("-"));
  const name = words.slice(0, SCRIPT_RUNNER.test(command) ? 3 : 2);
  return name.length >= 2 && name.every((word) => /^[\w.:-]+$/.test(word)) ? name.join(" ").toLowerCase() : undefined;
}

/** An index of the files and commands that the work of a project names, for every tool call. */
export class Mentions {
  /** By the last part of the path. */
  readonly #paths = new Map<string, { readonly parts: readonly string[]; readonly by: NamedBy }[]>();
  readonly #texts: { readonly entry: Entry; readonly lower: string; readonly quoted: ReadonlySet<string> }[] = [];
  readonly #failures = new Map<string, ThreadFailure>();

  constructor({ rules, decisions, threads }: WorkState) {
    for (const entry of [...rules, ...decisions]) {
      if (entry.supersededBy !== null) continue;
      const text = [entry.text, entry.reason ?? ""].join("\n");
      for (const { path } of mentionsIn(text)) this.#addPath(path, entry);
      const quoted = new Set([...text.matchAll(QUOTED)].flatMap(([, command = ""]) => commandsIn(command)));
      this.#texts.push({ entry, lower: text.toLowerCase(), quoted });
    }
    for (const failure of threads.flatMap(({ failures }) => failures))
      this.#failures.set(commandKey(failure.command), failure);
  }

  #addPath(path: string, entry: Entry): void {
    const parts = partsOf(path);
    const last = parts.at(-1);
    if (last === undefined) return;
    this.#paths.set(last, [...(this.#paths.get(last) ?? []), { parts, by: { entry, what: path } }]);
  }

  /** The entries that name this file, by its name or the end of its path, or a folder that it is in. */
  ofFile(path: string): NamedBy[] {
    const own = partsOf(path);
    return own.flatMap((part, at) =>
      (this.#paths.get(part) ?? []).flatMap(({ parts, by }) =>
        parts.every((one, index) => one === own[at - parts.length + 1 + index]) ? [by] : [],
      ),
    );
  }

  /** The entries that name this command, or a file in it. */
  ofCommand(command: string): NamedBy[] {
    const each = commandsIn(command);
    const names = each.flatMap((one) => commandName(one) ?? []);
    const named = this.#texts.flatMap(({ entry, lower, quoted }) => {
      const what = each.find((one) => quoted.has(one)) ?? names.find((name) => hasPhrase(lower, name));
      return what === undefined ? [] : [{ entry, what: `\`${what}\`` }];
    });
    const files = command.split(/[\s'"=:]+/).filter((word) => /[./]/.test(word) && !word.startsWith("-"));
    return [...named, ...files.flatMap((file) => this.ofFile(file))];
  }

  failureOf(command: string): ThreadFailure | undefined {
    return this.#failures.get(commandKey(command));
  }

  /** Whether a record with nearly these words exists. */
  isRecorded(words: string): boolean {
    const own = wordSet(words);
    return this.#texts.some(({ entry, lower }) => entry.isRecorded && shareWithin(own, wordSet(lower)) >= ALIKE);
  }
}
