import { z } from "zod";
import { badInput, explain, inOurWords } from "../core/index.ts";

/** A message to or by an agent, as every surface takes it. */
export const appendShape = z.strictObject({
  agent: z.string().min(1).describe("The agent's name"),
  role: z.enum(["user", "assistant", "system", "tool"]).describe("Who speaks"),
  content: z.string().min(1).describe("What was said"),
  channel: z.string().min(1).optional().describe("Where it was said: webchat, signal, terminal …"),
  sessionKey: z.string().min(1).optional().describe("A session beside the primary one, classified by its name"),
  sessionType: z.enum(["primary", "background", "ephemeral"]).optional().describe("What that session is"),
  model: z.string().min(1).optional().describe("The model that answered"),
  usage: z
    .strictObject({ inputTokens: z.number().int().min(0), outputTokens: z.number().int().min(0).optional() })
    .optional()
    .describe("What the model's API reported"),
  sourceId: z.string().min(1).optional().describe("Your own id of the message: sent twice, it is stored once"),
});

export type AppendInput = z.output<typeof appendShape>;

/** Programs without types call this too: what would only fail in the database is refused by its name. */
export function checkedAppend(input: AppendInput): AppendInput {
  const { error } = appendShape.safeParse(input, { error: inOurWords });
  if (error) throw badInput(explain(error), "docs/agents.md tells what a message has.");
  return input;
}
