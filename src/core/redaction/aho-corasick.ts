/** Finds many literal strings in one reading of the text (Aho and Corasick), letter case ignored. */
export interface Automaton {
  /** Character code to column; column 0 of a row is not a transition but the row's answer. */
  readonly columns: Uint8Array;
  readonly width: number;
  /** Rows one after the other, one for each state. A transition to a state with an answer has `ANSWERS` set. */
  readonly table: Uint16Array;
  /** Answers: the numbers of the anchors that end here, longest first. Answer 0 is "none". */
  readonly answers: readonly (readonly number[])[];
}

/** Saves a look at the answer of each state on the way; most have none. */
export const ANSWERS = 0x8000;

interface Node {
  readonly next: Map<number, number>;
  readonly ends: number[];
  fail: number;
}

function columnsOf(words: readonly string[]): { columns: Uint8Array; width: number } {
  const columns = new Uint8Array(65536).fill(1);
  let width = 2;
  // In order: then the letters are neighbours, and what is read of a row fits into the processor's nearest memory.
  for (const character of [...new Set(words.join(""))].sort()) {
    columns[character.charCodeAt(0)] = width;
    columns[character.toUpperCase().charCodeAt(0)] = width;
    width += 1;
  }
  if (width > 255) throw new RangeError("too many different characters in anchors");
  return { columns, width };
}

function trieOf(words: readonly string[], columns: Uint8Array): Node[] {
  const nodes: Node[] = [{ next: new Map(), ends: [], fail: 0 }];
  words.forEach((word, number) => {
    let at = 0;
    for (let i = 0; i < word.length; i++) {
      const column = columns[word.charCodeAt(i)] ?? 1;
      let to = nodes[at]?.next.get(column);
      if (to === undefined) {
        to = nodes.length;
        nodes.push({ next: new Map(), ends: [], fail: 0 });
        nodes[at]?.next.set(column, to);
      }
      at = to;
    }
    nodes[at]?.ends.push(number);
  });
  return nodes;
}

/** The words must be in lower case. */
export function buildAutomaton(words: readonly string[]): Automaton {
  const { columns, width } = columnsOf(words);
  const nodes = trieOf(words, columns);
  if (nodes.length > ANSWERS) throw new RangeError("too many anchors");
  const table = new Uint16Array(nodes.length * width);
  const answers: (readonly number[])[] = [[]];
  const queue = [0];
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head] ?? 0;
    const node = nodes[at];
    if (!node) continue;
    if (at !== 0) node.ends.push(...(nodes[node.fail]?.ends ?? []));
    if (node.ends.length > 0) table[at * width] = answers.push(node.ends) - 1;
    for (let column = 1; column < width; column++) {
      const to = node.next.get(column);
      const fallback = at === 0 ? 0 : (table[node.fail * width + column] ?? 0);
      if (to === undefined) {
        table[at * width + column] = fallback;
        continue;
      }
      table[at * width + column] = to;
      const child = nodes[to];
      if (child) child.fail = fallback;
      queue.push(to);
    }
  }
  for (let at = 0; at < table.length; at++) {
    const to = table[at] ?? 0;
    if (at % width !== 0 && table[to * width] !== 0) table[at] = to | ANSWERS;
  }
  return { columns, width, table, answers };
}
