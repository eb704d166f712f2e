import type { Client } from "../client-contract.ts";
import { answer, readEvent } from "./events.ts";
import { claudeCodeHistory } from "./history.ts";
import { detect, enabledPlugin, inspect, knownFiles, planInstall, strip } from "./install.ts";
import { claudeCodeWriter } from "./session-file.ts";
import { keptIds, readLine, subagentTranscripts } from "./transcript.ts";

const NAMES = { name: "claude-code", title: "Claude Code" };

export const claudeCode: Client = {
  ...NAMES,
  history: claudeCodeHistory,
  keptMessages: { from: keptIds },
  command: "claude",
  writer: claudeCodeWriter,
  hooks: {
    ...NAMES,
    ...{ readEvent, answer, readLine, subagentTranscripts },
    installer: { detect, planInstall, inspect, enabledPlugin, strip, knownFiles },
  },
};
