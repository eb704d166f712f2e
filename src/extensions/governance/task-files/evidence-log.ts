import { isoTime } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import type { Outcome } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { TaskFiles } from "./task-files.ts";

/* The log lines of every session under a task, word for word as in seed 003, §6.1. */

const SERVICE = "[throughline]";

export const evidenceLine = {
  start: (sessionId: string, checkpointId: string | null) =>
    `${SERVICE} Session start: ${sessionId} resuming from ${checkpointId ?? "none"}`,
  goal: (goal: string) => `${SERVICE} Session starting: ${goal}`,
  health: (passed: boolean) => `${SERVICE} Health check: ${passed ? "pass" : "fail"}`,
  /** Explains the health line that follows it. */
  noSmoke: () => `${SERVICE} No smoke command is set: nothing was run`,
  checkpoint: (checkpointId: string) => `${SERVICE} Checkpoint created: ${checkpointId}`,
  refreshed: (tokens: number) => `${SERVICE} Context refresh complete (tokens_flushed=${tokens})`,
  budgetReached: () => `${SERVICE} Context budget reached`,
  end: (sessionId: string, outcome: Outcome) => `${SERVICE} Session end: ${sessionId} outcome=${outcome}`,
};

const EVIDENCE_FILE = "logs/session-continuity.log";

/** Writes the lines into the daemon's log and, with their time, into the task's folder. */
export class EvidenceLog {
  readonly #services: Services;
  readonly #files: TaskFiles;

  constructor(services: Services, files: TaskFiles) {
    this.#services = services;
    this.#files = files;
  }

  /** `once`: skip a line that the task's file has already. `isLogged`: the engine has logged it. */
  async say(session: SessionRecord, line: string, { once = false, isLogged = false } = {}): Promise<void> {
    const { clock, log } = this.#services;
    const at = isoTime(clock.now());
    let isNew = true;
    await this.#files.write(session, EVIDENCE_FILE, (folder) => {
      isNew = !(once && folder.read(EVIDENCE_FILE)?.includes(` ${line}\n`));
      if (isNew) folder.append(EVIDENCE_FILE, `${at} ${line}\n`);
    });
    if (isNew && !isLogged) log.info({ sessionId: session.id, task: session.task }, line);
  }
}
