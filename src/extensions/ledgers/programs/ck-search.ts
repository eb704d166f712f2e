import { jsonIn } from "../../../core/index.ts";
import { isObject } from "../trajectory/trajectory-entries.ts";
import { findProgram, runProgram } from "./run-program.ts";

/* `ck` searches files by words and by meaning. Where it is installed, it is asked before our own recall. */

const PASSAGES = "3";

export interface Passage {
  /** As `ck` names the file, if it does. */
  readonly path: string | undefined;
  readonly text: string;
}

const textIn = (fields: Readonly<Record<string, unknown>>, ...names: string[]): string | undefined =>
  names.map((name) => fields[name]).find((text): text is string => typeof text === "string" && text.trim() !== "");

function passageIn(line: string): Passage[] {
  const fields = jsonIn(line);
  if (!isObject(fields)) return [];
  const text = textIn(fields, "snippet", "preview", "content", "text");
  return text === undefined ? [] : [{ path: textIn(fields, "path", "file"), text }];
}

/** The passages in a folder that answer a question; none where there is no `ck`, or it fails, hangs or finds none. */
export async function searchWithCk(folder: string, query: string): Promise<Passage[]> {
  const ck = findProgram("ck");
  if (ck === undefined) return [];
  // What begins with a dash would be an option.
  const asked = ["--hybrid", query.replace(/^[\s-]+/u, ""), folder, "--top-k", PASSAGES, "--jsonl"];
  const answer = await runProgram(ck, folder, asked);
  return "stdout" in answer ? answer.stdout.split("\n").flatMap(passageIn) : [];
}
