import { setImmediate } from "node:timers/promises";
import { type Act, isOwnTool } from "../../conversation/index.ts";
import type { MessageRecord } from "../../store/index.ts";
import { callOf } from "./call-text.ts";
import { commandsIn, isTelling } from "./commands.ts";
import { withoutFieldNames } from "./fields.ts";
import { linesOf, NO_LINES, type Range, rangeOf } from "./lines.ts";
import { codeWords, keyOf, type Relative, type ThingKey, thingsIn } from "./things.ts";
import { Vocabulary, withoutClientWords } from "./vocabulary.ts";

/** Who or what brought something up. */
export type Source = "user" | "said" | "thought" | "ran" | "wrote" | "called" | "result";

/** One message of the ledger, as far as it tells what was worked with. */
export interface Step {
  readonly source: Source;
  readonly seq: number;
  readonly act: Act;
  /** The file that it is about, relative to the project. */
  readonly file: string | undefined;
  readonly chars: number;
  readonly things: ReadonlySet<ThingKey>;
  /** In a file that was read: the lines on which its names are defined. */
  readonly lines: ReadonlyMap<string, number>;
  /** The part of its file that it shows. */
  readonly range: Range | undefined;
}

export type StepMessage = Pick<MessageRecord, "kind" | "role" | "content" | "toolName" | "toolUseId" | "seq">;

const SPEAKERS: Partial<Record<MessageRecord["kind"], Source>> = {
  prompt: "user",
  text: "said",
  thinking: "thought",
  tool_use: "called",
  tool_result: "result",
};

const NO_ACT: Act = { kind: "other" };

function fileOf(act: Act, relative: Relative): string | undefined {
  return act.kind === "edit" || act.kind === "read" ? relative.path(act.path) : undefined;
}

interface Read {
  readonly source: Source;
  readonly seq: number;
  readonly act: Act;
  readonly text: string;
}

/** The messages that count, each with its text; a result knows the call that it answers. */
function readAll(messages: readonly StepMessage[]): Read[] {
  const acts = new Map<string, Act>();
  return messages.flatMap(({ kind, role, content, toolName, toolUseId, seq }): Read[] => {
    const source = SPEAKERS[kind];
    if (source === undefined || isOwnTool(toolName)) return [];
    if (source === "called") {
      const { act, text } = callOf(content);
      if (toolUseId) acts.set(toolUseId, act);
      return [{ source: act.kind === "run" ? "ran" : act.kind === "edit" ? "wrote" : "called", seq, act, text }];
    }
    if (source === "result") {
      const act = acts.get(toolUseId ?? "") ?? NO_ACT;
      return [{ source, seq, act, text: withoutFieldNames(withoutClientWords(content)) }];
    }
    return [{ source: kind === "text" && role === "user" ? "called" : source, seq, act: NO_ACT, text: content }];
  });
}

const tellingCommands = (line: string, relative: Relative): string[] =>
  commandsIn(relative.text(line)).filter(isTelling);

const isOutside = (path: string): boolean => /^(?:[~/]|\.\.\/)/.test(path);

/** A short mention of a path means the one longer path of the project that ends with it, if there is one. */
export function fullPaths(paths: Iterable<string>): (path: string) => string {
  const endings = new Map<string, string | null>();
  for (const path of new Set(paths)) {
    if (isOutside(path)) continue;
    const parts = path.split("/");
    for (let from = 1; from < parts.length; from++) {
      const ending = parts.slice(from).join("/");
      const known = endings.get(ending);
      // The longer of two that end alike; where neither ends with the other, nobody can tell.
      if (known === undefined || (known !== null && path.endsWith(`/${known}`))) endings.set(ending, path);
      else if (known === null || !known.endsWith(`/${path}`)) endings.set(ending, null);
    }
  }
  return (path) => (isOutside(path) ? path : (endings.get(path) ?? path));
}

