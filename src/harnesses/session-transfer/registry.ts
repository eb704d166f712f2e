import { claudeCodeWriter } from "../claude-code/session-file.ts";
import { codexWriter } from "../codex/session-file.ts";
import type { SessionWriter } from "./contract.ts";

/** Clients whose sessions are files that another program can write. */
export const sessionWriters: readonly SessionWriter[] = [claudeCodeWriter, codexWriter];

/** The others, with databases or operation logs: they get a text instead. */
const BY_TEXT: Readonly<Record<string, { readonly title: string; readonly command: string }>> = {
  gemini: { title: "Gemini CLI", command: "gemini" },
  opencode: { title: "OpenCode", command: "opencode" },
  openclaw: { title: "OpenClaw", command: "openclaw tui" },
};

/** The clients in which a session can continue. */
export const RESUMABLE_IN = ["claude-code", "codex", "gemini", "opencode", "openclaw"] as const;
export type ResumableIn = (typeof RESUMABLE_IN)[number];

export const writerFor = (harness: ResumableIn): SessionWriter | undefined =>
  sessionWriters.find((one) => one.harness === harness);

export function startOf(harness: ResumableIn): { readonly title: string; readonly command: string } {
  return BY_TEXT[harness] ?? { title: harness, command: harness };
}
