import { sha256 } from "../core/index.ts";
import { type Prepared, prepareContent, storable } from "../store/index.ts";
import { hasEcho } from "../text/index.ts";
import { clean } from "./clean-entry.ts";
import { type Entry, isSpoken } from "./entry.ts";

/** For shorter texts a lookup takes longer than the work. */
const LOOKED_UP_FROM_CHARS = 2048;
const REMEMBERED_BYTES = 8 << 20;

/**
 * Prepares entries for storage, off the thread that stores them, with all that takes time. An agent reads the same file
 * many times, and a fork repeats its origin: a long text is prepared once.
 */
export class Preparation {
  /** By the hash of the text; only for texts without redactions, so that no secret leaves a trace here. */
  readonly #known = new Map<string, Prepared>();
  #knownBytes = 0;

  /** Undefined where there is nothing to store. */
  prepare(entry: Entry): Entry | undefined {
    // Only the store knows what was injected.
    if (!isSpoken(entry) || hasEcho(entry.content)) return entry;
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
