import { z } from "zod";
import { optionalText } from "../optional-text.ts";

/** A piece of a message; beyond texts and tools there are images, files and what is yet to come. */
const part = z.looseObject({
  text: optionalText,
  thought: z.boolean().optional().catch(undefined),
  functionCall: z
    .looseObject({ id: z.string(), name: z.string(), args: z.unknown().optional() })
    .optional()
    .catch(undefined),
  functionResponse: z
    .looseObject({ id: z.string(), name: z.string(), response: z.unknown().optional() })
    .optional()
    .catch(undefined),
});
/** What is not understood of it is kept as it was written. */
export type Part = z.infer<typeof part> & { readonly asWritten: unknown };

/** The pieces of a content, which may be a text, a piece, or a list of both. */
export function partsOf(content: unknown): Part[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ text: content, asWritten: content }];
  if (Array.isArray(content)) return content.flatMap(partsOf);
  return [{ ...part.safeParse(content).data, asWritten: content }];
}

// The client escapes angle brackets in what hooks gave it: the first end is the end.
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>\s*/;

/** The contexts that hooks put before a text, and the text. */
export function splitHookContext(text: string): { readonly given: readonly string[]; readonly said: string } {
  const given: string[] = [];
  let said = text;
  for (let found = said.match(HOOK_CONTEXT)?.[0]; found !== undefined; found = said.match(HOOK_CONTEXT)?.[0]) {
    given.push(found.trim());
    said = said.slice(found.length);
  }
  return { given, said };
}

const REFERENCED_FILES = "\n--- Content from referenced files ---";

/** What the user typed, and the files that the client read for each `@path` in it. */
export function splitReferences(text: string): { readonly typed: string; readonly files: string } {
  const at = text.indexOf(REFERENCED_FILES);
  return at < 0 ? { typed: text, files: "" } : { typed: text.slice(0, at), files: text.slice(at) };
}

/** The client's description of the environment, in a user message. */
export const isEnvironment = (text: string): boolean => /^\s*<session_context>/.test(text);

/** The reply that the client puts after a summary, in the model's name. */
export const SUMMARY_REPLY = "Got it. Thanks for the additional context!";

export const isSnapshot = (text: string): boolean => /^\s*<state_snapshot>/.test(text);

/** The client's own commands: a prompt that is one asks nothing of the agent. */
export const isBuiltInCommand = (text: string): boolean =>
  /^\s*\/(?:about|agents|auth|bug|chat|clear|compress|copy|docs|editor|exit|extensions|help|hooks|ide|init|mcp|memory|model|permissions|privacy|quit|restore|resume|rewind|settings|setup-github|skills|stats|theme|tools|vim)\b/.test(
    text,
  );

/** A tool's output or error. */
export function responseText(response: unknown = ""): string {
  if (typeof response === "string") return response;
  const read = z.looseObject({ output: z.string().optional(), error: z.string().optional() }).safeParse(response);
  return (read.success ? (read.data.output ?? read.data.error) : undefined) ?? JSON.stringify(response);
}

export const isFailure = (response: unknown): boolean =>
  z.looseObject({ error: z.string() }).safeParse(response).success;
