import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Ambient } from "../../ambient.ts";
import {
  isInside,
  isoTime,
  jsonIn,
  placeInside,
  readTextIfAny,
  redact,
  Turns,
  writeFileAtomic,
} from "../../core/index.ts";
import { appendEntries, type Ground, type Ledger } from "../../ledger/index.ts";
import type { SandboxRecord, SessionRecord } from "../../store/index.ts";

const manifestShape = z.looseObject({
  long_context_runs: z.array(z.looseObject({ session_id: z.string(), entered_at: z.string() })).catch([]),
});

/** The files of a session's task, and the folder that they must not lead out of. */
interface Place {
  readonly log: string;
  /** From the task's folder. */
  readonly logName: string;
  readonly manifest: string;
  readonly folder: string;
}

function placeOf({ root, places }: Ground, { task, key }: SessionRecord): Place | undefined {
  if (!places || task === null) return undefined;
  const own = places.taskFolder(task);
  const logName = `logs/long-context/${key.replace(/[^\w.-]+/g, "-")}.jsonl`;
  return {
    ...{ log: join(own, logName), logName, manifest: join(own, "json", "run-manifest.json") },
    folder: isInside(root, own) ? root : places.own,
  };
}

/** What happened in a sandbox, a line each, beside the task's other files; and where it stands, in the run's manifest. */
export class RunLog {
  readonly #ambient: Ambient;
  readonly #ledger: Ledger;
  readonly #turns = new Turns();

  constructor(ambient: Ambient, ledger: Ledger) {
    this.#ambient = ambient;
    this.#ledger = ledger;
  }

  /** Adds a line. A session without a task has no such file. */
  note(session: SessionRecord, event: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#at(session, async (place) => {
      const entry = { ts: isoTime(this.#ambient.clock.now()), session_id: session.id, event, ...fields };
      const line: Record<string, unknown> = JSON.parse(redact(JSON.stringify(entry)));
      appendEntries(place.log, [line], place.folder);
    });
  }

  /** Says in the manifest where the log is, from which checkpoint the run goes on, and when it began and ended. What else is there stays. */
  point(
    session: SessionRecord,
    { enteredAt, liftedAt, cause, reason }: SandboxRecord,
    resumesFrom: string | null,
  ): Promise<void> {
    return this.#at(session, async (place) => {
      const path = placeInside(place.folder, place.manifest);
      const known = manifestShape.safeParse(jsonIn(await readTextIfAny(path)));
      const before = known.success ? known.data : { long_context_runs: [] };
      const run = {
        ...{ session_id: session.id, sandbox: true, log: place.logName, cause, reason: redact(reason) },
        ...{ resumes_from: resumesFrom, entered_at: enteredAt, lifted_at: liftedAt },
      };
      const others = before.long_context_runs.filter(
        (one) => one.session_id !== session.id || one.entered_at !== enteredAt,
      );
      const manifest = { task: session.task, ...before, long_context_runs: [...others, run] };
      mkdirSync(dirname(path), { recursive: true });
      writeFileAtomic(path, `${JSON.stringify(manifest, null, 2)}\n`, 0o644);
    });
  }

  /** One after the other for each task. A file that cannot be written takes nothing from the sandbox itself. */
  #at(session: SessionRecord, work: (place: Place) => Promise<void>): Promise<void> {
    const { project, task } = session;
    if (project === null || task === null) return Promise.resolve();
    return this.#turns.run(`${session.projectNormalized} ${task}`, async () => {
      try {
        const place = placeOf(await this.#ledger.at(project), session);
        if (place) await work(place);
      } catch (error) {
        this.#ambient.log.warn(
          { err: error, sessionId: session.id },
          "a sandbox run could not be logged beside its task",
        );
      }
    });
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }
}
