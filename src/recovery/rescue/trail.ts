import { setImmediate } from "node:timers/promises";
import type { Act } from "../../capture/index.ts";
import type { MessageRecord } from "../../store/index.ts";
import { isOwnTool } from "../../text/index.ts";
import { callOf } from "./call-text.ts";
import { addCodeWords, type ItemKey, itemsIn, keyOf } from "./items.ts";
import { type LineRange, lineRangeOf } from "./line-range.ts";
import { PathEndings } from "./paths.ts";

/** One message of the ledger: what it names, and the file that it is about. */
export interface Step {
  readonly items: ReadonlySet<ItemKey>;
  readonly file: string | undefined;
  /** The part of its file that it shows. */
  readonly range: LineRange | undefined;
}

/** The messages of a session, read for the items in them. */
export interface Trail {
  readonly steps: readonly Step[];
  /** The items of another text, as far as the session knows them. */
  readonly itemsOf: (text: string) => Set<ItemKey>;
  /** The shortest way to write a path that means no other file of the session. */
  readonly shortPath: (path: string) => string;
}

export type TrailMessage = Pick<MessageRecord, "kind" | "content" | "toolName" | "toolUseId">;

/** What a client says itself in the place of a result or around it. */
const CLIENT_TAGS = /<(system-reminder|tool_use_error|usage)>[\s\S]*?(?:<\/\1>|$)/g;

interface Read {
  readonly act: Act | undefined;
  readonly isResult: boolean;
  readonly text: string;
  readonly toolWords?: readonly string[];
}

/** The messages that count, each with its text; a result knows the call that it answers. */
function readAll(messages: readonly TrailMessage[], relative: (text: string) => string): Read[] {
  const acts = new Map<string, Act>();
  return messages.flatMap(({ kind, content, toolName, toolUseId }): Read[] => {
    if (isOwnTool(toolName)) return [];
    if (kind === "tool_use") {
      const { act, text, toolWords } = callOf(content);
      if (toolUseId) acts.set(toolUseId, act);
      return [{ act, isResult: false, text: relative(text), toolWords }];
    }
    const isResult = kind === "tool_result";
    const act = isResult ? acts.get(toolUseId ?? "") : undefined;
    return [{ act, isResult, text: relative(content.replace(CLIENT_TAGS, " ")) }];
  });
}

/** A line of `ls`, `find` or `git status` that is the name of a file and nothing else. */
const LISTED = /^(?:[ MADRCU?!]{2} |[l-][rwxst-]{9}.* )?(?:\.\/)?([\p{L}\p{N}_@.+-]+)$/gmu;

const pathIn = (key: ItemKey): string | undefined => (key.startsWith("path ") ? key.slice("path ".length) : undefined);
const isOfHiddenFolder = (path: string): boolean => path.startsWith("~/.");

/** What a command is given to read or to say, and not told by name. */
const QUOTED_IN_COMMAND = /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\1\b|"(?:\\.|[^"\\])*"|'[^']*'/g;
const WORDS_OF_COMMAND = /(?<=\s|>)[\p{L}\p{N}_@.+-]+(?=[\s;&|)]|$)/gu;

/**
 * Which of the paths that were named are files: what a tool was given or listed, and what has a folder and an ending.
 */
class Files {
  readonly opened = new Set<string>();
  readonly #listed = new Set<string>();

  add({ act, isResult, text }: Read, relative: (text: string) => string): void {
    if (act?.kind === "edit" || act?.kind === "read") this.opened.add(relative(act.path).replace(/^(?:\.\/)+/, ""));
    else if (isResult && act) for (const [, name = ""] of text.matchAll(LISTED)) this.#listed.add(name);
    else if (act?.kind === "run")
      for (const [word] of text.replace(QUOTED_IN_COMMAND, " ").matchAll(WORDS_OF_COMMAND)) this.#listed.add(word);
  }

  has(path: string): boolean {
    if (this.opened.has(path)) return true;
    // What lies there belongs to a program and not to the work, unless the agent opened it.
    return path.includes("/") ? !isOfHiddenFolder(path) : this.#listed.has(path);
  }
}

const SLICE_MS = 5;

/**
 * Reads messages through. For a long session that takes a while: whoever else waits for this process gets a turn in
 * between.
 */
export async function trailOf(messages: readonly TrailMessage[], relative: (text: string) => string): Promise<Trail> {
  const read = readAll(messages, relative);
  let since = performance.now();
  const giveTurn = async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
  const codeWords = new Set<string>();
  const files = new Files();
  for (const one of read) {
    addCodeWords(one.text, codeWords);
    files.add(one, relative);
    await giveTurn();
  }
  const named: Set<ItemKey>[] = [];
  // The agent has these in the descriptions of its tools; where the project's files have them too, they are of the
  // work.
  const foreign = new Set(read.flatMap(({ toolWords = [] }) => toolWords.map((word) => keyOf("name", word))));
  for (const { act, text } of read) {
    const items = itemsIn(text, codeWords);
    if (act?.kind === "edit" || act?.kind === "read") for (const key of items) foreign.delete(key);
    named.push(items);
    await giveTurn();
  }
  const paths = new Set(named.flatMap((items) => [...items].flatMap((key) => pathIn(key) ?? [])));
  const endings = new PathEndings(paths, files.opened);
  const known = (items: ReadonlySet<ItemKey>): Set<ItemKey> => {
    const kept = new Set<ItemKey>();
    for (const key of items) {
      const path = pathIn(key);
      const full = path === undefined ? undefined : endings.full(path);
      if (full === undefined ? !foreign.has(key) : files.has(full))
        kept.add(full === undefined ? key : keyOf("path", full));
    }
    return kept;
  };
  const steps = read.map(({ act, isResult, text }, n): Step => {
    const file = act?.kind === "edit" || act?.kind === "read" ? endings.full(relative(act.path)) : undefined;
    return { items: known(named[n] ?? new Set()), file, range: file && isResult ? lineRangeOf(text) : undefined };
  });
  return {
    steps,
    itemsOf: (text) => known(itemsIn(relative(text), codeWords)),
    shortPath: (path) => endings.short(path),
  };
}
