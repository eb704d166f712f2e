import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Kysely } from "kysely";
import { estimateTokens, sha256 } from "../../core/index.ts";
import type { Body, Prepared } from "../port/messages.ts";
import type { Schema } from "../schema.ts";
import { rawForEach, rawRows } from "./raw-sql.ts";

/** Longer texts are stored once by hash: agents read the same file many times. */
const INLINE_UP_TO_CHARS = 2048;
/** Higher levels save a tenth, but clear a table of 256 KB for each text, which takes longer than compressing it. */
const QUALITY = 1;

export interface StoredContent {
  readonly content: string | null;
  readonly bodyHash: string | null;
}

// A text column cannot hold a zero byte; a body is bytes and can.
const isInline = (text: string): boolean => text.length <= INLINE_UP_TO_CHARS && !text.includes("\0");

/** As wide as the text: allocating more takes longer than compressing most texts. */
const windowFor = (bytes: number): number =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes))));

function bodyOf(text: string, hash: string): Body {
  const bytes = Buffer.from(text);
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }); // A copy: the compressor returns a view of a large, mostly empty buffer, which would stay in memory.
  return { hash, size: bytes.length, brotli: new Uint8Array(brotli) };
}

/** Hashes and compresses a text ahead of storing it. */
export const prepareContent = (text: string, hash?: string): Prepared => ({
  tokens: estimateTokens(text),
  body: isInline(text) ? undefined : bodyOf(text, hash ?? sha256(text)),
});

/** Where a text is stored, and the body to store if it may be new. */
export interface PlacedContent extends StoredContent {
  readonly body: Body | undefined;
}

export async function placeContent(
  db: Kysely<Schema>,
  message: { readonly content: string },
  prepared: Prepared | undefined,
): Promise<PlacedContent> {
  // Do not read the content: a packed body need not be unpacked to be stored.
  if (prepared?.body) return { content: null, bodyHash: prepared.body.hash, body: prepared.body };
  const { content } = message;
  if (isInline(content)) return { content, bodyHash: null, body: undefined };
  const hash = sha256(content);
  const [known] = await rawRows(db, "SELECT 1 FROM bodies WHERE hash = ?", [hash]);
  return { content: null, bodyHash: hash, body: known ? undefined : bodyOf(content, hash) };
}

export const storeBodies = (db: Kysely<Schema>, bodies: readonly Body[]): Promise<void> =>
  rawForEach(
    db,
    "INSERT INTO bodies (hash, size, brotli) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    bodies.map(({ hash, size, brotli }) => [hash, size, brotli]),
  );

const KEPT_CHARS = 1_000_000;
const LONGEST_KEPT = 50_000;

export const unpackBody = (brotli: Uint8Array): string => brotliDecompressSync(brotli).toString("utf8");

/** Reads bodies and keeps the last ones: the next question or page often reads the same. Each store has its own. */
export class BodyReader {
  readonly #recent = new Map<string, string>();
  #keptChars = 0;

  read(brotli: Uint8Array, hash: string): string {
    const known = this.#recent.get(hash);
    if (known !== undefined) return known;
    const text = unpackBody(brotli);
    if (text.length <= LONGEST_KEPT) this.#keep(hash, text);
    return text;
  }

  /** The texts by hash. */
  async readAll(db: Kysely<Schema>, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    const unknown: string[] = [];
    for (const hash of hashes) {
      const known = this.#recent.get(hash);
      if (known === undefined) unknown.push(hash);
      else texts.set(hash, known);
    }
    if (unknown.length === 0) return texts;
    const text = "SELECT hash, brotli FROM bodies WHERE hash IN (SELECT value FROM json_each(?))";
    const rows = await rawRows<{ hash: string; brotli: Uint8Array }>(db, text, [JSON.stringify(unknown)]);
    for (const { hash, brotli } of rows) texts.set(hash, this.read(brotli, hash));
    return texts;
  }

  #keep(hash: string, text: string): void {
    if (this.#keptChars + text.length > KEPT_CHARS) {
      this.#recent.clear();
      this.#keptChars = 0;
    }
    this.#recent.set(hash, text);
    this.#keptChars += text.length;
  }
}
