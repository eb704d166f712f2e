import { Codes } from "../character-codes.ts";
import { ANSWERS, type Automaton, buildAutomaton } from "./aho-corasick.ts";
import { type Hit, MARKER, type Rule, type Span } from "./span.ts";

/** One object shape for all rules: each new shape would have the loop that calls them compiled again. */
interface Anchored {
  readonly find: Rule["find"];
  readonly isWide: boolean;
  readonly length: number;
}

export interface Scanner {
  readonly automaton: Automaton;
  /** By the automaton's answer: the rules to ask, those of the longest anchor first. */
  readonly asked: readonly (readonly Anchored[])[];
}

/** Where several rules share an anchor, the first that finds something wins. */
export function buildScanner(rules: readonly Rule[]): Scanner {
  const byWord = new Map<string, Anchored[]>();
  for (const rule of rules) {
    for (const anchor of rule.anchors) {
      const word = anchor.toLowerCase();
      const shared = byWord.get(word) ?? [];
      shared.push({ find: rule.find, isWide: rule.wide ?? false, length: word.length });
      byWord.set(word, shared);
    }
  }
  const words = [...byWord.keys()].sort((a, b) => b.length - a.length);
  const automaton = buildAutomaton(words);
  const asked = automaton.answers.map((numbers) => numbers.flatMap((number) => byWord.get(words[number] ?? "") ?? []));
  return { automaton, asked };
}

function assemble(text: string, found: Span[]): string {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of found) {
    if (end <= done) continue;
    if (start >= done) parts.push(text.slice(done, start));
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join(MARKER);
}

const codes = new Codes();
/** So many codes are read at a time: those of a long text would take as much memory again as the text. */
const PORTION = 1 << 14;

/** One reading of the text from left to right. */
export function sweep(scanner: Scanner, text: string): string {
  const { columns, width, table } = scanner.automaton;
  const found: Span[] = [];
  // One for all: millions of them would only burden the garbage collector.
  const hit = { text, start: 0, end: 0, floor: 0 };
  let state = 0;
  for (let at = 0; at < text.length; ) {
    const from = at;
    const to = Math.min(text.length, from + PORTION);
    const read = codes.of(text.slice(from, to));
    while (at < to) {
      state = table[state * width + (columns[read[at - from] ?? 0] ?? 1)] ?? 0;
      at += 1;
      if (state < ANSWERS) continue;
      state -= ANSWERS;
      hit.end = at;
      const resume = consult(scanner.asked[table[state * width] ?? 0] ?? [], hit, found);
      if (resume < at) continue;
      at = resume;
      hit.floor = resume;
      state = 0;
    }
  }
  return found.length === 0 ? text : assemble(text, found);
}

/** Asks the rules of the anchors that end here. Returns where to continue, or 0 for the next character. */
function consult(
  asked: readonly Anchored[],
  hit: { -readonly [Field in keyof Hit]: Hit[Field] },
  found: Span[],
): number {
  for (let i = 0; i < asked.length; i++) {
    const anchored = asked[i];
    if (!anchored) continue;
    hit.start = hit.end - anchored.length;
    if (hit.start < hit.floor) continue;
    const spans = anchored.find(hit);
    if (!spans || spans.length === 0) continue;
    let last = 0;
    for (const span of spans) {
      found.push(span);
      if (span.end > last) last = span.end;
    }
    if (!anchored.isWide) return last;
  }
  return 0;
}