/** A ledger read for the names in it. */
export interface Trail {
  readonly steps: readonly Step[];
  readonly relative: Relative;
  /** Names that look like words. */
  readonly words: ReadonlySet<string>;
  readonly fullPath: (path: string) => string;
  /** Names of the client's own: what its tools call their fields and choices. */
  readonly foreign: ReadonlySet<ThingKey>;
  /** Names that are perhaps none: plain words that nowhere stand as code does, flags of programs that everybody has. */
  readonly doubtful: ReadonlySet<ThingKey>;
}

const SLICE_MS = 5;

class Turns {
  #since = performance.now();

  async give(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

const isPath = (key: ThingKey): boolean => key.startsWith("path ");

/** All things of a text as the trail knows them. */
export function namedIn(
  text: string,
  { relative, words, fullPath, foreign }: Omit<Trail, "steps" | "doubtful">,
): Set<ThingKey> {
  const named = [...thingsIn(text, relative, words)].filter((key) => !foreign.has(key));
  return new Set(named.map((key) => (isPath(key) ? keyOf("path", fullPath(key.slice(5))) : key)));
}

/** The client's words among the names, unless the project's files have them too. */
function foreignIn(read: readonly Read[], named: readonly ReadonlySet<ThingKey>[], client: Vocabulary): Set<ThingKey> {
  const foreign = new Set<ThingKey>();
  for (const things of named)
    for (const key of things) if (key.startsWith("name ") && client.has(key.slice(5))) foreign.add(key);
  for (const [n, { act }] of read.entries())
    if (act.kind === "edit" || act.kind === "read") for (const key of named[n] ?? []) foreign.delete(key);
  return foreign;
}

/** Reads a ledger through. It takes a while for a long one: whoever else waits for this process gets a turn in between. */
export async function trailOf(messages: readonly StepMessage[], relative: Relative): Promise<Trail> {
  const read = readAll(messages);
  const turns = new Turns();
  const words = new Set<string>();
  const client = new Vocabulary();
  for (const { kind, content } of messages) if (kind === "tool_use") client.addCall(content);
  for (const { text } of read) {
    codeWords(text, words);
    await turns.give();
  }
  const named: Set<ThingKey>[] = [];
  const sure = new Set<ThingKey>();
  const paths = new Set(read.flatMap(({ act }) => fileOf(act, relative) ?? []));
  for (const { text } of read) {
    const things = thingsIn(text, relative, words, sure);
    for (const key of things) if (isPath(key)) paths.add(key.slice(5));
    named.push(things);
    await turns.give();
  }
  const fullPath = fullPaths(paths);
  const foreign = foreignIn(read, named, client);
  const doubtful = new Set<ThingKey>();
  for (const things of named)
    for (const key of things) if (key.startsWith("name ") && !sure.has(key)) doubtful.add(key);
  const steps = read.map(({ source, seq, act, text }, n): Step => {
    const things = new Set<ThingKey>();
    for (const key of named[n] ?? [])
      if (!foreign.has(key)) things.add(isPath(key) ? keyOf("path", fullPath(key.slice(5))) : key);
    if (source === "ran") for (const command of tellingCommands(text, relative)) things.add(keyOf("command", command));
    const file = fileOf(act, relative);
    const lines = source === "result" && act.kind === "read" ? linesOf(text, things) : NO_LINES;
    const range = source === "result" && act.kind !== "other" && act.kind !== "run" ? rangeOf(text) : undefined;
    return { source, seq, act, file: file && fullPath(file), chars: text.length, things, lines, range };
  });
  return { steps, relative, words, fullPath, foreign, doubtful };
}

/** What an agent works with in a call. */
export function usedBy({ content, toolName }: Pick<StepMessage, "content" | "toolName">, trail: Trail): Set<ThingKey> {
  if (isOwnTool(toolName)) return new Set();
  const { act, text } = callOf(content);
  const used = namedIn(text, trail);
  if (act.kind === "run")
    for (const command of tellingCommands(text, trail.relative)) used.add(keyOf("command", command));
  return used;
}
