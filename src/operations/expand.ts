import { z } from "zod";
import { theOnly } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { checkpointShape, checkpointView, defineOperation, idOf, keptShape, messageShape } from "../operation/index.ts";
import { unconfirmedNamed } from "./unconfirmed-prompts.ts";

const expandedShape = z.union([
  messageShape,
  checkpointShape,
  keptShape.extend({ message: messageShape.optional().describe("The message it was extracted from") }),
]);

const ORIGIN = /^message (\S+)/;
const WHERE = "`recall`, `throughline memories` and a session's messages show ids.";

/** Anything recall has an id for: a message, a checkpoint, or a memory with the message it was extracted from. */
async function expanded({ services: { store } }: Engine, id: string) {
  const found = [
    ...(await store.messages.find(id)),
    ...(await store.checkpoints.find(id)).map(checkpointView),
    ...(await store.memories.find(id)),
    ...(await unconfirmedNamed(store, id)),
  ];
  const one = theOnly("message, memory or checkpoint", id, found, WHERE);
  const origin = "source" in one ? ORIGIN.exec(one.source)?.[1] : undefined;
  const [message] = origin === undefined ? [] : await store.messages.find(origin);
  return message ? { ...one, message } : one;
}

export const expand = defineOperation({
  name: "expand",
  summary: "show messages, memories and checkpoints in full, as stored",
  http: { method: "get", path: "/api/messages/:id" },
  cli: { command: "expand", positional: ["id"], each: "id" },
  input: z.strictObject({ id: idOf("A message, memory or checkpoint") }),
  output: expandedShape,
  mcp: {
    tool: "expand",
    description:
      "Returns the full text of one captured message, memory or checkpoint; a memory comes with the message it was extracted from. Use it when `recall` or a recovery text gives an id and you need the exact words, command output or code rather than the excerpt.",
  },
  run: (engine, { id }) => expanded(engine, id),
});
