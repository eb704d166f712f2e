import type { Autosave, Checkpoints } from "../../checkpoints/index.ts";
import type { ProcessIdentity } from "../../core/index.ts";
import type { Memory } from "../../memory/index.ts";
import type { Recovery } from "../../recovery/index.ts";
import type { Reminders } from "../../reminders/index.ts";
import type { Sessions } from "../../sessions/index.ts";
import type { Signals } from "../../signals/index.ts";
import type { WorkNotices } from "../../work/index.ts";
import type { HookAnswer, HookEvent, HookEventName } from "../client-contract.ts";
import type { TranscriptTailer } from "./transcript-tailer.ts";

export interface HookRequest {
  readonly event: HookEventName;
  readonly harness: string;
  /** The hook's standard input. */
  readonly body: string;
  readonly runtime: string;
  /** The hook's process id: with the body it identifies a call, also when it comes twice. */
  readonly hookPid?: string | undefined;
  readonly client?: ProcessIdentity | undefined;
  /** When it happened, if that was not now: the event was spooled, and its answer never reached the client. */
  readonly spooledAt?: number | undefined;
}

/** A parsed request. */
export interface Call {
  readonly request: HookRequest;
  readonly event: HookEvent;
  /** The same for one call that comes twice; undefined without a process id. */
  readonly hookId: string | undefined;
  /** Starts work in the background once the answer is on its way. */
  later(work: () => Promise<unknown>): void;
}

export interface HookParts {
  readonly sessions: Sessions;
  readonly checkpoints: Checkpoints;
  readonly autosave: Autosave;
  readonly recovery: Recovery;
  readonly memory: Memory;
  readonly reminders: Reminders;
  readonly signals: Signals;
  readonly tailer: TranscriptTailer;
  readonly notices: WorkNotices;
}

export const NOTHING: HookAnswer = {};
