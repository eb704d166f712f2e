import type { Client } from "../client-contract.ts";
import { codexHistory } from "./history.ts";
import { codexWriter } from "./session-file.ts";

export const codex: Client = {
  name: "codex",
  title: "Codex",
  history: codexHistory,
  // It keeps the user's messages next to its summary.
  keptMessages: { promptTokens: 20_000 },
  command: "codex",
  writer: codexWriter,
};
