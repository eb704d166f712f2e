import { z } from "zod";
import { type Home, jsonIn, readTextIfAny } from "../core/index.ts";

/** How to reach the running daemon; written when it answers, removed when it stops. */
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

export const readRuntime = async (home: Home): Promise<Runtime | undefined> =>
  runtimeShape.safeParse(jsonIn(await readTextIfAny(home.runtime))).data;
