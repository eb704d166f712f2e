import { z } from "zod";
import { colours, excerpt, shortId, wrap } from "../terminal.ts";
import { age } from "./words.ts";

export const memory = z.object({
  id: z.string(),
  content: z.string(),
  kind: z.string(),
  createdAt: z.string(),
  source: z.string(),
  agent: z.string().nullable(),
  project: z.string().nullable(),
  score: z.number().optional(),
  newer: z.string().optional(),
  explanation: z.record(z.string(), z.number()).optional(),
  wholeTokens: z.number().optional(),
});
export type Memory = z.infer<typeof memory>;

/** With what became of it. */
export const kept = memory.extend({
  supersededBy: z.string().nullable(),
  supersededAt: z.string().nullable(),
  supersededWhy: z.string().nullable(),
  forgottenAt: z.string().nullable(),
});
export type Kept = z.infer<typeof kept>;

const because = (why: string | null): string => (why === null ? "" : `: ${excerpt(why)}`);

/** What became of a memory, if anything did. */
const became = ({ supersededBy, supersededAt, supersededWhy, forgottenAt }: Kept): string =>
  [
    supersededBy === null
      ? ""
      : `superseded ${supersededAt === null ? "" : `${age(supersededAt)} `}by ${shortId(supersededBy)}${because(supersededWhy)}`,
    forgottenAt === null ? "" : `forgotten ${age(forgottenAt)}`,
  ]
    .filter(Boolean)
    .join("; ");

const wordsOf = ({ content, forgottenAt }: Kept): string => (forgottenAt === null ? excerpt(content) : "(forgotten)");

/** One memory of many: its words, and below them what it is, whose it is, and what became of it. */
export function entry(one: Kept, owner = ""): string {
  const about = [one.kind, owner, age(one.createdAt)].filter(Boolean).join(", ");
  const origin = `  ${[about, became(one)].filter(Boolean).join("; ")}`;
  return `${wrap(`${colours.bold(shortId(one.id))}  ${wordsOf(one)}`, "  ")}\n${colours.dim(wrap(origin, "  "))}`;
}
