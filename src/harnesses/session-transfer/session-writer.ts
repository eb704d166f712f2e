import { z } from "zod";
import type { Entry } from "../../capture/index.ts";
import { served } from "../../core/index.ts";
import type { MessageRecord } from "../../store/index.ts";
import type { UserPlace } from "../histories/history-contract.ts";
import type { Fields } from "../json-fields.ts";

/** A part of a session that another client's format cannot hold. */
const notCarried = z.object({ what: z.string(), count: z.number(), why: z.string() });
export type NotCarried = Readonly<z.output<typeof notCarried>>;

/** How to continue a session in another client. */
export const continuationShape = z.object({
  sessionId: z.string(),
  harness: z.string(),
  title: z.string().describe("The client's display name"),
  command: z.string().describe("Shell command that changes to the project and continues the session"),
  key: z.string().nullable().describe("The client's id for the session"),
  path: z.string().nullable().describe("Its file"),
  isThere: z.boolean().describe("Whether that file already exists; it is never overwritten"),
  text: served.nullable().describe("The first prompt for the client, where it takes no file"),
  notCarried: z.array(notCarried).readonly(),
  isDone: z.boolean().describe("Whether it was written, or pinned for the project's next session"),
});
export type Continuation = z.output<typeof continuationShape>;

/** `record` is a call of a tool that the other client does not have, `note` is ours. */
interface TextStep {
  readonly kind: "user" | "agent" | "summary" | "record" | "note";
  readonly text: string;
  readonly at: string;
}

/** A tool call with its result, under the other client's name for the tool. */
export interface Call {
  readonly kind: "call";
  /** Unique in the conversation, unlike the clients' ids. */
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
  readonly result: string;
  readonly isError: boolean;
  readonly at: string;
}

/** One step of a conversation, in the terms that all clients share. */
export type Step = TextStep | Call;

/** A message with its client. */
export interface Recorded extends MessageRecord {
  readonly harness: string;
}

/** A tool call in the ledger. */
export interface LedgerCall {
  readonly name: string;
  readonly input: unknown;
  /** The client in which it was made. */
  readonly harness: string;
}

/** A conversation to continue in another client. */
export interface Handover {
  /** The client's id for the session. */
  readonly id: string;
  /** The folder to continue in. */
  readonly folder: string;
  /** The time of its last message. */
  readonly at: string;
  readonly model: string | null;
  readonly steps: readonly Step[];
}

/** What a client keeps word for word over a compaction. */
export type KeptMessages =
  | {
      /** From its own record of the compaction, the ids of the messages where it begins: it keeps what follows. */
      readonly from: (record: Fields) => string[];
    }
  /** The newest prompts, up to so many tokens. */
  | { readonly promptTokens: number }
  /** Its last messages, but with new ids. */
  | "with-new-ids";

/** Writes a conversation in a client's own format. */
export interface SessionWriter {
  readonly harness: string;
  /** What the client is called. */
  readonly title: string;
  /** The call as this client would have made it; undefined where it has no such tool. */
  toolOf(call: LedgerCall): Pick<Call, "name" | "input"> | undefined;
  /** Where the client looks for it. */
  pathOf(place: UserPlace, handover: Pick<Handover, "id" | "folder" | "at">): string;
  /** The lines of its file, each one JSON object. */
  linesOf(handover: Handover): string[];
  /** The entries that the client's reader finds in such a line. */
  readLine(line: string): Entry[];
  /** What the user types in the folder to continue. */
  command(id: string): string;
}
