import { z } from "zod";
import { badInput, explain, inputErrorText } from "../core/index.ts";
import { MEMORY_KINDS } from "./kinds.ts";

const text = z.string().optional();
const name = z
  .string()
  .refine((value) => value.trim() !== "", { error: "it is empty" })
  .optional();
const count = z.number().int().min(1).optional();
const yesOrNo = z.boolean().optional();
const kind = z.enum(MEMORY_KINDS).optional();
const scope = { project: name, agent: name };

const SOUGHT = ["query", "file", "error", "command"] as const;
const sought = z
  .string()
  .refine((value) => value !== "", { error: "it is empty" })
  .optional();
const recallShape = z
  .strictObject({
    ...scope,
    ...{ query: sought, file: sought, error: sought, command: sought },
    ...{ budget: count, limit: count, asOf: z.number().optional() },
    ...{ primedBy: text, explain: yesOrNo },
  })
  // The extractions of a distillation need no question.
  .refine((value) => value.primedBy !== undefined || SOUGHT.some((field) => value[field] !== undefined), {
    path: ["query"],
    error: "say what you want to know, or name a file, an error or a command",
  });
const filterShape = z.strictObject({ ...scope, kind: text, sessionId: text, limit: count });
const editShape = z.strictObject({ content: z.string(), kind, source: z.string() });
const rememberShape = editShape.extend({ ...scope, sessionId: text, supersedes: z.array(z.string()).optional() });

const HINT =
  "`budget` and `limit` are whole numbers from 1 up, `asOf` is a time in milliseconds, as `Date.parse` returns it; see docs/memory.md.";

/** Programs without types call memory too: a field that would be misread or fail in the database is refused by name. */
const asserting = (shape: z.ZodType) => (input: unknown) => {
  const { error } = shape.safeParse(input, { error: inputErrorText });
  if (error) throw badInput(explain(error), HINT);
};

export const assertRemember = asserting(rememberShape);
export const assertEdit = asserting(editShape);
export const assertRecall = asserting(recallShape);
export const assertFilter = asserting(filterShape);
