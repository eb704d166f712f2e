import { sha256 } from "../core/index.ts";
import { type Prepared, prepareContent, storable } from "../store/index.ts";
import { clean } from "./clean.ts";
import { type Entry, isSpoken } from "./entry.ts";

/** Shorter texts are done sooner than looked up. */
const LOOKED_UP_FROM_CHARS = 2048;
const REMEMBERED_BYTES = 8 << 20;

/**
 * Makes entries as they will be stored, with all worked out that takes time: made elsewhere, it leaves little to do for
 * whoever stores them. An agent reads the same file many times, and a fork tells its origin's story again: what a long
 * text comes to is worked out once.
 */
export class Preparation {
  /**
   * By the hash of the text; only of texts that nothing was to be taken out of, so that no secret leaves a trace here.
   */
  readonly #known = new Map<string, Prepared>();
  #knownBytes = 0;

  /** Undefined where nothing of it is to be stored. */
  prepare(entry: Entry): Entry | undefined {
    if (!isSpoken(entry)) return entry;
    if (entry.content.length < LOOKED_UP_FROM_CHARS) return short(entry);
    const hash = sha256(entry.content);
    const known = this.#known.get(hash);
    if (known) return { ...storable(entry), prepared: known };
    const cleaned = clean(entry);
    if (cleaned?.content !== entry.content) return cleaned && ready(cleaned);
    const fresh = ready(cleaned, hash);
    this.#remember(hash, fresh.prepared);
    return fresh;
  }

  #remember(hash: string, prepared: Prepared): void {
    this.#knownBytes += prepared.body?.brotli.length ?? 0;
    if (this.#knownBytes > REMEMBERED_BYTES) {
      this.#known.clear();
      this.#knownBytes = prepared.body?.brotli.length ?? 0;
    }
    this.#known.set(hash, prepared);
  }
}

function short(entry: Entry): Entry | undefined {
  const cleaned = clean(entry);
  return cleaned && ready(cleaned);
}

/** `hash` is that of its content, where it is known. */
function ready(cleaned: Entry, hash?: string): Entry & { readonly prepared: Prepared } {
  const message = storable(cleaned);
  return { ...message, prepared: prepareContent(message.content, hash) };
}
