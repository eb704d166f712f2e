import type { MessageRecord } from "../store/index.ts";
import { isOwnTool } from "../text/index.ts";
import { type Marks, signsOf, without } from "./marks.ts";

/** Something served that was not seen in use yet. */
export interface Unused {
  readonly pk: number;
  readonly servedAt: string;
  readonly marks: Marks;
}

export type Heard = Pick<MessageRecord, "role" | "kind" | "toolName" | "content" | "createdAt">;

export interface Followed {
  readonly used: ReadonlyMap<number, string>;
  /** What is left of the marks of those that were not used. */
  readonly left: ReadonlyMap<number, Marks>;
}

const FEWEST_WORDS = 2;

/** What the agent says and what it does, as far as it does not ask us. */
export const isByAgent = ({ role, kind, toolName }: Heard): boolean =>
  role === "assistant" && (kind === "text" || kind === "tool_use") && !isOwnTool(toolName);

/**
 * Follows a session on: what was served is used when the agent afterwards says two of its rare words, or one name of a
 * thing, that nobody else had brought up before. What a prompt or a tool's result brings up is explained by that from
 * then on.
 */
export function follow(unused: readonly Unused[], heard: readonly Heard[]): Followed {
  const used = new Map<number, string>();
  const left = new Map(unused.map(({ pk, marks }) => [pk, marks]));
  for (const message of heard) {
    if (left.size === 0) break;
    // Our own answers hold what was served: they explain nothing.
    if (isOwnTool(message.toolName)) continue;
    const signs = signsOf(message.content);
    for (const { pk, servedAt } of unused) {
      const marks = left.get(pk);
      if (!marks) continue;
      const words = marks.words.filter((hash) => signs.words.has(hash)).length;
      const names = marks.names.filter((hash) => signs.names.has(hash)).length;
      if (words + names === 0) continue;
      const isAfter = message.createdAt > servedAt;
      if (!isByAgent(message) || !isAfter) left.set(pk, without(marks, signs));
      else if (names > 0 || words >= FEWEST_WORDS) {
        used.set(pk, message.createdAt);
        left.delete(pk);
      }
    }
  }
  return { used, left };
}
