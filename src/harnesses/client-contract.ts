import type { Entry } from "../capture/index.ts";
import type { StartSource } from "../sessions/index.ts";
import type { HistoryReader } from "./histories/history-contract.ts";
import type { FileChange, Strip } from "./installing/index.ts";
import type { KeptMessages, SessionWriter } from "./session-transfer/session-writer.ts";

export const HOOK_EVENTS = [
  "session-start",
  "user-prompt-submit",
  "pre-tool-use",
  "post-tool-use",
  "pre-compaction",
  "post-compaction",
  "turn-end",
  "subagent-end",
  "session-end",
] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** The part of a client's event that is the same for all of them. */
interface Common {
  /** The client's own session id as a `safeName`: it is stored and looked up. */
  readonly sessionKey: string;
  readonly cwd: string | undefined;
  readonly transcriptPath: string | undefined;
  readonly turnId: string | undefined;
  readonly model: string | undefined;
  /** The subagent in which it happened, if it was not the session's own agent. */
  readonly agentId: string | undefined;
}

export interface ToolUse {
  readonly name: string;
  readonly id: string | undefined;
  readonly input: unknown;
}

/** An event of a client, in one vocabulary for all clients. */
export type HookEvent = Common &
  (
    | { readonly event: "session-start"; readonly source: StartSource; readonly previousSessionKey: string | undefined }
    | { readonly event: "user-prompt-submit"; readonly prompt: string }
    | { readonly event: "pre-tool-use"; readonly tool: ToolUse }
    | { readonly event: "post-tool-use"; readonly tool: ToolUse; readonly result: string; readonly isError: boolean }
    | { readonly event: "pre-compaction"; readonly trigger: string; readonly context: string | undefined }
    | { readonly event: "post-compaction"; readonly trigger: string; readonly summary: string | undefined }
    | { readonly event: "turn-end"; readonly reply: string | undefined }
    | { readonly event: "subagent-end"; readonly agentId: string; readonly agentTranscriptPath: string | undefined }
    | { readonly event: "session-end"; readonly reason: string }
  );

/** Not for us: an event that only looks like one of the vocabulary, with the reason for the log. */
export interface Ignored {
  readonly ignored: string;
}

/**
 * What Throughline answers: a text for the agent's context, a line for the user, why something must not happen, or
 * nothing.
 */
export interface HookAnswer {
  readonly inject?: string | undefined;
  /** Shown to the user, where the client can. */
  readonly show?: string | undefined;
  readonly block?: string | undefined;
}

/** A subagent's transcript, next to its session's. */
export interface SubagentTranscript {
  readonly agentId: string;
  readonly path: string;
}

/** Where a client is connected: for everything its user does, or in one project. */
export type InstallPlace = { readonly userHome: string; readonly env?: NodeJS.ProcessEnv } & (
  | { readonly scope: "user" }
  | { readonly scope: "project"; readonly projectDir: string }
);

export interface InstallCommands {
  readonly hookCommand: { readonly command: string; readonly args: readonly string[] };
  readonly mcpCommand: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** How the command line is called, quoted for the shell. */
  readonly cliCommand: string;
}

export type Connection = InstallPlace & InstallCommands;

/** Throughline's plugin for a client, switched on in the client's settings. */
export interface EnabledPlugin {
  /** As the client names it: `throughline@<marketplace>`. */
  readonly name: string;
  /** What its hooks and its server run; undefined when it is switched on but not installed. */
  readonly programs: Pick<InstallCommands, "hookCommand" | "mcpCommand"> | undefined;
  /** What the user types to install it again. */
  readonly installCommand: string;
}

export interface InstallPlan {
  readonly changes: readonly FileChange[];
  /** What the user should know beforehand, in plain words. */
  readonly warnings: readonly string[];
}

/** One thing that has to be right for a connection to work. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do about it; empty when all is well. */
  readonly hint: string;
}

/** Connecting a client and disconnecting it again. */
export interface Installer {
  detect(userHome: string, env?: NodeJS.ProcessEnv): Promise<boolean>;
  planInstall(connection: Connection): Promise<InstallPlan>;
  inspect(connection: Connection): Promise<Check[]>;
  enabledPlugin(place: InstallPlace): Promise<EnabledPlugin | undefined>;
  readonly strip: Strip;
  knownFiles(place: InstallPlace): Promise<string[]>;
}

/** A client's hooks: what they report, what they take, and how they are installed. */
export interface Harness {
  readonly name: string;
  readonly title: string;
  /** Reads a payload; `event` is the name under which the hook was installed. */
  readEvent(event: HookEventName, payload: Readonly<Record<string, unknown>>): HookEvent | Ignored;
  /** What the client expects on standard output; empty means nothing to say. */
  answer(event: HookEvent, answer: HookAnswer): string;
  /**
   * The entries of one line of the client's transcript; an unknown kind of line is kept, bookkeeping is not. A line
   * without a readable time gets `fallbackTime`.
   */
  readLine(line: string, fallbackTime?: string): Entry[];
  subagentTranscripts(transcriptPath: string): Promise<SubagentTranscript[]>;
  readonly installer: Installer;
}

/**
 * One client. The folder of each has the same files: `index`, `traits`, `texts`, `transcript` and `history`;
 * `session-file`, where it reads session files that others write; `events` and `install`, where it has hooks.
 */
export interface Client {
  readonly name: string;
  readonly title: string;
  readonly history: HistoryReader;
  readonly keptMessages: KeptMessages;
  /** What the user types to start it. */
  readonly command: string;
  readonly writer?: SessionWriter;
  readonly hooks?: Harness;
}
