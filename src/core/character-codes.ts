import { endianness } from "node:os";

/** Longer than nearly all texts; the few that are longer get a list of their own, which is not kept. */
const KEPT_LENGTH = 1 << 16;
const LINE_END = 0x0a;
const IS_COPIED = endianness() === "LE";

/**
 * The character codes of a text in one list: reading a string character by character takes several times as long as
 * copying them all and reading the copy. A line end follows the last one, so that readers need not check for the end at
 * each. Each reader has a list of its own: the next text overwrites it.
 */
export class Codes {
  readonly #kept = new Uint16Array(KEPT_LENGTH + 1);
  readonly #bytes = Buffer.from(this.#kept.buffer);

  of(text: string): Uint16Array {
    const isKept = text.length <= KEPT_LENGTH;
    const codes = isKept ? this.#kept : new Uint16Array(text.length + 1);
    if (IS_COPIED) (isKept ? this.#bytes : Buffer.from(codes.buffer)).write(text, "utf16le");
    else for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
    codes[text.length] = LINE_END;
    return codes;
  }
}
