import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Kysely } from "kysely";
import { estimateTokens, sha256 } from "../../core/index.ts";
import type { Prepared } from "../records.ts";
import type { Schema } from "../schema.ts";
import { rowsOf } from "./bare-rows.ts";

/** Longer texts are kept once by their hash: agents read the same file many times. */
const INLINE_UP_TO_CHARS = 2048;
/** One more makes bodies smaller by a thirtieth and takes twice as long. */
const QUALITY = 3;

export interface StoredContent {
  readonly content: string | null;
  readonly bodyHash: string | null;
}

// A text column cannot hold a zero byte; a body is bytes and can.
const isInline = (text: string): boolean => text.length <= INLINE_UP_TO_CHARS && !text.includes("\0");

/** A window as wide as the text: making room for more takes longer than compressing most texts does. */
const windowFor = (bytes: number): number =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes))));

function compressed(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Works out what storing a text takes, wherever there is time for it. */
export const prepareContent = (text: string): Prepared => ({
  tokens: estimateTokens(text),
  brotli: isInline(text) ? undefined : compressed(text),
});

export async function storeContent(db: Kysely<Schema>, text: string, brotli?: Uint8Array): Promise<StoredContent> {
  if (isInline(text)) return { content: text, bodyHash: null };
  const hash = sha256(text);
  const [known] = await rowsOf(db, "SELECT 1 FROM bodies WHERE hash = ?", [hash]);
  if (!known) {
    const insert = "INSERT INTO bodies (hash, size, brotli) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    await rowsOf(db, insert, [hash, Buffer.byteLength(text), brotli ?? compressed(text)]);
  }
  return { content: null, bodyHash: hash };
}

/** What was read last is often read again: by the next question, by the next page. */
const recent = new Map<string, string>();
const KEPT_CHARS = 1_000_000;
const LONGEST_KEPT = 50_000;
let keptChars = 0;

export function readBody(brotli: Uint8Array, hash?: string | null): string {
  const known = hash == null ? undefined : recent.get(hash);
  if (known !== undefined) return known;
  const text = brotliDecompressSync(brotli).toString("utf8");
  if (hash != null && text.length <= LONGEST_KEPT) keep(hash, text);
  return text;
}

/** The texts of these bodies by their hashes; what was read last is not read again. */
export async function readBodies(db: Kysely<Schema>, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const unknown: string[] = [];
  for (const hash of hashes) {
    const known = recent.get(hash);
    if (known === undefined) unknown.push(hash);
    else texts.set(hash, known);
  }
  if (unknown.length === 0) return texts;
  const text = "SELECT hash, brotli FROM bodies WHERE hash IN (SELECT value FROM json_each(?))";
  const rows = await rowsOf<{ hash: string; brotli: Uint8Array }>(db, text, [JSON.stringify(unknown)]);
  for (const { hash, brotli } of rows) texts.set(hash, readBody(brotli, hash));
  return texts;
}

function keep(hash: string, text: string): void {
  if (keptChars + text.length > KEPT_CHARS) {
    recent.clear();
    keptChars = 0;
  }
  recent.set(hash, text);
  keptChars += text.length;
}
