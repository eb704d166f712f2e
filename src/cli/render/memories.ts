import { z } from "zod";
import { colours, excerpt, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const memory = z.object({
  id: z.string(),
  content: z.string(),
  kind: z.string(),
  createdAt: z.string(),
  source: z.string(),
  score: z.number().optional(),
});

export const memoryRenderers: Renderers = {
  remember: (value) => `Remembered as ${memory.parse(value).id}.`,
  forget: (value) => `Forgot ${z.object({ id: z.string() }).parse(value).id}.`,
  recall: (value) => {
    const rows = z.array(memory).parse(value);
    return orNone(rows, "Nothing found.", () =>
      rows
        .map(({ id, content, kind, createdAt, source, score = 0 }) => {
          const words = wrap(`${score.toFixed(2)}  ${excerpt(content)}`, "      ");
          const origin = wrap(`      ${shortId(id)}: ${kind}, ${age(createdAt)}, ${source}`);
          return `${words}\n${colours.dim(origin)}`;
        })
        .join("\n"),
    );
  },
  "memories.list": (value) => {
    const rows = z.array(memory).parse(value);
    return orNone(rows, "Nothing remembered yet.", () =>
      table(
        ["MEMORY", "KIND", "AGE", "CONTENT"],
        rows.map((one) => [shortId(one.id), one.kind, age(one.createdAt), excerpt(one.content)]),
      ),
    );
  },
  recover: (value) =>
    z
      .object({ text: z.string(), reason: z.string() })
      .transform((one) => one.text || one.reason)
      .parse(value),
};
