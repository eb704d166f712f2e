import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, shortId, wrap } from "../terminal.ts";
import { age } from "./words.ts";

/** What became of it is there only where its history was asked for. */
export type Memory = AnswerOf<"memories.list">[number];

/** What became of a memory, if anything did. */
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

/** One memory of many: its words, and below them what it is, whose it is, and what became of it. */
export function entry(one: Memory, owner = ""): string {
  const about = [one.kind, owner, age(one.createdAt)].filter(Boolean).join(", ");
  const origin = `  ${[about, became(one)].filter(Boolean).join("; ")}`;
  return `${wrap(`${colors.bold(shortId(one.id))}  ${wordsOf(one)}`, "  ")}\n${colors.dim(wrap(origin, "  "))}`;
}
