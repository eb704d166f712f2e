import type { Entry } from "../../capture/index.ts";
import type { MessageRecord } from "../../store/index.ts";
import type { UserPlace } from "../histories/contract.ts";

/** Something that a session has and another client's form of it cannot hold. */
export interface NotCarried {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** Words of somebody; `record` is what happened with a tool that the other client does not have, `note` is ours. */
interface TextStep {
  readonly kind: "user" | "agent" | "summary" | "record" | "note";
  readonly text: string;
  readonly at: string;
}

/** A tool call with its answer, under the name that the client which goes on has for the tool. */
export interface Call {
  readonly kind: "call";
  /** Known in no other call of the conversation, whatever its client called it. */
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
  readonly result: string;
  readonly isError: boolean;
  readonly at: string;
}

/** One thing that was said or done, in the terms that all clients share. */
export type Step = TextStep | Call;

/** A message with the client in which it was said. */
export interface Recorded extends MessageRecord {
  readonly harness: string;
}

/** A tool call as it stands in the ledger. */
export interface LedgerCall {
  readonly name: string;
  readonly input: unknown;
  /** The client in which it was made. */
  readonly harness: string;
}

/** A conversation that is to go on in another client. */
export interface Handover {
  /** What the client will know the session by. */
  readonly id: string;
  /** The folder in which it goes on. */
  readonly folder: string;
  /** When the last thing in it was said. */
  readonly at: string;
  readonly model: string | null;
  readonly steps: readonly Step[];
}

/** Writes a conversation as a client writes its own. */
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
  /** What whoever reads the client's files makes of such a line. */
  readLine(line: string): Entry[];
  /** What the user types in the folder to go on. */
  command(id: string): string;
}
