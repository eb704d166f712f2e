import { isOwnTool, namesIn, termHash } from "../text/index.ts";
import { isByAgent, type SeenMessage } from "./usage.ts";

/** The count stops here. */
export const MOST_NAMED = 500;

/**
 * Novel context: names (paths, files, identifiers, versions) that the user or the agent used and that nothing served to
 * the session contained. The fewer there are, the more of the needed context had been served.
 */
export function novelIn(named: ReadonlySet<number>, messages: readonly SeenMessage[]): ReadonlySet<number> {
  const novel = new Set<number>();
  for (const message of messages) {
    if (isOwnTool(message.toolName) || !(message.kind === "prompt" || isByAgent(message))) continue;
    for (const name of namesIn(message.content)) {
      const hash = termHash(name);
      if (named.size + novel.size >= MOST_NAMED) return novel;
      if (!named.has(hash)) novel.add(hash);
    }
  }
  return novel;
}
