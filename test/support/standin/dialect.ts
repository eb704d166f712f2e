import type { Reply } from "./script.ts";

/** What was said so far, in order, whatever the API calls it. Tool results carry no text: nothing scripts from them. */
export type Turn =
  | { readonly role: "user" | "assistant" | "system"; readonly text: string }
  | { readonly role: "tool-result" };

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly offersTools: boolean;
}

export interface Answer {
  readonly contentType: "application/json" | "text/event-stream";
  readonly body: string;
}

/** One model API: how to read its requests and how to phrase a reply. Pure; the server does the talking. */
export interface Dialect {
  readonly name: string;
  /** The fixed answer to a side question such as counting tokens; undefined when `path` asks for a reply. */
  aside(path: string): Answer | undefined;
  accepts(path: string): boolean;
  read(body: unknown): Conversation;
  /** The summary as this API's clients expect it, around `line`. */
  summary(line: string): string;
  phrase(reply: Reply, body: unknown, id: string): Answer;
}

export function json(value: unknown): Answer {
  return { contentType: "application/json", body: JSON.stringify(value) };
}
