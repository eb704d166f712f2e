import type { MemoryRecord } from "../../store/index.ts";
import { isSure, supersedes } from "./supersedes.ts";

export type Stated = Pick<MemoryRecord, "content" | "kind" | "source">;

/** What is still to do, was promised or failed tells of one moment: it neither replaces what holds nor is replaced by it. */
const PASSING: ReadonlySet<string> = new Set(["open_item", "promise", "failed"]);

/** What a distillation overheard is known by the message that it was read from. */
const OVERHEARD = /^message \S+ \((\w+)\)/;

export const isOnPurpose = ({ source }: Pick<Stated, "source">): boolean => !OVERHEARD.test(source);

/**
 * An agent thinks aloud: it weighs, guesses and errs, and a rule that reads its sentences cannot tell that from knowledge.
 * What it was overheard saying must never hide what somebody remembered on purpose, nor what the user said. The user's own
 * words may: who says "the port is 9090 now" means it, and would not say it twice for a tool.
 */
const isAgentsTalk = ({ source }: Stated): boolean => OVERHEARD.exec(source)?.[1] === "agent";

/** Whether it could take the place of another memory, or another its place: what cannot need not be compared with any. */
export const contends = ({ kind, content }: Pick<Stated, "kind" | "content">): boolean =>
  !PASSING.has(kind) && isSure(content);

/** Whether one memory takes the place of an older one of the same scope. */
export function replaces(newer: Stated, older: Stated): { readonly why: string } | undefined {
  if (PASSING.has(newer.kind) || PASSING.has(older.kind)) return undefined;
  if (isAgentsTalk(newer) && !isAgentsTalk(older)) return undefined;
  return supersedes(newer.content, older.content);
}
