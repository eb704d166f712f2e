import type { Harness } from "../contract.ts";
import { answer, readEvent } from "./events.ts";
import { readLine, subagentTranscripts } from "./transcript.ts";

export const claudeCode: Harness = {
  name: "claude-code",
  title: "Claude Code",
  readEvent,
  answer,
  readLine,
  subagentTranscripts,
};
