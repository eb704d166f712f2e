import { colors, tilde, wrap } from "../terminal.ts";
import { type Renderers, tableOf } from "./words.ts";

export const purgeRenderers: Renderers = {
  purge: ({ purged, sessions, cleaned, left }) => {
    if (sessions.length === 0) return "No matching sessions.";
    return [
      tableOf(sessions, { MESSAGES: "messages", CHECKPOINTS: "checkpoints", MEMORIES: "memories", SESSION: "key" }),
      ...(cleaned.length > 0 ? [`${purged ? "Their text was" : "Their text will be"} removed from:`] : []),
      ...cleaned.map((path) => `  ${tilde(path)}`),
      ...(left.length > 0 ? ["Left unchanged, though they may contain text of these sessions:"] : []),
      ...left.map(({ path, why }) => wrap(`- ${tilde(path)}: ${why}`, "  ")),
      purged
        ? `Removed for good${left.length > 0 ? ", except the files above" : ""}.`
        : colors.yellow("Nothing was removed yet: rerun with --yes."),
    ].join("\n");
  },
};
