import type { Client } from "../client-contract.ts";
import { geminiHistory } from "./history.ts";

export const gemini: Client = {
  name: "gemini",
  title: "Gemini CLI",
  history: geminiHistory,
  keptMessages: "with-new-ids",
  command: "gemini",
};
