import type { MessageRecord } from "../store/index.ts";
import { isOwnTool } from "../text/index.ts";
import { type Marks, signsOf, without } from "./usage-marks.ts";

/** A served item that was not used yet. */
export interface Unused {
  readonly id: string;
  readonly servedAt: string;
  readonly marks: Marks;
}

export type SeenMessage = Pick<MessageRecord, "role" | "kind" | "toolName" | "content" | "createdAt">;

export interface Followed {
  readonly used: ReadonlyMap<string, string>;
  /** The remaining marks of unused items. */
  readonly left: ReadonlyMap<string, Marks>;
}

const FEWEST_WORDS = 2;

/** The agent's texts and tool calls, except calls of our own tools. */
export const isByAgent = ({ role, kind, toolName }: SeenMessage): boolean =>
  role === "assistant" && (kind === "text" || kind === "tool_use") && !isOwnTool(toolName);

/**
 * A served item counts as used when the agent later writes two of its rare words or one of its names, which nothing
 * else had mentioned. Words in prompts and tool results are removed from the marks.
 */
export function follow(unused: readonly Unused[], messages: readonly SeenMessage[]): Followed {
  const used = new Map<string, string>();
  const left = new Map(unused.map(({ id, marks }) => [id, marks]));
  for (const message of messages) {
    if (left.size === 0) break;
    // Our own answers contain the served texts, so they are no other source.
    if (isOwnTool(message.toolName)) continue;
    const signs = signsOf(message.content);
    for (const { id, servedAt } of unused) {
      const marks = left.get(id);
      if (!marks) continue;
      const words = marks.words.filter((hash) => signs.words.has(hash)).length;
      const names = marks.names.filter((hash) => signs.names.has(hash)).length;
      if (words + names === 0) continue;
      const isAfter = message.createdAt > servedAt;
      if (!isByAgent(message) || !isAfter) left.set(id, without(marks, signs));
      else if (names > 0 || words >= FEWEST_WORDS) {
        used.set(id, message.createdAt);
        left.delete(id);
      }
    }
  }
  return { used, left };
}
