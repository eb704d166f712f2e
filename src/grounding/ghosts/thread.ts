import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type ErrorCode, refused, ThroughlineError, Turns } from "../../core/index.ts";
import type { GhostQuestion, GhostReport } from "./ghosts.ts";

/** What the thread says in the end. */
export type Said =
  | { readonly report: GhostReport }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string | undefined } };

/** Beside the bundle that this is part of; the sources have none, and search where they run. */
const WORKER = fileURLToPath(new URL("./ghost-search.js", import.meta.url));
const LONGEST_SECONDS = 180;
const MOST_MEMORY_MB = 768;

/** One search after the other: each has a thread, and holds files in memory. */
const turns = new Turns();

/**
 * What the documents of a project promise and its code does not have. A thread of its own looks: a document that a parser
 * labours over for minutes must not keep any hook waiting.
 */
export async function findGhosts(question: GhostQuestion): Promise<GhostReport> {
  if (existsSync(WORKER)) return turns.run("ghosts", () => inThread(question));
  // Only here: the daemon, which has the thread, need not hold a parser of Markdown.
  const { searchGhosts } = await import("./ghosts.ts");
  return searchGhosts(question);
}

function inThread(question: GhostQuestion): Promise<GhostReport> {
  const worker = new Worker(WORKER, {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  worker.unref();
  return new Promise<GhostReport>((resolve, reject) => {
    const tooLong = refused(
      `the search for ghosts took longer than ${LONGEST_SECONDS} seconds and was given up`,
      "Name the documents that matter: throughline ghosts PATH…",
    );
    const limit = setTimeout(() => reject(tooLong), LONGEST_SECONDS * 1000);
    worker.on("message", (said: Said) => {
      clearTimeout(limit);
      if ("report" in said) resolve(said.report);
      else reject(new ThroughlineError(said.error.code, said.error.message, said.error.hint));
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      clearTimeout(limit);
      reject(new Error("the thread that searches for ghosts ended"));
    });
  }).finally(() => worker.terminate());
}
