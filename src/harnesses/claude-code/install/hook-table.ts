import { type Connection, HOOK_EVENTS, type HookEventName } from "../../client-contract.ts";

export interface HookRow {
  /** The client's name of the event. */
  readonly on: string;
  readonly event: HookEventName;
  readonly matcher?: string;
}

/** Which events of the client call Throughline; the settings and the plugin are both made from this. */
export const HOOK_TABLE: readonly HookRow[] = [
  { on: "SessionStart", event: "session-start" },
  { on: "UserPromptSubmit", event: "user-prompt-submit" },
  // Our own tools, to know the session of a call; and all that may change something, to deny it in a sandbox. Read-only
  // tools need not wait.
  { on: "PreToolUse", event: "pre-tool-use", matcher: "^(?!(?:Read|Grep|Glob|LS|NotebookRead|TodoWrite)$)" },
  { on: "PostToolUse", event: "post-tool-use", matcher: "*" },
  { on: "PostToolUseFailure", event: "post-tool-use", matcher: "*" },
  { on: "PreCompact", event: "pre-compaction" },
  { on: "PostCompact", event: "post-compaction" },
  { on: "Stop", event: "turn-end" },
  { on: "SubagentStop", event: "subagent-end" },
  { on: "SessionEnd", event: "session-end" },
];

/** The client's own limits are minutes for some events and 1.5 s for the last one. */
const TIMEOUT_SECONDS = 10;

export type Command = Connection["hookCommand"];

/** Where a hook was installed: with both, every event is reported twice, and only one counts. */
export type HookOrigin = "settings" | "plugin";

export const hookEntry = ({ command, args }: Command, event: HookEventName, origin: HookOrigin) => ({
  type: "command",
  command,
  args: [...args, "claude-code", event, origin],
  timeout: TIMEOUT_SECONDS,
});

export const hookGroup = (row: HookRow, command: Command, origin: HookOrigin) => ({
  ...(row.matcher === undefined ? {} : { matcher: row.matcher }),
  hooks: [hookEntry(command, row.event, origin)],
});

const EVENTS: readonly string[] = HOOK_EVENTS;
const OUR_FILE = /[\\/]\.throughline[\\/]bin[\\/]hook(?:\.\w+)?["']?(?:\s|$)/;
const OUR_LINE = new RegExp(
  `[\\\\/]bin[\\\\/]hook(?:\\.\\w+)?["']?\\s+claude-code\\s+(?:${EVENTS.join("|")})(?:\\s|$)`,
);

/** Whether a hook entry is Throughline's, also one that an older version wrote. */
export function isOurHook(entry: unknown): boolean {
  if (entry === null || typeof entry !== "object") return false;
  const args: readonly unknown[] = "args" in entry && Array.isArray(entry.args) ? entry.args : [];
  const at = args.indexOf("claude-code");
  const event = args[at + 1];
  if (at >= 0 && typeof event === "string" && EVENTS.includes(event)) return true;
  if (!("command" in entry) || typeof entry.command !== "string") return false;
  return OUR_FILE.test(entry.command) || OUR_LINE.test(entry.command);
}
