import type { Harness } from "../contract.ts";
import { answer, readEvent } from "./events.ts";
import { detect, enabledPlugin, inspect, knownFiles, planInstall, strip } from "./install.ts";
import { readLine, subagentTranscripts } from "./transcript.ts";

export const claudeCode: Harness = {
  name: "claude-code",
  title: "Claude Code",
  readEvent,
  answer,
  readLine,
  subagentTranscripts,
  installer: { detect, planInstall, inspect, enabledPlugin, strip, knownFiles },
};
