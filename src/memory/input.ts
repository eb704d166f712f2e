import { z } from "zod";
import { badInput, explain, inOurWords } from "../core/index.ts";

const text = z.string().optional();
const count = z.number().int().min(1).optional();
const scope = { project: text, agent: text };

const recallShape = z.looseObject({
  ...scope,
  ...{ query: text, file: text, error: text, command: text },
  ...{ budget: count, limit: count, asOf: z.number().optional() },
});
const filterShape = z.looseObject({ ...scope, kind: text, sessionId: text, limit: count });
const editShape = z.looseObject({ content: z.string(), kind: text, source: z.string() });
const rememberShape = editShape.extend({ ...scope, sessionId: text });

const HINT =
  "`budget` and `limit` are whole numbers from 1 up, `asOf` is a time in milliseconds, as `Date.parse` gives it; docs/memory.md tells the rest.";

/** Programs without types call memory, too: what would be misread, or only fail in the database, is refused by its name. */
const asserting = (shape: z.ZodType) => (given: unknown) => {
  const { error } = shape.safeParse(given, { error: inOurWords });
  if (error) throw badInput(explain(error), HINT);
};

export const assertRemember = asserting(rememberShape);
export const assertEdit = asserting(editShape);
export const assertRecall = asserting(recallShape);
export const assertFilter = asserting(filterShape);
