import { z } from "zod";
import { badInput, explain, inputErrorText } from "../core/index.ts";

/** A message to or by an agent, on every surface. */
export const appendShape = z.strictObject({
  agent: z.string().min(1).describe("The agent's name"),
  role: z.enum(["user", "assistant", "system", "tool"]).describe("The sender"),
  content: z.string().min(1).describe("The message"),
  channel: z.string().min(1).optional().describe("The channel: webchat, signal, terminal …"),
  sessionKey: z.string().min(1).optional().describe("A session other than the primary one, classified by its key"),
  sessionType: z.enum(["primary", "background", "ephemeral"]).optional().describe("The type of that session"),
  model: z.string().min(1).optional().describe("The model that answered"),
  usage: z
    .strictObject({ inputTokens: z.number().int().min(0), outputTokens: z.number().int().min(0).optional() })
    .optional()
    .describe("Token usage reported by the model's API"),
  sourceId: z.string().min(1).optional().describe("Your own message id; the same id is stored once"),
});

export type AppendInput = z.output<typeof appendShape>;

/** Untyped programs call this too: bad fields are refused by name before they reach the database. */
export function checkedAppend(input: AppendInput): AppendInput {
  const { error } = appendShape.safeParse(input, { error: inputErrorText });
  if (error) throw badInput(explain(error), "docs/agents.md describes the fields of a message.");
  return input;
}
