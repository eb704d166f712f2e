const BREAK = /\r\n|\n|\r/g;

/** The lines of a text, counted from 1, and where each begins. */
export class Lines {
  readonly texts: readonly string[];
  readonly #starts: number[] = [0];

  constructor(text: string) {
    const texts: string[] = [];
    for (const found of text.matchAll(BREAK)) {
      texts.push(text.slice(this.#starts.at(-1), found.index));
      this.#starts.push(found.index + found[0].length);
    }
    this.texts = [...texts, text.slice(this.#starts.at(-1))];
  }

  /** The line that a character is on. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
