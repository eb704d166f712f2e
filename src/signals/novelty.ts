import { isOwnTool, namesIn, termHash } from "../text/index.ts";
import { type Heard, isByAgent } from "./usage.ts";

/** So many are told apart; whoever names more is counted as naming so many. */
export const MOST_NAMED = 500;

const isByUser = ({ kind }: Heard): boolean => kind === "prompt";

/**
 * Novel context: how many things the user or the agent named (paths, files, identifiers, versions) that nothing served
 * to the session had named, each counted once. The fewer, the more of what the session needed had been served.
 */
export function novelIn(named: ReadonlySet<number>, heard: readonly Heard[]): ReadonlySet<number> {
  const novel = new Set<number>();
  for (const message of heard) {
    if (isOwnTool(message.toolName) || !(isByUser(message) || isByAgent(message))) continue;
    for (const name of namesIn(message.content)) {
      const hash = termHash(name);
      if (named.size + novel.size >= MOST_NAMED) return novel;
      if (!named.has(hash)) novel.add(hash);
    }
  }
  return novel;
}
