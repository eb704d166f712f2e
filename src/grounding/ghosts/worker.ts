import { parentPort, workerData } from "node:worker_threads";
import { messageOf, ThroughlineError } from "../../core/index.ts";
import { type GhostQuestion, searchGhosts } from "./ghosts.ts";
import type { Said } from "./thread.ts";

const say = (said: Said): void => parentPort?.postMessage(said);
const question: GhostQuestion = workerData;

searchGhosts(question).then(
  (report) => say({ report }),
  (error) => {
    const { code, hint } = error instanceof ThroughlineError ? error : { code: "internal" as const, hint: undefined };
    say({ error: { code, message: messageOf(error), hint } });
  },
);
