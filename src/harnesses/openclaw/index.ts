import type { Client } from "../contract.ts";
import { textsIn } from "../fields.ts";
import { openClawHistory } from "./history.ts";

export const openClaw: Client = {
  name: "openclaw",
  title: "OpenClaw",
  history: openClawHistory,
  keptMessages: { from: ({ firstKeptEntryId }) => textsIn(firstKeptEntryId) },
  command: "openclaw tui",
};
