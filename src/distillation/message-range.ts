import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { messageOf, sha256 } from "../core/index.ts";
import { FRAME_TOKENS, type MessageRecord, type SessionRecord, type Store } from "../store/index.ts";
import { Extractor, type Item } from "./extraction/index.ts";
import { makeProbes, type Probe } from "./probes.ts";

/** The messages that leave the thread, and those that stay. */
export interface Range {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly tail: readonly MessageRecord[];
}

const TAIL_READ = 200;
const PAGE = 200;
const PROBES = 24;
/** Of a very long range, probes are made from messages in equal steps. */
const PROBED_MESSAGES = 2000;

/** The newest messages stay, within both limits, and at least the last one. */
export async function rangeOf(
  store: Store,
  session: SessionRecord,
  keep: { readonly keepMessages: number; readonly keepTokens: number },
): Promise<Range> {
  const newest = await store.messages.list(session.id, {
    after: session.horizonSeq,
    limit: Math.min(keep.keepMessages, TAIL_READ),
    fromEnd: true,
  });
  let tokens = 0;
  const tail: MessageRecord[] = [];
  for (const message of newest.toReversed()) {
    tokens += message.tokens + FRAME_TOKENS;
    if (tail.length > 0 && tokens > keep.keepTokens) break;
    tail.push(message);
  }
  const first = tail.at(-1)?.seq ?? session.totalMessages + 1;
  return { fromSeq: session.horizonSeq + 1, toSeq: first - 1, tail: tail.reverse() };
}

export interface RangeReading {
  readonly items: readonly Item[];
  readonly probes: readonly Probe[];
  readonly tokens: number;
  /** The time of the last of them. */
  readonly to: string;
  /** Of every message in the range, as it is stored. */
  readonly hash: string;
  /** The hash of the last of them, where the chain of the thread begins. */
  readonly lastHash: string | null;
  readonly errors: readonly string[];
}

/** The hash of a range: of its messages' own hashes, in order. */
export class RangeHash {
  #hash = "";
  add(messageHash: string): void {
    this.#hash = sha256(`${this.#hash}\n${messageHash}`);
  }
  get value(): string {
    return this.#hash;
  }
}

/** Reads the range page by page, and yields to the event loop in between. */
export async function readRange(store: Store, sessionId: string, range: Range): Promise<RangeReading> {
  const extractor = new Extractor();
  const hash = new RangeHash();
  const errors = new Set<string>();
  const probed: MessageRecord[] = [];
  const step = Math.ceil((range.toSeq - range.fromSeq + 1) / PROBED_MESSAGES);
  let tokens = 0;
  let messages = 0;
  let last: MessageRecord | undefined;
  for (let after = range.fromSeq - 1; after < range.toSeq; ) {
    const page = await store.messages.list(sessionId, { after, before: range.toSeq + 1, limit: PAGE });
    if (page.length === 0) break;
    for (const message of page) {
      hash.add(message.hash);
      tokens += message.tokens + FRAME_TOKENS;
      messages += 1;
      if (messages % step === 0) probed.push(message);
      try {
        extractor.take(message);
      } catch (error) {
        errors.add(`message ${message.id} could not be read: ${messageOf(error)}`);
      }
    }
    last = page.at(-1);
    after = last?.seq ?? range.toSeq;
    await yieldToEventLoop();
  }
  return {
    items: extractor.result(range.tail.some(({ role }) => role === "assistant")),
    probes: makeProbes(probed, PROBES),
    tokens,
    to: last?.createdAt ?? "",
    hash: hash.value,
    lastHash: last?.hash ?? null,
    errors: [...errors],
  };
}
