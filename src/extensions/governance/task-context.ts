import type { Engine } from "../../engine.ts";
import type { Services } from "../../services.ts";
import type { Ledger } from "../ledgers/index.ts";
import { CheckpointMirror } from "./structured/checkpoint-mirror.ts";
import { TaskStateReader } from "./structured/read-task-state.ts";
import { EvidenceLog } from "./task-files/evidence-log.ts";
import { TaskFiles } from "./task-files/task-files.ts";

/** The parts of the engine that the rules of a task need. */
export interface GovernanceParts extends Pick<Engine, "sessions" | "liveness" | "checkpoints" | "memory"> {
  readonly services: Services;
  readonly ledger: Ledger;
  /** Takes the work that nobody waits for; its errors are logged. */
  readonly later: (work: Promise<unknown>) => void;
}

export function createContext(parts: GovernanceParts) {
  const { services, ledger } = parts;
  const files = new TaskFiles(services, ledger);
  const evidence = new EvidenceLog(services, files);
  const mirror = new CheckpointMirror(services, files, evidence);
  return { ...parts, files, evidence, mirror, taskState: new TaskStateReader(services, ledger) };
}
/** What all rules of a task work with. */
export type TaskContext = Readonly<ReturnType<typeof createContext>>;
