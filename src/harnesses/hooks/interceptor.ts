import type { Outcome } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { HookEvent } from "../client-contract.ts";
import type { ContextSource } from "./context-sources.ts";
import type { Call } from "./request.ts";

/** What an extension does at a client's events. The engine's own work needs none of them. */
export interface HookInterceptor {
  readonly name: string;
  /** Those with a lower number are called first. */
  readonly order: number;
  /** Texts for the agent; the list in `context-sources.ts` says where they go. */
  readonly speakers?: readonly ContextSource[];
  /** Why a tool call, or a compaction that the user asked for, must not go ahead. */
  objection?(call: Call, session: SessionRecord): Promise<string | undefined>;
  /** Called instead of `speakers` and `objection` for an event whose client did not wait for the answer. */
  unanswered?(call: Call, session: SessionRecord): Promise<unknown>;
  /** Work that follows from an event, after its answer; at the end of a turn, after its transcript was read. */
  after?(event: HookEvent, session: SessionRecord): Promise<unknown>;
  /** New entries of the transcript were read. */
  afterReading?(sessionId: string): Promise<unknown>;
  /** A session is over, and its last checkpoint is written. */
  atEnd?(session: SessionRecord): Promise<unknown>;
  /** Closes a session in its own way, with its last checkpoint; false leaves it to the engine. */
  close?(session: SessionRecord, outcome: Outcome | undefined): Promise<boolean>;
}
