import type { Entry } from "../../conversation/index.ts";
import { readBody } from "../../store/index.ts";
import type { Batch } from "./contract.ts";

/*
 * How a batch goes from one thread to the other. Copied as objects it would take both threads longer than as JSON without
 * names; and a long text goes compressed, as it will be stored, in a buffer that is handed over: hardly anybody asks for
 * its words.
 */

export interface PackedBatch extends Omit<Batch, "entries"> {
  readonly entries: string;
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** Where a body lies among the others. */
type Place = readonly [hash: string, size: number, from: number, to: number];

type Sent = readonly [
  sourceId: string,
  role: Entry["role"],
  kind: Entry["kind"],
  createdAt: string,
  content: string | Place,
  tokens: number | null,
  channel: string | null,
  toolName: string | null,
  toolUseId: string | null,
  isError: boolean | null,
  turnId: string | null,
  flags: number,
  usage: Entry["usage"] | null,
];

const PROMPT = 1;
const ECHO = 2;
const REMINDER = 4;
const NOTE = 8;

const flagsOf = ({ isPrompt, isEcho, isReminder, isNote }: Entry): number =>
  (isPrompt ? PROMPT : 0) | (isEcho ? ECHO : 0) | (isReminder ? REMINDER : 0) | (isNote ? NOTE : 0);

function sentOf(entry: Entry, content: string | Place): Sent {
  return [
    entry.sourceId,
    entry.role,
    entry.kind,
    entry.createdAt,
    content,
    entry.prepared?.tokens ?? null,
    entry.channel ?? null,
    entry.toolName ?? null,
    entry.toolUseId ?? null,
    entry.isError ?? null,
    entry.turnId ?? null,
    flagsOf(entry),
    entry.usage ?? null,
  ];
}

export function packed({ entries, ...rest }: Batch): PackedBatch {
  const bytes = entries.reduce((sum, { prepared }) => sum + (prepared?.body?.brotli.length ?? 0), 0);
  const bodies = new Uint8Array(bytes);
  let from = 0;
  const sent = entries.map((entry): Sent => {
    const body = entry.prepared?.body;
    if (!body) return sentOf(entry, entry.content);
    bodies.set(body.brotli, from);
    const to = from + body.brotli.length;
    const place: Place = [body.hash, body.size, from, to];
    from = to;
    return sentOf(entry, place);
  });
  return { ...rest, entries: JSON.stringify(sent), bodies };
}

function unpackedEntry(sent: Sent, bodies: Uint8Array): Entry {
  const [sourceId, role, kind, createdAt, content, tokens, channel] = sent;
  const [, , , , , , , toolName, toolUseId, isError, turnId, flags, usage] = sent;
  const said = {
    ...{ sourceId, role, kind, createdAt, channel, toolName, toolUseId, isError, turnId },
    isPrompt: (flags & PROMPT) !== 0,
    isEcho: (flags & ECHO) !== 0,
    isReminder: (flags & REMINDER) !== 0,
    isNote: (flags & NOTE) !== 0,
    usage: usage ?? undefined,
  };
  if (typeof content === "string")
    return { ...said, content, prepared: tokens === null ? undefined : { tokens, body: undefined } };
  const [hash, size, from, to] = content;
  const brotli = bodies.subarray(from, to);
  return {
    ...said,
    prepared: { tokens: tokens ?? 0, body: { hash, size, brotli } },
    get content() {
      return readBody(brotli, hash);
    },
  };
}

export function unpacked({ entries, bodies, ...rest }: PackedBatch): Batch {
  const sent: readonly Sent[] = JSON.parse(entries);
  return { ...rest, entries: sent.map((one) => unpackedEntry(one, bodies)) };
}
