import { colors, table, tilde, wrap } from "../terminal.ts";
import type { Renderers } from "./words.ts";

export const purgeRenderers: Renderers = {
  purge: ({ purged, sessions, cleaned, left }) => {
    const listed = table(
      ["MESSAGES", "CHECKPOINTS", "MEMORIES", "SESSION"],
      sessions.map((one) => [String(one.messages), String(one.checkpoints), String(one.memories), one.key]),
    );
    if (sessions.length === 0) return "There are no such sessions.";
    return [
      listed,
      ...(cleaned.length > 0 ? [`${purged ? "Their words were" : "Their words will be"} removed from:`] : []),
      ...cleaned.map((path) => `  ${tilde(path)}`),
      ...(left.length > 0 ? ["Left as they are, though they may hold words of these sessions:"] : []),
      ...left.map(({ path, why }) => wrap(`- ${tilde(path)}: ${why}`, "  ")),
      purged
        ? `Removed for good${left.length > 0 ? ", but for the files above" : ""}.`
        : colors.yellow("Nothing was removed yet: run it again with --yes."),
    ].join("\n");
  },
};
