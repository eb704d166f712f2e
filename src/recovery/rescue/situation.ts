import { isCourtesy } from "../../conversation/index.ts";
import type { MessageRecord } from "../../store/index.ts";
import type { Situation } from "./prediction.ts";
import { namedIn, type Step, type Trail } from "./steps.ts";
import { keyOf, type ThingKey } from "./things.ts";
import { wordsOf } from "./words.ts";

/** Where a summary turns from what was done to what is to be done. */
const TO_BE_DONE =
  /\n[#\d.)\s*_-]*(?:pending|current (?:work|task|state)|optional next|next (?:steps?|actions?)|in progress|remaining|to[- ]?do|open (?:items|questions|tasks))/i;
const LAST_CHARS = 3000;
const LAST_REQUESTS = 2;
const LAST_REPLIES = 3;

/** The part of a summary that says what comes next; the end of it where nothing says so. */
function ahead(summary: string): string {
  const at = summary.search(TO_BE_DONE);
  return at > 0 ? summary.slice(at) : summary.slice(-LAST_CHARS);
}

type Spoken = Pick<MessageRecord, "kind" | "role" | "content">;

function saidLast(messages: readonly Spoken[]): string {
  const requests = messages.filter(({ kind, content }) => kind === "prompt" && !isCourtesy(content));
  const replies = messages.filter(({ kind, role }) => kind === "text" && role === "assistant");
  return [...requests.slice(-LAST_REQUESTS), ...replies.slice(-LAST_REPLIES)].map(({ content }) => content).join("\n");
}

/** A path says its endings and its folders too. */
export function partsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).flatMap((_, at) => [parts.slice(at + 1).join("/"), parts.slice(0, at + 1).join("/")]);
}

/** What a text already says. */
export function knownFrom(text: string, trail: Trail): (key: ThingKey) => boolean {
  const named = namedIn(text, trail);
  const flat = text.replace(/\s+/g, " ");
  const implied = new Set<string>();
  for (const key of named) {
    if (key.startsWith("path ")) for (const part of partsOf(key.slice("path ".length))) implied.add(part);
  }
  return (key) => {
    if (named.has(key)) return true;
    if (key.startsWith("path ")) return implied.has(key.slice("path ".length));
    return key.startsWith("command ") && flat.includes(key.slice("command ".length));
  };
}

/** After a compaction Claude Code shows the files again that were touched last, unless they are long. */
const SHOWN_FILES = 5;
const LONGEST_SHOWN_CHARS = 15_000;

function shownAgain(steps: readonly Step[]): ReadonlySet<ThingKey> {
  const files = new Set<string>();
  for (const { file, source } of [...steps].reverse()) {
    if (file !== undefined && source !== "result") files.add(file);
    if (files.size === SHOWN_FILES) break;
  }
  const shown = new Set<ThingKey>();
  for (const file of files) {
    const seen = steps.filter((step) => step.file === file && (step.source === "wrote" || step.act.kind === "read"));
    if (seen.some(({ chars }) => chars >= LONGEST_SHOWN_CHARS)) continue;
    shown.add(keyOf("path", file));
    for (const { things } of seen) for (const key of things) shown.add(key);
  }
  return shown;
}

export interface Circumstances {
  readonly messages: readonly Spoken[];
  /** The client's own summary; none where another session begins. */
  readonly summary: string | undefined;
  /** What was given to the agent since. */
  readonly given: string;
  readonly showsFilesAgain: boolean;
}

export function situationOf(trail: Trail, { messages, summary, given, showsFilesAgain }: Circumstances): Situation {
  const spoken = `${summary === undefined ? "" : ahead(summary)}\n${saidLast(messages)}`;
  return {
    occasion: summary === undefined ? "next" : "compacted",
    isKnown: knownFrom(`${summary ?? ""}\n${given}`, trail),
    shown: showsFilesAgain ? shownAgain(trail.steps) : new Set(),
    inHand: namedIn(spoken, trail),
    words: wordsOf(spoken),
  };
}
