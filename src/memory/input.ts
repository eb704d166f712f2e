import { z } from "zod";
import { badInput, explain, inOurWords } from "../core/index.ts";
import { MEMORY_KINDS } from "./kinds.ts";

const text = z.string().optional();
const name = z
  .string()
  .refine((given) => given.trim() !== "", { error: "it is empty" })
  .optional();
const count = z.number().int().min(1).optional();
const yesOrNo = z.boolean().optional();
const kind = z.enum(MEMORY_KINDS).optional();
const scope = { project: name, agent: name };

const SOUGHT = ["query", "file", "error", "command"] as const;
const sought = z
  .string()
  .refine((given) => given !== "", { error: "it is empty" })
  .optional();
const recallShape = z
  .strictObject({
    ...scope,
    ...{ query: sought, file: sought, error: sought, command: sought },
    ...{ budget: count, limit: count, asOf: z.number().optional() },
    ...{ primedBy: text, explain: yesOrNo },
  })
  // What is due after a distillation comes whatever is asked, also when nothing is.
  .refine((given) => given.primedBy !== undefined || SOUGHT.some((field) => given[field] !== undefined), {
    path: ["query"],
    error: "say what you want to know, or name a file, an error or a command",
  });
const filterShape = z.strictObject({ ...scope, kind: text, sessionId: text, limit: count });
const editShape = z.strictObject({ content: z.string(), kind, source: z.string() });
const rememberShape = editShape.extend({ ...scope, sessionId: text, supersedes: z.array(z.string()).optional() });

const HINT =
  "`budget` and `limit` are whole numbers from 1 up, `asOf` is a time in milliseconds, as `Date.parse` gives it; docs/memory.md tells the rest.";

/**
 * Programs without types call memory, too: what would be misread, or only fail in the database, is refused by its name.
 */
const asserting = (shape: z.ZodType) => (given: unknown) => {
  const { error } = shape.safeParse(given, { error: inOurWords });
  if (error) throw badInput(explain(error), HINT);
};

export const assertRemember = asserting(rememberShape);
export const assertEdit = asserting(editShape);
export const assertRecall = asserting(recallShape);
export const assertFilter = asserting(filterShape);
