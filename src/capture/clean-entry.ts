import { redact } from "../core/index.ts";
import { withoutEcho } from "../text/index.ts";
import type { Entry } from "./entry.ts";

/** As it will be stored: without our own echo, and without secrets. */
export function clean(entry: Entry): Entry | undefined {
  const own = withoutEcho(entry.content);
  if (own.trim() === "" && entry.content.trim() !== "") return undefined;
  const content = redact(own);
  return content === entry.content ? entry : { ...entry, content };
}
