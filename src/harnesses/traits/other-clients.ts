import type { ClientTraits } from "./client-traits.ts";

/** What is common among agents that have no folder here: their messages come through the library, HTTP and imports. */
export const otherTraits: ClientTraits = {
  editTools: ["create_file", "str_replace.*"],
  readTools: ["view"],
  shellTools: ["bash", "terminal"],
  foreignTextTools: /web|fetch|browse/i,
  speakerNames: ["gpt"],
};
