import { z } from "zod";
import { badInput, explain, inputErrorText } from "../core/index.ts";

/** Kinds that a person or an agent can remember. */
export const STATED_KINDS = ["fact", "decision", "preference", "constraint"] as const;

/** Plus notes, and the kinds that only a distillation extracts. */
export const MEMORY_KINDS = [...STATED_KINDS, "note", "correction", "open_item", "promise", "failed"] as const;

const text = z.string().optional();
const name = z
  .string()
  .refine((value) => value.trim() !== "", { error: "it is empty" })
  .optional();
const count = z.number().int().min(1).optional();
const kind = z.enum(MEMORY_KINDS).optional();
/** The project's path is normalised; without project and agent, it is for all. */
const scope = { project: name, agent: name };

const SOUGHT = ["query", "file", "error", "command"] as const;
const sought = z
  .string()
  .refine((value) => value !== "", { error: "it is empty" })
  .optional();
const recallShape = z
  .strictObject({
    ...scope,
    /** Without it, everything about the file, error or command. */
    query: sought,
    ...{ file: sought, error: sought, command: sought },
    /** In tokens. */
    budget: count,
    limit: count,
    /** Only what was known at this time, in milliseconds. */
    asOf: z.number().optional(),
    /** A receipt id: its extractions are included whatever is asked, within a share of the budget. */
    primedBy: text,
    explain: z.boolean().optional(),
  })
  // The extractions of a distillation need no question.
  .refine((value) => value.primedBy !== undefined || SOUGHT.some((field) => value[field] !== undefined), {
    path: ["query"],
    error: "say what you want to know, or name a file, an error or a command",
  });
const filterShape = z.strictObject({ ...scope, kind: text, sessionId: text, limit: count });
const editShape = z.strictObject({ content: z.string(), kind, source: z.string() });
const rememberShape = editShape.extend({
  ...scope,
  sessionId: text,
  /** Ids, or parts of ids, of the memories that it replaces. */
  supersedes: z.array(z.string()).readonly().optional(),
});

export type EditInput = Readonly<z.input<typeof editShape>>;
export type RememberInput = Readonly<z.input<typeof rememberShape>>;

export interface RecallInput extends Readonly<z.input<typeof recallShape>> {
  /**
   * A fast search by rare words in messages and memories, without waiting for the index; empty if it takes longer than
   * this.
   */
  readonly withinMs?: number | undefined;
  /** What a fast search leaves out because the asker's context has it: a session since a time in milliseconds. */
  readonly atHand?: { readonly session: string; readonly since: number } | undefined;
}

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
