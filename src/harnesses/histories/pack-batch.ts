import type { Entry } from "../../capture/index.ts";
import { unpackBody } from "../../store/index.ts";
import type { Batch } from "./history-contract.ts";

/*
 * How a batch goes from one thread to the other. Copying objects would take both threads longer than JSON; and a long
 * text goes compressed, as it will be stored, in a transferred buffer: its text is rarely needed.
 */

export interface PackedBatch extends Omit<Batch, "entries"> {
  readonly entries: string;
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** An entry as it is sent: its text, or the position of the compressed text in `bodies`. */
type PackedEntry = Omit<Entry, "prepared" | "content"> & {
  readonly content:
    | string
    | { readonly hash: string; readonly size: number; readonly from: number; readonly to: number };
  readonly tokens: number | undefined;
};

export function packBatch({ entries, ...rest }: Batch): PackedBatch {
  const bytes = entries.reduce((sum, { prepared }) => sum + (prepared?.body?.brotli.length ?? 0), 0);
  const bodies = new Uint8Array(bytes);
  let end = 0;
  const sent = entries.map(({ prepared, ...entry }): PackedEntry => {
    if (!prepared?.body) return { ...entry, tokens: prepared?.tokens };
    const { hash, size, brotli } = prepared.body;
    const from = end;
    bodies.set(brotli, from);
    end += brotli.length;
    return { ...entry, tokens: prepared.tokens, content: { hash, size, from, to: end } };
  });
  return { ...rest, entries: JSON.stringify(sent), bodies };
}

function unpackEntry({ content, tokens, ...message }: PackedEntry, bodies: Uint8Array): Entry {
  if (typeof content === "string")
    return { ...message, content, prepared: tokens === undefined ? undefined : { tokens, body: undefined } };
  const { hash, size, from, to } = content;
  const brotli = bodies.subarray(from, to);
  let text: string | undefined;
  return {
    ...message,
    prepared: { tokens: tokens ?? 0, body: { hash, size, brotli } },
    get content() {
      text ??= unpackBody(brotli);
      return text;
    },
  };
}

export function unpackBatch({ entries, bodies, ...rest }: PackedBatch): Batch {
  const sent: readonly PackedEntry[] = JSON.parse(entries);
  return { ...rest, entries: sent.map((one) => unpackEntry(one, bodies)) };
}
