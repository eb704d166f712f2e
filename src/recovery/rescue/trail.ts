import { setImmediate } from "node:timers/promises";
import type { Act } from "../../capture/index.ts";
import { ofAllClients } from "../../harnesses/traits/index.ts";
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

/** Text that a client puts in the place of a result or around it. */
const RESULT_TAGS = ofAllClients(({ resultTags }) => resultTags).join("|");
const CLIENT_TEXT = new RegExp(`<(${RESULT_TAGS})>[\\s\\S]*?(?:</\\1>|$)`, "g");

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
    return [{ act, isResult, text: relative(content.replace(CLIENT_TEXT, " ")) }];
  });
}

/** A line of `ls`, `find` or `git status` that is the name of a file and nothing else. */
const LISTED = /^(?:[ MADRCU?!]{2} |[l-][rwxst-]{9}.* )?(?:\.\/)?([\p{L}\p{N}_@.+-]+)$/gmu;

const pathIn = (key: ItemKey): string | undefined => (key.startsWith("path ") ? key.slice("path ".length) : undefined);
const isOfHiddenFolder = (path: string): boolean => path.startsWith("~/.");

/** Quoted arguments and here-documents of a command: they name no files. */
const QUOTED_IN_COMMAND = /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\1\b|"(?:\\.|[^"\\])*"|'[^']*'/g;
const WORDS_OF_COMMAND = /(?<=\s|>)[\p{L}\p{N}_@.+-]+(?=[\s;&|)]|$)/gu;

/** Which of the named paths are files: what a tool opened, took or listed, and what has a folder and an ending. */
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
    // Hidden folders hold the data of programs, not the work, unless the agent opened a file there.
    return path.includes("/") ? !isOfHiddenFolder(path) : this.#listed.has(path);
  }
}

const SLICE_MS = 5;

/** Reads all messages, and yields to the event loop every few milliseconds: a long session takes a while. */
export async function trailOf(messages: readonly TrailMessage[], relative: (text: string) => string): Promise<Trail> {
  const read = readAll(messages, relative);
  let since = performance.now();
  const yieldIfDue = async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
  const codeWords = new Set<string>();
  const files = new Files();
  for (const one of read) {
    addCodeWords(one.text, codeWords);
    files.add(one, relative);
    await yieldIfDue();
  }
  const named: Set<ItemKey>[] = [];
  // Words of the agent's tools are not of the work, unless the project's files have them too.
  const foreign = new Set(read.flatMap(({ toolWords = [] }) => toolWords.map((word) => keyOf("name", word))));
  for (const { act, text } of read) {
    const items = itemsIn(text, codeWords);
    if (act?.kind === "edit" || act?.kind === "read") for (const key of items) foreign.delete(key);
    named.push(items);
    await yieldIfDue();
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
