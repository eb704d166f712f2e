import type { ExtractedFrom, Item } from "./item.ts";

const EMOJI = /\p{Extended_Pictographic}/u;
const SAMPLE = 1000;
const FEWEST = 3;

/** How the user writes: length of messages and emoji. */
export class Register {
  #recent: readonly ExtractedFrom[] = [];
  #messages = 0;
  #words = 0;
  #emoji = 0;

  add(message: ExtractedFrom): void {
    const sample = message.content.slice(0, SAMPLE);
    this.#messages += 1;
    this.#words += sample.match(/\S+/g)?.length ?? 0;
    if (EMOJI.test(sample)) this.#emoji += 1;
    this.#recent = [...this.#recent, message].slice(-2);
  }

  items(): Item[] {
    const last = this.#recent.at(-1);
    if (!last || this.#messages < FEWEST) return [];
    const length = this.#words / this.#messages;
    const messages = length < 15 ? "short messages" : length < 60 ? "messages of a few sentences" : "long messages";
    const text = `The user writes in ${messages}${this.#emoji * 4 > this.#messages ? ", with emoji" : ""}.`;
    const cites = this.#recent.map(({ id }) => id);
    return [{ kind: "register", text, cites, at: last.createdAt, seq: last.seq, weight: 0.7 }];
  }
}
