import { injections } from "../audit/index.ts";
import { redact } from "../core/index.ts";
import type { Tables } from "../store/index.ts";
import { hasEcho, withoutEcho } from "../text/index.ts";
import type { Entry } from "./entry.ts";

/** An entry as it will be stored: without what was injected into its session, and without secrets. */
export function clean(entry: Entry, injected: readonly string[] = []): Entry | undefined {
  const own = withoutEcho(entry.content, injected);
  if (own.trim() === "" && entry.content.trim() !== "") return undefined;
  const content = redact(own);
  return content === entry.content ? entry : { ...entry, content };
}

/** What was injected into a session, or the one that it was forked from, if some entries may repeat it. */
export async function injectedInto(tables: Tables, sessionId: string, entries: readonly Entry[]): Promise<string[]> {
  if (!entries.some(({ content, prepared }) => !prepared && hasEcho(content))) return [];
  const parentId = (await tables.sessions.get(sessionId))?.parentId;
  const lists = [sessionId, parentId].map((id) => (id ? injections(tables).list({ sessionId: id }) : []));
  return (await Promise.all(lists)).flat().map(({ text }) => text);
}
