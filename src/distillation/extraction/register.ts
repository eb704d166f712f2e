import type { ExtractedFrom, Item } from "./item.ts";

const EMOJI = /\p{Extended_Pictographic}/u;
const SAMPLE = 1000;
const FEWEST = 3;

/** How the user writes, heard message by message. In which language, their own words in the summary show. */
export class Register {
  #heard: readonly ExtractedFrom[] = [];
  #messages = 0;
  #words = 0;
  #emoji = 0;

  hear(message: ExtractedFrom): void {
    const sample = message.content.slice(0, SAMPLE);
    this.#messages += 1;
    this.#words += sample.match(/\S+/g)?.length ?? 0;
    if (EMOJI.test(sample)) this.#emoji += 1;
    this.#heard = [...this.#heard, message].slice(-2);
  }

  items(): Item[] {
    const last = this.#heard.at(-1);
    if (!last || this.#messages < FEWEST) return [];
    const length = this.#words / this.#messages;
    const messages = length < 15 ? "short messages" : length < 60 ? "messages of a few sentences" : "long messages";
    const text = `The user writes in ${messages}${this.#emoji * 4 > this.#messages ? ", with emoji" : ""}.`;
    const cites = this.#heard.map(({ id }) => id);
    return [{ kind: "register", text, cites, at: last.createdAt, seq: last.seq, weight: 0.7 }];
  }
}
