// A home as years of work leave it: sessions of coding agents in twenty projects, with memories and checkpoints, filled
// past the hooks.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openThroughline } from "../../dist/index.js";
import { root } from "./product.mjs";

const PROJECTS = 20;
const SESSION_MESSAGES = 200;
/** For each hundred messages. */
const MEMORIES = 10;
const BEGINS = Date.parse("2024-01-01T08:00:00Z");
const MINUTE_MS = 60_000;

/** Numbers that are the same in every run. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The words that the product knows the meaning of, the commonest first: real words, as often as such words are. */
function knownWords() {
  const file = readFileSync(join(root, "assets", "words.bin"));
  const count = file.readUInt32LE(0);
  const names = file
    .subarray(file.length - file.readUInt32LE(16))
    .toString("latin1")
    .split("\n");
  const ranks = Array.from({ length: count }, (_, word) => file.readUInt16LE(20 + 2 * word));
  return names
    .slice(0, count)
    .map((name, word) => ({ name, rank: ranks[word] }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Text as agents and people write it: words by Zipf's law, identifiers and paths among them, which are Zipf's as well.
 */
export class Writer {
  #random;
  #words = knownWords();
  #cumulated;

  constructor(seed) {
    this.#random = randomFrom(seed);
    let sum = 0;
    this.#cumulated = Float64Array.from(this.#words, (_, rank) => {
      sum += 1 / (rank + 2.7) ** 1.05;
      return sum;
    });
  }

  number(most) {
    return Math.floor(this.#random() * most);
  }

  /** The word at a rank: common at the beginning, rare at the end. */
  wordAt(rank) {
    return this.#words[rank];
  }

  get vocabulary() {
    return this.#words.length;
  }

  word() {
    const wanted = this.#random() * this.#cumulated.at(-1);
    let [low, high] = [0, this.#cumulated.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cumulated[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#words[low];
  }

  identifier() {
    return `${this.word()}${capital(this.word())}${capital(this.word())}`;
  }

  path() {
    return `src/${this.word()}/${this.word()}-${this.word()}.ts`;
  }

  words(count) {
    const said = [];
    for (let n = 0; n < count; n++) {
      const what = this.#random();
      if (what < 0.02) said.push(this.path());
      else if (what < 0.05) said.push(this.identifier());
      else if (what < 0.06) said.push(String(this.number(10_000)));
      else said.push(this.word());
      if (this.#random() < 0.08) said[said.length - 1] += ".";
    }
    return said.join(" ");
  }

  code(lines) {
    const line = () =>
      `  const ${this.identifier()} = await ${this.identifier()}(${this.word()}, ${this.number(100)});`;
    return Array.from({ length: lines }, line).join("\n");
  }

  message(n) {
    if (n % 10 === 0) return { role: "user", kind: "prompt", content: this.words(15 + this.number(40)) };
    if (n % 10 === 9) return { role: "assistant", kind: "text", content: this.words(40 + this.number(90)) };
    if (n % 10 === 4) return { role: "assistant", kind: "thinking", content: this.words(30) };
    if (n % 2 === 1)
      return {
        role: "assistant",
        kind: "tool_use",
        content: `{"file_path":"${this.path()}","pattern":"${this.words(4)}"}`,
      };
    return { role: "tool", kind: "tool_result", content: `${this.path()}\n${this.code(4 + this.number(12))}` };
  }
}

/** The projects that so many messages are spread over. */
export const projectFolders = (folder, messages) =>
  Array.from({ length: Math.min(PROJECTS, Math.ceil(messages / SESSION_MESSAGES)) }, (_, n) =>
    join(folder, `project-${n}`),
  );

/**
 * Writes so many messages, a tenth as many memories and a checkpoint for each session into the home, and indexes them.
 */
export async function fillHome({ home, folder }, messages, note) {
  const projects = projectFolders(folder, messages);
  for (const project of projects) mkdirSync(project, { recursive: true });
  const writer = new Writer(messages);
  const engine = await openThroughline({ home, config: {} });
  const { store } = engine.services;
  const stepMs = Math.min(MINUTE_MS, (Date.now() - BEGINS - MINUTE_MS) / messages);
  const timeOf = (n) => new Date(BEGINS + n * stepMs).toISOString();
  const begun = performance.now();
  try {
    for (let from = 0; from < messages; from += SESSION_MESSAGES) {
      const id = randomUUID();
      const project = projects[(from / SESSION_MESSAGES) % projects.length];
      const count = Math.min(SESSION_MESSAGES, messages - from);
      await store.transaction(async (tables) => {
        const { session } = await tables.sessions.insert({
          ...{
            id,
            key: id,
            harness: "claude-code",
            type: "coding",
            state: "complete",
            project,
            projectNormalized: project,
          },
          ...{ startedAt: timeOf(from), lastActivityAt: timeOf(from + count), endedAt: timeOf(from + count) },
        });
        const said = Array.from({ length: count }, (_, n) => ({
          ...writer.message(n),
          ...{ sourceId: `${id}-${n}`, createdAt: timeOf(from + n) },
        }));
        await tables.messages.append(id, said);
        for (let n = 0; n < (count * MEMORIES) / 100; n++)
          await tables.memories.insert({
            ...{ id: randomUUID(), agent: null, project, content: writer.words(12 + writer.number(12)), kind: "fact" },
            ...{ source: `session ${id}`, sessionId: id, createdAt: timeOf(from + n), lastUsedAt: null },
            ...{ supersededBy: null, receiptId: null, weight: 0.5 },
          });
        await tables.checkpoints.append({
          ...{ id: randomUUID(), sessionId: id, sessionKey: session.key, harness: session.harness, project },
          ...{ projectNormalized: project, trigger: "session_end", digest: writer.words(120), promptCount: count / 10 },
          ...{ memoryQueries: [], recentRemembers: [], messageSeq: count, createdAt: timeOf(from + count) },
        });
      });
    }
    const written = performance.now();
    await engine.memory.indexer.finished();
    const indexed = performance.now();
    const { passages } = await engine.memory.indexer.state();
    const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
    note(
      `${messages} messages written in ${seconds(written - begun)}, ${passages} passages indexed in ${seconds(indexed - written)}`,
    );
    return { passages, writeMs: written - begun, indexMs: indexed - written };
  } finally {
    await engine.close();
  }
}
