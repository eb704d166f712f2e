import { z } from "zod";
import { ITEM_KINDS, type Item } from "./extraction/index.ts";

const storedItem = z.object({
  kind: z.enum(ITEM_KINDS),
  text: z.string(),
  cites: z.array(z.string()).min(1),
  by: z.literal("agent").optional(),
  at: z.string(),
  seq: z.number(),
  weight: z.number(),
});

/** The lines of a summary as its receipt keeps them; those in the form of an older version are left out. */
export const storedItems = (items: readonly unknown[]): Item[] =>
  items.flatMap((item) => {
    const read = storedItem.safeParse(item);
    return read.success ? [read.data] : [];
  });
