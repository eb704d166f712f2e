import { statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { z } from "zod";
import { jsonIn } from "../../core/index.ts";
import { folderAround, type Ground } from "../../project-files/index.ts";
import { findProgram } from "./programs/find-program.ts";
import { runProgram } from "./programs/run-program.ts";
import { age } from "./recovery-levels.ts";

/* `ck` searches files by words and by meaning. Where it is installed, it is asked before our own recall. */

const PASSAGES = "3";

const passageShape = z.looseObject({
  ...{ path: z.string().optional(), file: z.string().optional() },
  ...{ snippet: z.string().optional(), preview: z.string().optional(), content: z.string().optional() },
});

const passageIn = (line: string) => passageShape.safeParse(jsonIn(line)).data;

function changedAt(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? "";
}

/**
 * The passages of the ledgers' files that answer a question, a line each; none where there is no `ck`, or it fails,
 * hangs or finds none.
 */
export async function passagesFromCk(ground: Ground, query: string, now: number): Promise<string[]> {
  const { places, root } = ground;
  const ck = findProgram("ck");
  if (!places || ck === undefined) return [];
  const folder = dirname(places.notes);
  // What begins with a dash would be an option.
  const asked = ["--hybrid", query.replace(/^[\s-]+/u, ""), folder, "--top-k", PASSAGES, "--jsonl"];
  const answer = await runProgram(ck, folderAround(ground, places.notes), asked);
  if (!("stdout" in answer)) return [];
  return answer.stdout.split("\n").flatMap((line) => {
    const passage = passageIn(line);
    const words = (passage?.snippet ?? passage?.preview ?? passage?.content ?? "").replace(/<!--.*?-->/gsu, "");
    const text = words.replace(/\s+/gu, " ").trim();
    if (!passage || text === "") return [];
    const path = resolve(folder, passage.path ?? passage.file ?? basename(places.notes));
    return [`- ${text} [${relative(root, path)}, ${age(changedAt(path), now)}]`];
  });
}
