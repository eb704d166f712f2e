import { z } from "zod";
import { type Home, readTextIfAny } from "../core/index.ts";

/** Where the running daemon is to be found; written when it answers, removed when it leaves. */
export const runtimeShape = z.object({
  name: z.string(),
  version: z.string(),
  pid: z.number(),
  home: z.string(),
  port: z.number(),
  url: z.string(),
  socket: z.string(),
  startedAt: z.string(),
});
export type Runtime = z.infer<typeof runtimeShape>;

export async function readRuntime(home: Home): Promise<Runtime | undefined> {
  const text = await readTextIfAny(home.runtime);
  if (text === undefined) return undefined;
  try {
    return runtimeShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
