import { z } from "zod";
import { badInput } from "./core/index.ts";
import { type EditInput, Memory, type RecallInput, type RememberInput } from "./memory/index.ts";
import { explain, inOurWords } from "./operations/wording.ts";
import type { MemoryFilter } from "./store/index.ts";

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

function assertFits(shape: z.ZodType, given: unknown): void {
  const { error } = shape.safeParse(given, { error: inOurWords });
  if (error) throw badInput(explain(error), HINT);
}

/** Programs without types call memory, too: what would be misread, or only fail in the database, is refused by its name. */
export class CheckedMemory extends Memory {
  override async remember(input: RememberInput) {
    assertFits(rememberShape, input);
    return super.remember(input);
  }

  override async edit(partOfId: string, input: EditInput) {
    assertFits(editShape, input);
    return super.edit(partOfId, input);
  }

  override async recall(input: RecallInput) {
    assertFits(recallShape, input);
    return super.recall(input);
  }

  override async list(filter: MemoryFilter) {
    assertFits(filterShape, filter);
    return super.list(filter);
  }

  override async history(filter: MemoryFilter) {
    assertFits(filterShape, filter);
    return super.history(filter);
  }
}
