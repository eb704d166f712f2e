import type { Client } from "../client-contract.ts";
import { textsIn } from "../json-fields.ts";
import { openCodeHistory } from "./history.ts";

export const openCode: Client = {
  name: "opencode",
  title: "OpenCode",
  history: openCodeHistory,
  keptMessages: { from: ({ tail_start_id }) => textsIn(tail_start_id) },
  command: "opencode",
};
