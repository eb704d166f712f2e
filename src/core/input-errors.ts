import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** Plain names for types of values. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const LONGEST_QUOTE = 40;

function quoted(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = String(value);
  const short = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return typeof value === "string" ? `"${short}"` : short;
}

function either(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "something else";
  return choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${last}` : last;
}

/** The allowed values. */
function allowed(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return either(issue.values.map(String));
    default:
      return "something else";
  }
}

/** The error text for a wrong value and what is allowed, used by every check of input. */
export function inputErrorText(issue: Issue): string {
  const { input } = issue;
  if (input === undefined) return "it is missing";
  switch (issue.code) {
    case "unrecognized_keys":
      return "there is no such field";
    case "too_small":
      if (input === "") return "it is empty";
      return `${quoted(input)} is too ${issue.origin === "string" ? "short" : "small"}: give ${issue.minimum} or more`;
    case "too_big":
      return issue.origin === "string"
        ? `it is too long: give at most ${issue.maximum} characters`
        : `${quoted(input)} is too large: give ${issue.maximum} or less`;
    default:
      return Number.isNaN(input) ? `give ${allowed(issue)}` : `give ${allowed(issue)}, not ${quoted(input)}`;
  }
}

/** The first error, with its field. */
export function explain({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "the input is not understood";
  const field = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]] : issue.path;
  return `${field.join(".") || "input"}: ${issue.message}`;
}
