import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, shortId, wrap } from "../terminal.ts";
import { age } from "./words.ts";

/** The history fields are only present on request. */
export type Memory = AnswerOf<"memories.list">[number];

/** Whether a memory was superseded or forgotten. */
function became({ supersededBy, supersededAt, supersededWhy, forgottenAt }: Memory): string {
  const when = supersededAt ? `${age(supersededAt)} ` : "";
  const why = supersededWhy ? `: ${excerpt(supersededWhy)}` : "";
  return [
    supersededBy === null ? "" : `superseded ${when}by ${shortId(supersededBy)}${why}`,
    forgottenAt ? `forgotten ${age(forgottenAt)}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

const wordsOf = ({ content, forgottenAt }: Memory): string => (forgottenAt ? "(forgotten)" : excerpt(content));

/** One memory in a list: its text, then kind, owner, age and history. */
export function entry(one: Memory, owner = ""): string {
  const about = [one.kind, owner, age(one.createdAt)].filter(Boolean).join(", ");
  const origin = `  ${[about, became(one)].filter(Boolean).join("; ")}`;
  return `${wrap(`${colors.bold(shortId(one.id))}  ${wordsOf(one)}`, "  ")}\n${colors.dim(wrap(origin, "  "))}`;
}
