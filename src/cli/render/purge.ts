import { z } from "zod";
import { colours, table } from "../terminal.ts";
import type { Renderers } from "./words.ts";

const shape = z.object({
  purged: z.boolean(),
  sessions: z.array(z.object({ key: z.string(), messages: z.number(), checkpoints: z.number(), memories: z.number() })),
});

export const purgeRenderers: Renderers = {
  purge: (value) => {
    const { purged, sessions } = shape.parse(value);
    const listed = table(
      ["MESSAGES", "CHECKPOINTS", "MEMORIES", "SESSION"],
      sessions.map((one) => [String(one.messages), String(one.checkpoints), String(one.memories), one.key]),
    );
    if (sessions.length === 0) return "There are no such sessions.";
    return purged
      ? `${listed}\nRemoved for good.`
      : `${listed}\n${colours.yellow("Nothing was removed yet: run it again with --yes.")}`;
  },
};
