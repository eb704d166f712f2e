import type { Client } from "../client-contract.ts";
import { textsIn } from "../json-fields.ts";
import { openClawHistory } from "./history.ts";

export const openClaw: Client = {
  name: "openclaw",
  title: "OpenClaw",
  history: openClawHistory,
  keptMessages: { from: ({ firstKeptEntryId }) => textsIn(firstKeptEntryId) },
  command: "openclaw tui",
};
