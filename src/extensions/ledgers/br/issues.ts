import { z } from "zod";
import { jsonIn } from "../../../core/index.ts";
import { USUAL_PRIORITY } from "../ledger-entries.ts";
import { listOf } from "../tasks/task-fields.ts";

/*
 * The JSON output of br. Only an id is required of an issue: versions differ in the rest, and a field of another type
 * reads as missing.
 */

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/u;

/** Whether something can be an issue's id; what begins with a dash would be an option. */
export const isIssueId = (text: string): boolean => ID.test(text);

const text = z.string().catch("");

const commentShape = z.object({
  id: z.union([z.number(), z.string()]).transform(String).catch(""),
  author: text,
  text,
  created_at: text,
});
export type Comment = z.output<typeof commentShape>;

const issueShape = z.object({
  id: z.string().refine(isIssueId),
  title: text,
  status: text.transform((status) => status || "open"),
  priority: z.number().int().min(0).catch(USUAL_PRIORITY),
  created_at: text,
  comments: listOf(commentShape),
  dependencies: listOf(z.object({ id: text, title: text, status: text, dependency_type: text })),
});
export type Issue = z.output<typeof issueShape>;

const answerShape = z.union([
  z.array(z.unknown()),
  z.object({ issues: z.array(z.unknown()) }).transform(({ issues }) => issues),
  z.looseObject({ id: z.string() }).transform((issue) => [issue]),
]);

/**
 * `ready` and `show` print a list, `list` wraps it in an object, and a single issue may be printed alone; undefined
 * for anything else.
 */
export function readIssues(output: string): Issue[] | undefined {
  const items = answerShape.safeParse(jsonIn(output)).data;
  const issues = items && listOf(issueShape).parse(items);
  return issues?.length === 0 && items?.length !== 0 ? undefined : issues;
}

/** An issue of which no more is known than what somebody calls it. */
export const unknownIssue = (id: string): Issue => issueShape.parse({ id, status: "unknown" });
